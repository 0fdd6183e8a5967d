import { t } from '../texts/texts.ts';
import { undo, useDocuments } from './documents.ts';
import { showToast } from './toasts.ts';

/**
 * Does a step and tells what it did, with Undo as long as it is the last: later edits must not be undone by an earlier
 * message. Of what changed nothing it says nothing, for that Undo would take back another step.
 */
export function offerUndo(message: string, act: () => void, afterUndo?: () => void): void {
  const { past } = useDocuments.getState();
  act();
  const { past: now } = useDocuments.getState();
  if (now === past) return;
  const step = now.at(-1);
  const takeBack = () => {
    if (useDocuments.getState().past.at(-1) !== step)
      return showToast({ message: t('Something was edited since then. Undo that first.') });
    undo();
    afterUndo?.();
  };
  showToast({ message, action: { label: t('Undo'), run: takeBack } });
}
