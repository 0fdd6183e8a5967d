/** All around an element that may scroll, the nearest first: what is as high as all that is in it hides nothing. */
export function scrollersOf(element: HTMLElement): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) parts.push(parent);
  return parts;
}
