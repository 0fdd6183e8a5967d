/** Inputs that are no text, such as the one inside a switch, leave letters free. */
const notText = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'file']);

/** Whether letters that are typed go into it. */
export function isTyping(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !notText.has(target.type);
  return target.closest('textarea, select, [contenteditable=true], [contenteditable=""]') !== null;
}
