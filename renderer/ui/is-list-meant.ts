/**
 * Whether keys such as Delete mean what is chosen in the list: the focus is in the list, or in no part of the frame, as
 * with the palette open. On a switch of the form nobody thinks of the whole document.
 */
export function isListMeant(): boolean {
  const region = document.activeElement?.closest<HTMLElement>('[data-region]');
  return !region || region.dataset.region === 'List';
}
