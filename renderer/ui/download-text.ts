/** Hands a text to the user as a file. */
export function downloadText(filename: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // The browser has begun to read by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
