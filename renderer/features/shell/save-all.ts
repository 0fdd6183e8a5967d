import { openDialog } from '../../stores/dialogs.ts';
import { saveDocuments } from '../../stores/documents.ts';
import { showError, showToast } from '../../stores/toasts.ts';

/** Writes everything unsaved; asks where somebody else wrote meanwhile, and tells what could not be written. */
export async function saveAll(): Promise<void> {
  const outcome = await saveDocuments();
  for (const { id, message } of outcome.failed) {
    showToast({ kind: 'error', message: `"${id}" was not saved: ${message}` });
  }
  if (outcome.conflicts.length > 0)
    openDialog({ kind: 'conflicts', then: () => void saveAll().catch(showError) });
}
