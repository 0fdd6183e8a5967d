/** Puts the cursor into the search field of the panel with this name, and selects what is in it. */
export function focusSearch(panel: string): void {
  const field = document.querySelector<HTMLInputElement>(`section[aria-label="${panel}"] input`);
  field?.focus();
  field?.select();
}
