import { flushSync } from 'react-dom';

/** A second at the most; what takes longer to come is not what the user waits for. */
const mostFrames = 60;
const framesForText = 20;
const held: { frames: number; added?: Element | undefined } = { frames: 0 };

/** Whether something was just added that the focus is on its way to, or has not left since: letters are meant for it. */
export const isFocusAwaited = (): boolean =>
  held.frames > 0 || (held.added !== undefined && held.added === document.activeElement);

/** Brings the focus to where it belongs, now or as soon as that is drawn; `bring` says whether it is there. */
export function awaitFocus(bring: (frame: number) => boolean): void {
  held.frames = mostFrames;
  const look = () => {
    held.frames = bring(mostFrames - held.frames) ? 0 : held.frames - 1;
    if (held.frames > 0) requestAnimationFrame(look);
  };
  look();
}

/**
 * Does what adds something, and puts the focus into what was added: its first text, or else its first control.
 * `within` names the part that is meant, where more comes into sight than was added.
 */
export function addAndFocus(add: () => void, within = ''): void {
  const before = new Set(document.querySelectorAll(control));
  flushSync(add);
  awaitFocus(frame => {
    const { activeElement } = document;
    if (activeElement?.matches(text) && !before.has(activeElement)) return true;
    const isNew = (element: Element) =>
      !before.has(element) && !element.closest('[inert], [aria-hidden=true]');
    const first = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(`${within} :is(${selector})`)].find(isNew);
    const added = first(text) ?? (frame < framesForText ? undefined : first(control));
    added?.focus();
    // Its name is one that nobody has chosen: what is typed takes its place.
    if (added instanceof HTMLInputElement) added.select();
    held.added = added;
    return added !== undefined;
  });
}

const text =
  'input:not([type=checkbox], [type=radio], [type=range], [type=file], [inputmode=numeric], [inputmode=decimal], [disabled]), textarea, [contenteditable=true]';
const control = `${text}, input, button, [tabindex="0"]`;
