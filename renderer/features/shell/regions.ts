import type { Phrase } from '../../../shared/texts/texts.ts';
import { announce } from '../../stores/announcements.ts';
import type { Panel } from '../../stores/panels.ts';
import { t } from '../../texts/texts.ts';

/** The parts of the frame that F6 goes round, in reading order. Each bears its name as `data-region`. */
const regions = [
  'Top bar',
  'Views',
  'Notices',
  'List',
  'Editor',
  'Drawer',
  'Inspector',
  'Status bar',
] as const satisfies readonly Phrase[];
export type Region = (typeof regions)[number];

export const regionOf = {
  list: 'List',
  inspector: 'Inspector',
  drawer: 'Drawer',
} as const satisfies Readonly<Record<Panel, Region>>;

/** Where the focus was when it left a region; it comes back to there. */
const left = new WeakMap<Element, HTMLElement>();

/** Moves the focus to the next region in sight, or the one before, and says which of how many it is. */
export function stepRegion(by: 1 | -1): void {
  const shown = shownRegions();
  const here = shown.findIndex(({ element }) => element.contains(document.activeElement));
  const from = here === -1 && by === -1 ? 0 : here;
  const next = shown[(from + by + shown.length) % shown.length];
  if (!next) return;
  focusIn(next.element);
  announce(
    t('{region}, {next} of {count}', {
      region: t(next.region),
      next: shown.indexOf(next) + 1,
      count: shown.length,
    }),
  );
}

export function focusRegion(region: Region): void {
  const found = shownRegions().find(one => one.region === region);
  if (found) focusIn(found.element);
}

/** Whether the focus is in a region, and would be lost with it. */
export function holdsFocus(region: Region): boolean {
  return document.activeElement?.closest(`[data-region="${region}"]`) != null;
}

function shownRegions(): { readonly region: Region; readonly element: HTMLElement }[] {
  return regions.flatMap(region => {
    const element = document.querySelector<HTMLElement>(`[data-region="${region}"]`);
    return element?.checkVisibility() ? [{ region, element }] : [];
  });
}

function focusIn(region: HTMLElement): void {
  const active = document.activeElement;
  const before = active?.closest('[data-region]');
  if (before && active instanceof HTMLElement) left.set(before, active);
  const remembered = left.get(region);
  if (remembered?.isConnected && remembered.checkVisibility()) remembered.focus();
  if (!region.contains(document.activeElement)) firstStop(region).focus();
}

/** What is chosen in the region, else its first control, else the region itself. */
function firstStop(region: HTMLElement): HTMLElement {
  for (const selector of [chosen, controls]) {
    const shown = [...region.querySelectorAll<HTMLElement>(selector)].find(element =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    if (shown) return shown;
  }
  region.tabIndex = -1;
  return region;
}

const chosen = ':is([role=row], [role=tab])[aria-selected=true], [aria-current=page]';
export const controls =
  ':is(button, input, textarea, select):not(:disabled, [tabindex="-1"]), a[href], [tabindex="0"]';
