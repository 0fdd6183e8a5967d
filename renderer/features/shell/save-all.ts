import { openDialog } from '../../stores/dialogs.ts';
import { saveDocuments } from '../../stores/documents.ts';
import { showError, showToast } from '../../stores/toasts.ts';

/** Writes everything unsaved; asks where somebody else wrote meanwhile, and tells what could not be written. */
export async function saveAll(): Promise<void> {
  takeOverTyped();
  const outcome = await saveDocuments();
  for (const { id, message } of outcome.failed) {
    showToast({ kind: 'error', message: `"${id}" was not saved: ${message}` });
  }
  if (outcome.conflicts.length > 0)
    openDialog({ kind: 'conflicts', then: () => void saveAll().catch(showError) });
}

/** Some fields take over what is typed when they are left: saving counts as that, and the cursor stays. */
function takeOverTyped(): void {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const { selectionStart: start, selectionEnd: end } = field;
  field.blur();
  field.focus();
  if (start !== null) field.setSelectionRange(start, end);
}
