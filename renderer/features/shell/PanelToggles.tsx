import { type LucideIcon, PanelBottom, PanelLeft, PanelRight } from 'lucide-react';
import { isPanelOpen, type Panel, setPanelOpen } from '../../stores/panels.ts';
import { useWorkspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';

interface PanelLook {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly keys: string;
}

const panelLooks = {
  list: { icon: PanelLeft, name: t('List'), keys: 'Mod+B' },
  drawer: { icon: PanelBottom, name: t('Drawer'), keys: 'Mod+`' },
  inspector: { icon: PanelRight, name: t('Inspector'), keys: 'Mod+Alt+B' },
} as const satisfies Readonly<Record<Panel, PanelLook>>;

/** Opens and closes the panels that the view has. */
export function PanelToggles({ panels }: { readonly panels: readonly Panel[] }) {
  return panels.map(panel => <PanelToggle key={panel} panel={panel} />);
}

function PanelToggle({ panel }: { readonly panel: Panel }) {
  const isOpen = useWorkspace(state => isPanelOpen(state, panel));
  return (
    <IconButton
      {...panelLooks[panel]}
      onPress={() => setPanelOpen(panel, !isOpen)}
      pressed={isOpen}
      size="s"
    />
  );
}
