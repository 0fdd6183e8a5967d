import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { runCommand } from '../../stores/commands.ts';
import { type PreviewState, selectIsFailed, usePreview } from '../../stores/preview.ts';
import { useProblemCount } from '../../stores/problems.ts';
import { type DrawerTab, setWorkspace, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatCount, formatDecimal } from '../../ui/format-number.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

const selectTab = (state: Workspace) => state.drawerTab;

/** The bottom drawer: what the edit above does to the current sample. */
export function Drawer({ tabs }: { readonly tabs: Readonly<Record<DrawerTab, ReactNode>> }) {
  const selected = useWorkspace(selectTab);
  return (
    <Tabs
      end={
        <>
          <AssembledIn />
          <IconButton
            icon={X}
            keys="Mod+`"
            name={t('Close drawer')}
            onPress={() => runCommand('panel.drawer')}
            size="s"
          />
        </>
      }
      label={t('Drawer')}
      onSelect={drawerTab => setWorkspace({ drawerTab })}
      selected={selected}
      tabs={[
        { id: 'trace', label: t('Trace'), content: tabs.trace },
        { id: 'context', label: t('Context'), content: tabs.context },
        { id: 'budget', label: t('Budget'), content: tabs.budget },
        { id: 'changes', label: t('Changes'), content: tabs.changes },
        { id: 'problems', label: t('Problems'), badge: <ProblemCount />, content: tabs.problems },
        { id: 'tests', label: t('Tests'), content: tabs.tests },
      ]}
    />
  );
}

/** On its own, so that a count that changes while somebody types redraws nothing else. */
function ProblemCount() {
  const problems = useProblemCount();
  return problems === 0 ? null : <Badge tone="missing">{problems}</Badge>;
}

const selectDuration = (state: PreviewState) => state.result?.meta.duration_ms;

/** How long the shown assembly took. */
function AssembledIn() {
  const isFailed = usePreview(selectIsFailed);
  const duration = usePreview(selectDuration);
  if (isFailed) return <span>{t('not assembled')}</span>;
  if (duration === undefined) return null;
  return (
    <span>
      {t('{duration} ms', {
        duration: duration < 100 ? formatDecimal(duration, 1) : formatCount(duration),
      })}
    </span>
  );
}
