import { flushSync } from 'react-dom';

/** Some fields take over what is typed when they are left: an order by key counts as that, and the cursor stays. */
export function takeOverTyped(): void {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const { selectionStart: start, selectionEnd: end } = field;
  flushSync(() => field.blur());
  field.focus();
  if (start !== null) field.setSelectionRange(start, end);
}
