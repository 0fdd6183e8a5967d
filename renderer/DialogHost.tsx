import { Suspense } from 'react';
import { unreachable } from '../shared/contract/errors.ts';
import { NewEngineDialog } from './features/first-run/NewEngineDialog.tsx';
import { Palette } from './features/palette/Palette.tsx';
import { closeDialog, type DialogRequest, useDialog } from './stores/dialogs.ts';
import { lazyPart } from './ui/lazy-part.ts';

// Palette and new engine are not among them: what is typed right after their key must reach them.
const ShortcutSheet = lazyPart(
  async () => (await import('./features/shell/ShortcutSheet.tsx')).ShortcutSheet,
);
const ConflictDialog = lazyPart(
  async () => (await import('./features/shell/ConflictDialog.tsx')).ConflictDialog,
);
const TrustDialog = lazyPart(async () => (await import('./features/trust/TrustDialog.tsx')).TrustDialog);
const FolderDialog = lazyPart(
  async () => (await import('./features/first-run/FolderDialog.tsx')).FolderDialog,
);
const ImportLedgerDialog = lazyPart(
  async () => (await import('./features/ledger/dialogs/ImportLedgerDialog.tsx')).ImportLedgerDialog,
);
const ImportDialog = lazyPart(async () => (await import('./features/import/ImportDialog.tsx')).ImportDialog);
const WhyNotDialog = lazyPart(async () => (await import('./features/why-not/WhyNotDialog.tsx')).WhyNotDialog);
const ExportDialog = lazyPart(async () => (await import('./features/export/ExportDialog.tsx')).ExportDialog);

/** The window that was asked for, if any. */
export function DialogHost() {
  const dialog = useDialog(state => state.dialog);
  if (!dialog) return null;
  return (
    <Suspense fallback={null}>
      <DialogOf dialog={dialog} />
    </Suspense>
  );
}

function DialogOf({ dialog }: { readonly dialog: DialogRequest }) {
  switch (dialog.kind) {
    case 'trust':
      return <TrustDialog />;
    case 'palette':
      return <Palette />;
    case 'whyNot':
      return <WhyNotDialog about={dialog.about} />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'newEngine':
      return <NewEngineDialog />;
    case 'export':
      return <ExportDialog {...(dialog.engineId !== undefined && { engineId: dialog.engineId })} />;
    case 'import':
      return (
        <ImportDialog
          files={dialog.files}
          {...(dialog.collection !== undefined && { collection: dialog.collection })}
        />
      );
    case 'importLedger':
      return <ImportLedgerDialog from={dialog.from} onClose={closeDialog} />;
    case 'folder':
      return <FolderDialog create={dialog.create} {...(dialog.then && { then: dialog.then })} />;
    case 'conflicts':
      return <ConflictDialog {...(dialog.then && { then: dialog.then })} />;
    default:
      return unreachable(dialog);
  }
}
