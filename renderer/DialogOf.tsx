import type { ReactNode } from 'react';
import { unreachable } from '../shared/contract/errors.ts';
import type { FoundThing } from '../shared/contract/project.ts';
import { closeDialog, type DialogRequest } from './stores/dialogs.ts';
import { showError } from './stores/toasts.ts';
import { InsteadOfPart, lazyPart } from './ui/lazy-part.ts';

// What is typed right after the keys of these two must reach them, so they are fetched before anybody presses them.
const Palette = lazyPart(async () => (await import('./features/palette/Palette.tsx')).Palette);
const NewEngineDialog = lazyPart(
  async () => (await import('./features/first-run/NewEngineDialog.tsx')).NewEngineDialog,
);
const NewProjectDialog = lazyPart(
  async () => (await import('./features/first-run/NewProjectDialog.tsx')).NewProjectDialog,
);
const ShortcutSheet = lazyPart(
  async () => (await import('./features/shell/ShortcutSheet.tsx')).ShortcutSheet,
);
const ConflictDialog = lazyPart(
  async () => (await import('./features/shell/ConflictDialog.tsx')).ConflictDialog,
);
const DeleteDialog = lazyPart(async () => (await import('./features/shell/DeleteDialog.tsx')).DeleteDialog);
const AskFirst = lazyPart(async () => (await import('./features/shell/DeleteDialog.tsx')).AskFirst);
const TrustDialog = lazyPart(async () => (await import('./features/trust/TrustDialog.tsx')).TrustDialog);
const FolderDialog = lazyPart(
  async () => (await import('./features/first-run/FolderDialog.tsx')).FolderDialog,
);
const ImportLedgerDialog = lazyPart(
  async () => (await import('./features/ledger/dialogs/ImportLedgerDialog.tsx')).ImportLedgerDialog,
);
const ImportDialog = lazyPart(async () => (await import('./features/import/ImportDialog.tsx')).ImportDialog);
const WhyNotDialog = lazyPart(async () => (await import('./features/why-not/WhyNotDialog.tsx')).WhyNotDialog);
const RenameVariableDialog = lazyPart(
  async () => (await import('./features/rules/RenameVariableDialog.tsx')).RenameVariableDialog,
);
const RenameMemory = lazyPart(
  async () => (await import('./features/memories/RenameMemoryDialog.tsx')).RenameMemory,
);
const ExportDialog = lazyPart(async () => (await import('./features/export/ExportDialog.tsx')).ExportDialog);

/** Fetches what must be there at once when it is asked for. */
export async function preloadDialogs(): Promise<void> {
  await Promise.all([Palette.preload(), NewEngineDialog.preload()]);
}

/** The table of ways comes with the first thing that somebody goes to. */
function openStored(thing: FoundThing): void {
  import('./go-to-stored.ts').then(({ goToStored }) => goToStored(thing)).catch(showError);
}

interface Props {
  readonly dialog: DialogRequest;
  /** What comes in the place of a window that nobody is there to load from. */
  readonly instead: ReactNode;
}

export function DialogOf({ dialog, instead }: Props) {
  return <InsteadOfPart value={instead}>{windowOf(dialog)}</InsteadOfPart>;
}

/** The window of each kind. */
function windowOf(dialog: DialogRequest): ReactNode {
  switch (dialog.kind) {
    case 'trust':
      return <TrustDialog />;
    case 'palette':
      return <Palette onOpenStored={openStored} />;
    case 'whyNot':
      return <WhyNotDialog about={dialog.about} />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'renameVariable':
      return <RenameVariableDialog field={dialog.field} />;
    case 'renameMemory':
      return <RenameMemory memoryId={dialog.memoryId} {...(dialog.then && { then: dialog.then })} />;
    case 'newEngine':
      return <NewEngineDialog />;
    case 'newProject':
      return <NewProjectDialog {...(dialog.template && { template: dialog.template })} />;
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
    case 'confirm':
      return <AskFirst label={dialog.label} onConfirm={dialog.run} text={dialog.text} title={dialog.title} />;
    case 'delete':
      return <DeleteDialog name={dialog.name} named={dialog.named} onConfirm={dialog.run} />;
    case 'conflicts':
      return <ConflictDialog {...(dialog.then && { then: dialog.then })} />;
    default:
      return unreachable(dialog);
  }
}
