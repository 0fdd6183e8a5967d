import { useEffect } from 'react';
import { keysOf } from '../../../shared/model/entries.ts';
import { isPanelOpen, type Panel } from '../../stores/panels.ts';
import { useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { isFocusAwaited } from '../../ui/focus-added.ts';
import { isTyping } from '../../ui/is-typing.ts';
import { controls, focusRegion, holdsFocus, regionOf } from './regions.ts';

/** What stood beside the focus, from its control outwards. */
interface Place {
  readonly element: HTMLElement;
  readonly region: string | undefined;
  readonly beside: readonly { readonly next: Element | null; readonly before: Element | null }[];
}

/** By then menus and windows have brought the focus back themselves. */
const looksAfterMs = 60;

/** Where what has the focus goes, that which stood beside it gets it: the page itself is no place to be. */
export function useKeptFocus(): void {
  useEffect(() => useWorkspace.subscribe(leaveClosed), []);
  useEffect(() => {
    const held: { place?: Place; timer?: number | undefined } = {};
    const note = (target: EventTarget | null) => {
      if (target instanceof HTMLElement && target.closest('[data-region]')) held.place = placeOf(target);
    };
    const noteFocus = ({ target }: FocusEvent) => note(target);
    const lookSoon = () => {
      held.timer ??= window.setTimeout(look, looksAfterMs);
    };
    const look = () => {
      held.timer = undefined;
      const { place } = held;
      if (!place || document.activeElement !== document.body) return;
      if (isFocusAwaited()) lookSoon();
      else if (isGone(place.element)) comeBeside(place);
      // Its user left it: where it stood says nothing any more.
      else delete held.place;
    };
    note(document.activeElement);
    document.addEventListener('focusin', noteFocus);
    // What is taken away says nothing, what is hidden does.
    document.addEventListener('focusout', lookSoon);
    const observer = new MutationObserver(lookSoon);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      window.clearTimeout(held.timer);
      observer.disconnect();
      document.removeEventListener('focusin', noteFocus);
      document.removeEventListener('focusout', lookSoon);
    };
  }, []);
}

/** A panel that closes under the focus gives it to the editor, also one that another takes turns with, or for want of room. */
function leaveClosed(now: Workspace, before: Workspace): void {
  const closes = (panel: Panel) => isPanelOpen(before, panel) && !isPanelOpen(now, panel);
  if (
    now.view === before.view &&
    keysOf(regionOf).some(panel => closes(panel) && holdsFocus(regionOf[panel]))
  )
    focusRegion('Editor');
}

const isGone = (element: HTMLElement) =>
  !element.isConnected || !element.checkVisibility() || element.matches(':disabled');

function placeOf(element: HTMLElement): Place {
  const region = element.closest<HTMLElement>('[data-region]');
  const beside = [];
  for (let at: Element | null = element; at && at !== region; at = at.parentElement)
    beside.push({ next: at.nextElementSibling, before: at.previousElementSibling });
  return { element, beside, region: region?.dataset.region };
}

/** Texts come last, or letters that were meant for what is gone would be typed into them. */
function comeBeside({ element, beside, region }: Place): void {
  const stops = beside.flatMap(({ next, before }) => [...controlsIn(next), ...controlsIn(before)]);
  const wasText = isTyping(element);
  const next = stops.find(stop => wasText || !isTyping(stop)) ?? stops[0] ?? part(region) ?? part('Editor');
  // What went by scrolling leaves in sight where the user scrolled to.
  next?.focus({ preventScroll: true });
}

function controlsIn(place: Element | null): HTMLElement[] {
  if (!place?.isConnected) return [];
  const inside = [...place.querySelectorAll<HTMLElement>(controls)];
  const all = place instanceof HTMLElement && place.matches(controls) ? [place, ...inside] : inside;
  return all.filter(element => element.checkVisibility({ visibilityProperty: true }));
}

/** The part of the window itself, so that no key means anything in it that it would not mean elsewhere. */
function part(region: string | undefined): HTMLElement | undefined {
  const found = document.querySelector<HTMLElement>(`[data-region="${region}"]`);
  if (!found?.checkVisibility()) return undefined;
  found.tabIndex = -1;
  return found;
}
