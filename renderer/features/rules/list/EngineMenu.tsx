import { Copy, Download, Pencil, Trash2 } from 'lucide-react';
import { runCommand } from '../../../stores/commands.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { deleteEngineAndStep, duplicateEngineAndShow } from '../engine-actions.ts';
import { selectEngine } from '../selection.ts';

interface EngineMenuProps {
  readonly engine: { readonly id: string; readonly name: string };
  readonly onRename: () => void;
}

/** What can be done to an engine as a whole. */
export function EngineMenu({ engine, onRename }: EngineMenuProps) {
  const exportIt = () => {
    selectEngine(engine.id);
    runCommand('engine.export');
  };
  return (
    <Menu
      entries={[
        { id: 'rename', label: 'Name and description…', icon: Pencil, keys: 'F2', run: onRename },
        {
          id: 'duplicate',
          label: 'Duplicate',
          icon: Copy,
          keys: 'Mod+D',
          run: () => duplicateEngineAndShow(engine.id),
        },
        { id: 'export', label: 'Export rule JSON…', icon: Download, keys: 'Mod+E', run: exportIt },
        'separator',
        {
          id: 'delete',
          label: 'Delete',
          icon: Trash2,
          keys: 'Delete',
          tone: 'danger',
          run: () => deleteEngineAndStep(engine.id),
        },
      ]}
      name={`More for ${engine.name}`}
    />
  );
}
