import { t } from '../texts/texts.ts';
import { undo, useDocuments } from './documents.ts';
import { showToast } from './toasts.ts';

/** Tells what the last step did, with Undo as long as it is the last: later edits must not be undone by an earlier message. */
export function offerUndo(message: string, afterUndo?: () => void): void {
  const step = useDocuments.getState().past.at(-1);
  const takeBack = () => {
    if (useDocuments.getState().past.at(-1) !== step)
      return showToast({ message: t('Something was edited since then. Undo that first.') });
    undo();
    afterUndo?.();
  };
  showToast({ message, action: { label: t('Undo'), run: takeBack } });
}
