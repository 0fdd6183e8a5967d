/**
 * Puts text on the clipboard. A window without clipboard permission still copies what is selected,
 * so the text is selected for a moment there.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
}

function copyBySelection(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  area.setAttribute('aria-hidden', 'true');
  // Inside an open dialog, because its focus trap would take the selection away.
  const focused = document.activeElement;
  (focused?.closest('[role=dialog], [role=alertdialog]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error('The clipboard could not be written. Select the text and copy it by hand.');
}
