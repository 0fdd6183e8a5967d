import { unreachable } from '../shared/contract/errors.ts';
import { ExportDialog } from './features/export/ExportDialog.tsx';
import { FolderDialog } from './features/first-run/FolderDialog.tsx';
import { NewEngineDialog } from './features/first-run/NewEngineDialog.tsx';
import { ImportDialog } from './features/import/ImportDialog.tsx';
import { Palette } from './features/palette/Palette.tsx';
import { ConflictDialog } from './features/shell/ConflictDialog.tsx';
import { ShortcutSheet } from './features/shell/ShortcutSheet.tsx';
import { useDialog } from './stores/dialogs.ts';

/** The window that was asked for, if any. */
export function DialogHost() {
  const dialog = useDialog(state => state.dialog);
  if (!dialog) return null;
  switch (dialog.kind) {
    case 'palette':
      return <Palette />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'newEngine':
      return <NewEngineDialog />;
    case 'export':
      return <ExportDialog {...(dialog.engineId !== undefined && { engineId: dialog.engineId })} />;
    case 'import':
      return <ImportDialog files={dialog.files} />;
    case 'folder':
      return <FolderDialog create={dialog.create} {...(dialog.then && { then: dialog.then })} />;
    case 'conflicts':
      return <ConflictDialog conflicts={dialog.conflicts} />;
    default:
      return unreachable(dialog);
  }
}
