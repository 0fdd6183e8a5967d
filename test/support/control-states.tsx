import axe from 'axe-core';
import type { ReactNode } from 'react';
import { describe, expect, inject, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type RenderResult, render } from 'vitest-browser-react';
import { atRest } from './at-rest.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly isLong: boolean;
  }
}

/** How a control may be, by a word for it; what is `disabled` must be out of reach. */
export type ControlStates = Readonly<Record<string, ReactNode>>;

/** Longer than any place it may come into, with a part that no line can break. */
export const longText = `A very long text that nobody foresaw, ${'unbreakable'.repeat(12)} and its end`;

/** What holds for every control in each of its states; what only one of them does, its own tests say. */
export function checkControls(controls: Readonly<Record<string, ControlStates>>): void {
  // It takes half of the time: every third control in every run.
  const looked = someOf(Object.keys(controls), 3);
  describe.each(Object.entries(controls))('%s', (name, states) => {
    it.runIf(looked.includes(name))('has names and contrast that axe accepts, in both themes', async () => {
      document.documentElement.dataset.theme = 'light';
      await show(states);
      expect(await seriousFindings()).toEqual([]);
      document.documentElement.dataset.theme = 'dark';
      await atRest();
      expect(await faintWords()).toEqual([]);
    });

    it('is reached by Tab in every state but disabled, with a focus that can be seen', async () => {
      await show(states);
      const plain = new Map<Element, string>(
        Object.keys(states)
          .flatMap(stopsIn)
          .map(stop => [stop, looksAround(stop)]),
      );
      const reached = new Set<string>();
      const unseen: string[] = [];
      for (const stop of await walkByTab()) {
        reached.add(stateOf(stop.element) ?? '');
        if (stop.looks === plain.get(stop.element)) unseen.push(stop.element.outerHTML.slice(0, 160));
      }
      expect([...reached]).toEqual(Object.keys(states).filter(isReachable));
      expect(reached).not.toContain('disabled');
      expect(unseen).toEqual([]);
    });

    it('stays within a narrow place, and what it cuts is told in full', async () => {
      await show(states, 260);
      expect(Object.keys(states).flatMap(name => [...outside(name), ...cutSilently(name)])).toEqual([]);
    });
  });
}

/** All states below each other, each in a box of its own. */
async function show(states: ControlStates, width = 720): Promise<void> {
  const { container } = await render(
    <main style={{ padding: 8 }} tabIndex={-1}>
      {Object.entries(states).map(([name, state]) => (
        <div key={name}>
          <h2>{name}</h2>
          <div data-state={name} style={{ contain: 'layout', display: 'flow-root', width }}>
            {state}
          </div>
        </div>
      ))}
    </main>,
  );
  // Tab begins here, not where something of another test is gone. What takes the focus by itself keeps it.
  if (document.activeElement === document.body) container.querySelector('main')?.focus();
  await document.fonts.ready;
}

/** A key and a help beside the words of an entry describe it; the rule takes them for a part of its name. */
const rules = { 'label-content-name-mismatch': { enabled: false } };

/** One line a finding of WCAG 2.2 AA: what is wrong and where. */
export async function seriousFindings(root: Element = document.body): Promise<string[]> {
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  return findings(root, { runOnly: { type: 'tag', values }, rules });
}

/** All that another theme can spoil. */
const faintWords = (): Promise<string[]> =>
  findings(document.body, { runOnly: { type: 'rule', values: ['color-contrast'] } });

async function findings(root: Element, options: axe.RunOptions): Promise<string[]> {
  // What passes is not asked for, and nothing is in frames or style sheets of elsewhere.
  const kept = { resultTypes: ['violations' as const], preload: false };
  const { violations } = await axe.run(root, { ...options, ...kept });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)}`));
}

const boxOf = (name: string): Element | null => document.querySelector(`[data-state="${name}"]`);

const stops = 'a[href], button, input, textarea, select, [tabindex], [contenteditable=true]';

function stopsIn(name: string): HTMLElement[] {
  return [...(boxOf(name)?.querySelectorAll<HTMLElement>(stops) ?? [])].filter(
    element => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  );
}

/** What stands in a shadow tree can be reached as well. */
const isReachable = (name: string): boolean =>
  stopsIn(name).length > 0 ||
  [...(boxOf(name)?.querySelectorAll('*') ?? [])].some(element => element.shadowRoot !== null);

const stateOf = (element: Element): string | undefined =>
  element.closest<HTMLElement>('[data-state]')?.dataset.state;

/** More stops than any control has in all its states. */
const mostStops = 80;

/** Each element that Tab comes to, and how it looks while it has the focus, until the states are behind. */
async function walkByTab(): Promise<{ element: Element; looks: string }[]> {
  const walked: { element: Element; looks: string }[] = [];
  while (walked.length < mostStops) {
    const before = document.activeElement;
    await userEvent.tab();
    // In an editor Tab indents; after Escape it leads on.
    if (before?.shadowRoot && document.activeElement === before) {
      await userEvent.keyboard('{Escape}');
      await userEvent.tab();
    }
    const element = document.activeElement;
    if (!element || stateOf(element) === undefined) break;
    walked.push({ element, looks: looksAround(element) });
  }
  return walked;
}

/** How the element and what is around it look, as far as a focus may show there. */
function looksAround(stop: Element): string {
  const around: Element[] = [stop, ...stop.querySelectorAll('*')];
  for (let at = stop.parentElement; at && !at.matches('[data-state]'); at = at.parentElement) around.push(at);
  return around
    .map(element => {
      const { outlineStyle, outlineColor, boxShadow, borderColor, backgroundColor } =
        getComputedStyle(element);
      return [outlineStyle, outlineColor, boxShadow, borderColor, backgroundColor].join();
    })
    .join(';');
}

/** A mark at the end of its track stands over it. */
const markWidth = 4;

function outside(name: string): string[] {
  const box = boxOf(name);
  if (!box) return [];
  const edge = box.getBoundingClientRect().right + markWidth;
  return [...box.querySelectorAll('*')]
    .filter(
      element =>
        element.checkVisibility() && element.getBoundingClientRect().right > edge && !isClipped(element, box),
    )
    .map(element => `${name}, beyond its place: ${element.outerHTML.slice(0, 160)}`);
}

function isClipped(element: Element, box: Element): boolean {
  for (let at = element.parentElement; at && at !== box; at = at.parentElement) {
    if (getComputedStyle(at).overflowX !== 'visible') return true;
  }
  return false;
}

/** What ends in an ellipsis is read in full in a tooltip, or moved in with the cursor. */
function cutSilently(name: string): string[] {
  return [...(boxOf(name)?.querySelectorAll('*') ?? [])]
    .filter(
      element =>
        getComputedStyle(element).textOverflow === 'ellipsis' &&
        element.scrollWidth > element.clientWidth &&
        !element.matches('input, textarea') &&
        !element.closest('[title]') &&
        !element.querySelector('[title]'),
    )
    .map(element => `${name}, cut: ${element.outerHTML.slice(0, 160)}`);
}

/** In every run one of four, or `of` so many, that differ only in what they say, the first among them; all with `WEFT_LONG=1`. */
export function someOf<Item>(all: readonly Item[], of = 4): readonly Item[] {
  return inject('isLong') ? all : all.filter((_, index) => index % of === 0);
}

/** What follows a drawing in the next frames is over then. */
export async function someFrames(): Promise<void> {
  for (let frame = 0; frame < 5; frame += 1) await new Promise(resolve => requestAnimationFrame(resolve));
}

/** Shows a panel of the studio as wide as it is there, and gives where it stands. */
export async function showPanel(panel: ReactNode): Promise<RenderResult> {
  const screen = await render(
    <main data-state="panel" style={{ display: 'flex', flexDirection: 'column', height: 700, width: 340 }}>
      {panel}
    </main>,
  );
  await document.fonts.ready;
  return screen;
}

/** What is wrong with the panel that is shown: names, contrast in both themes, room. */
export async function panelFindings(): Promise<string[]> {
  const found = [...outside('panel'), ...cutSilently('panel')];
  for (const theme of ['light', 'dark'] as const) {
    document.documentElement.dataset.theme = theme;
    await atRest();
    const wrong = await (theme === 'light' ? seriousFindings() : faintWords());
    found.push(...wrong.map(finding => `${theme}: ${finding}`));
  }
  return found;
}
