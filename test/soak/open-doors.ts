import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { isJsonObject } from '../../shared/model/json.ts';
import { quantile } from '../bench/measure.ts';
import { expectPage, ruleNode, showView } from '../e2e/support/by-mouse.ts';
import { launchBrowser } from '../support/find-browser.ts';
import type { HostedProject } from '../support/hosted-project.ts';
import { repository, startWeft, waitForOutput } from '../support/run-weft.ts';
import { StdioDoor } from './soak-doors.ts';

/** Somebody at a door of the project, who writes and looks. */
export interface OpenDoor {
  readonly name: string;
  /** Resolves when the entry was acknowledged. */
  post(summary: string): Promise<unknown>;
  /** Writes the text into a definition of its own; resolves when that was acknowledged. */
  define(text: string): Promise<unknown>;
  /** What the door shows now: the newest entries, and the rule engines. */
  look(): Promise<string>;
  end(): Promise<unknown>;
}

const newest = { limit: 100 };
const entryOf = (summary: string) => ({ entry_type: 'finding', summary });

/** An engine that only this door changes; its id. */
async function ownEngine(project: HostedProject, id: string): Promise<string> {
  await project.call('engines.create', {
    engine: { id, name: id, description: '', enabled: true, rules: [] },
  });
  return id;
}

/** `weft mcp` over stdio, driven by the client of the protocol's own SDK. */
export async function openAgent(project: HostedProject, name: string): Promise<OpenDoor> {
  const id = await ownEngine(project, name);
  const agent = new StdioDoor(`${repository}/dist/cli.js`, project.folder, project.userDataDir);
  await agent.open();
  return {
    name,
    post: summary => agent.ask('twining_post', entryOf(summary)),
    define: text => agent.ask('rule_update', { id, name: text }),
    look: async () =>
      JSON.stringify([await agent.ask('twining_list', newest), await agent.ask('rule_list', {})]),
    end: () => agent.close(),
  };
}

/** A loop of `weft call`, each a process of its own. */
export async function openShell(project: HostedProject): Promise<OpenDoor> {
  const id = await ownEngine(project, 'shell');
  return {
    name: 'shell',
    post: summary => project.call('ledger.post', entryOf(summary)),
    define: text => project.call('engines.update', { id, changes: { name: text } }),
    look: async () =>
      JSON.stringify([await project.call('ledger.list', newest), await project.call('engines.list')]),
    end: async () => {},
  };
}

/** The studio of `weft serve` in Chromium, which is the host then: a page with the ledger, and one with the rules. */
export async function openStudio(project: HostedProject): Promise<OpenDoor> {
  const server = startWeft(['serve', '--port', '0', '--json'], project.place);
  const [, address = ''] = await waitForOutput(server, /"address":"([^"]+)"/);
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const [ledger, rules] = [await context.newPage(), await context.newPage()];
  await ledger.goto(address);
  await showView(ledger, 'Ledger');
  // The first page has exchanged the code of the address; the cookie is for both.
  await rules.goto(new URL('/', address).href);
  await showView(rules, 'Rules');
  await rules.getByRole('row', { name: 'Review rules' }).click();
  await ruleNode(rules, 'review-basics').click();
  const field = rules.getByRole('complementary', { name: 'Inspector' }).getByLabel('Description');
  return {
    name: 'studio',
    async post(summary) {
      await ledger.getByRole('button', { name: 'Post an entry' }).first().click();
      const dialog = ledger.getByRole('dialog', { name: 'Post an entry' });
      await dialog.getByRole('textbox', { name: 'Summary' }).fill(summary);
      await acknowledged(ledger, 'ledger.post', () =>
        dialog.getByRole('button', { name: 'Post entry' }).click(),
      );
      await expectPage(dialog).toBeHidden();
    },
    async define(text) {
      await field.fill(text);
      await acknowledged(rules, 'engines.save', () => field.press('Control+s'));
    },
    look: async () => (await Promise.all([ledger, rules].map(shownRows))).join('\n'),
    async end() {
      await browser.close();
      const gone = once(server, 'close');
      server.kill('SIGTERM');
      await gone;
    },
  };
}

/** What a person does in the page, and the good answer that the server gives to it. */
async function acknowledged(page: Page, procedure: string, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse(response => response.url().endsWith(`/procedures/${procedure}`));
  await act();
  const response = await answer;
  if (!response.ok()) throw new Error(`${procedure}: ${response.status()} ${await response.text()}`);
}

const shownRows = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=option], [role=row]')].map(row => row.textContent).join('\n'),
  );

type Kind = 'entry' | 'definition';

interface Written {
  readonly by: OpenDoor;
  readonly kind: Kind;
  readonly number: number;
  readonly acknowledgedAt: number;
  /** By each other door: when a look that shows it ended, and how long after the acknowledgement one still began that did not. */
  readonly shown: Map<OpenDoor, number>;
  readonly stale: Map<OpenDoor, number>;
}

export interface DoorFigures {
  readonly writes: number;
  readonly looks: number;
  /** Milliseconds from the acknowledgement of another's write to the end of the look that showed it. */
  readonly shown: { readonly p50: number; readonly p95: number; readonly most: number };
  /** Milliseconds after the acknowledgement at which a look began that did not show it: the most of all writes, and how many were not shown by the first look. */
  readonly stale: { readonly most: number; readonly writes: number };
}

export interface DoorsResult {
  readonly doors: Readonly<Record<string, DoorFigures>>;
  readonly writes: number;
  readonly refused: readonly string[];
  /** Writes that a door never showed. */
  readonly unseen: readonly string[];
  /** Entries that are not in the ledger exactly once. */
  readonly miscounted: readonly string[];
  readonly pass: boolean;
}

const goalMs = 1000;

/** All doors write and look at the same time, each for itself, until the time is over. */
export async function workAtDoors(
  project: HostedProject,
  doors: readonly OpenDoor[],
  { forMs, pauseMs }: { readonly forMs: number; readonly pauseMs: number },
): Promise<DoorsResult> {
  const state: DoorsState = { written: [], refused: [], looks: new Map(), isOver: false, pauseMs };
  const looking = doors.map(door => keepLooking(state, door));
  const until = performance.now() + forMs;
  await Promise.all(doors.map(door => keepWriting(state, door, until)));
  // The last of them need a look as well.
  await sleep(goalMs + pauseMs);
  state.isOver = true;
  await Promise.all(looking);
  return judge(state, doors, await countEntries(project));
}

interface DoorsState {
  readonly written: Written[];
  readonly refused: string[];
  readonly looks: Map<OpenDoor, number>;
  readonly pauseMs: number;
  isOver: boolean;
}

async function keepWriting(state: DoorsState, door: OpenDoor, until: number): Promise<void> {
  for (let number = 1; performance.now() < until; number += 1)
    for (const kind of ['entry', 'definition'] as const) {
      try {
        await (kind === 'entry' ? door.post : door.define)(textOf(kind, door, number));
        const acknowledgedAt = performance.now();
        state.written.push({ by: door, kind, number, acknowledgedAt, shown: new Map(), stale: new Map() });
      } catch (error) {
        state.refused.push(`${door.name}: ${String(error).slice(0, 300)}`);
      }
      await sleep(state.pauseMs);
    }
}

async function keepLooking(state: DoorsState, door: OpenDoor): Promise<void> {
  for (; !state.isOver; await sleep(state.pauseMs / 5)) {
    const beganAt = performance.now();
    const awaited = state.written.filter(one => one.by !== door && !one.shown.has(door));
    try {
      const text = await door.look();
      const endedAt = performance.now();
      state.looks.set(door, (state.looks.get(door) ?? 0) + 1);
      for (const one of awaited)
        if (isShown(one, text)) one.shown.set(door, endedAt - one.acknowledgedAt);
        else one.stale.set(door, beganAt - one.acknowledgedAt);
    } catch (error) {
      state.refused.push(`${door.name} looks: ${String(error).slice(0, 300)}`);
    }
  }
}

/** No text begins another one. */
const textOf = (kind: Kind, { name }: OpenDoor, number: number): string =>
  `${kind} ${name} ${String(number).padStart(6, '0')}`;

/** A definition is overwritten by the next write of its door, which shows it as well. */
function isShown({ kind, by, number }: Written, text: string): boolean {
  if (kind === 'entry') return text.includes(textOf(kind, by, number));
  const shown = text.matchAll(new RegExp(`definition ${by.name} (\\d{6})`, 'g'));
  return [...shown].some(([, found]) => Number(found) >= number);
}

/** How often the ledger holds each text. */
async function countEntries(project: HostedProject): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let offset = 0; ; ) {
    const page = await project.call('ledger.list', { offset, limit: 1000 });
    const records = isJsonObject(page) && Array.isArray(page.records) ? page.records : [];
    for (const record of records) {
      const [text = ''] = /entry [\w-]+ \d{6}/.exec(JSON.stringify(record)) ?? [];
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    offset += records.length;
    if (records.length < 1000) return counts;
  }
}

function judge(
  { written, refused, looks }: DoorsState,
  doors: readonly OpenDoor[],
  counts: ReadonlyMap<string, number>,
): DoorsResult {
  const figures = doors.map(door => [door.name, figuresOf(door)] as const);
  const unseen = doors.flatMap(door =>
    written
      .filter(one => one.by !== door && !one.shown.has(door))
      .map(one => `${door.name}: ${textOf(one.kind, one.by, one.number)}`),
  );
  const miscounted = written
    .filter(one => one.kind === 'entry')
    .map(one => textOf(one.kind, one.by, one.number))
    .filter(text => counts.get(text) !== 1);
  const isInTime = figures.every(([, { stale, writes }]) => stale.most <= goalMs && writes > 0);
  const isWhole = refused.length + unseen.length + miscounted.length === 0;
  return {
    doors: Object.fromEntries(figures),
    writes: written.length,
    refused,
    unseen,
    miscounted,
    pass: isInTime && isWhole,
  };

  function figuresOf(door: OpenDoor): DoorFigures {
    const others = written.filter(({ by }) => by !== door);
    const shown = others.flatMap(one => one.shown.get(door) ?? []).map(Math.round);
    const stale = others.flatMap(one => one.stale.get(door) ?? []).map(Math.round);
    return {
      writes: written.filter(({ by }) => by === door).length,
      looks: looks.get(door) ?? 0,
      shown: { p50: quantile(shown, 0.5), p95: quantile(shown, 0.95), most: Math.max(0, ...shown) },
      stale: { most: Math.max(0, ...stale), writes: stale.length },
    };
  }
}
