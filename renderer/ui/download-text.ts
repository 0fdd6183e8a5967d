/** Hands a text to the user as a file. */
export function downloadText(filename: string, text: string, type = 'application/json'): void {
  downloadFile(filename, text, type);
}

/** Hands a text or bytes to the user as a file. */
export function downloadFile(
  filename: string,
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // The browser has begun to read by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
