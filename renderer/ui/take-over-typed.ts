import { flushSync } from 'react-dom';

let isUnderWay = false;

/** True while a field loses the focus only to have it again: nothing is to go with it, and nothing to open. */
export const isTakingOver = (): boolean => isUnderWay;

/** Some fields take over what is typed when they are left: an order by key counts as that, and the cursor stays. */
export function takeOverTyped(): void {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const { selectionStart: start, selectionEnd: end } = field;
  isUnderWay = true;
  try {
    flushSync(() => field.blur());
    flushSync(() => field.focus());
  } finally {
    isUnderWay = false;
  }
  if (start !== null) field.setSelectionRange(start, end);
}
