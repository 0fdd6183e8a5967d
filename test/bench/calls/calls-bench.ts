import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../bench.ts';
import { median, quantile } from '../measure.ts';
import { type OpenState, openStates } from '../support/bench-app.ts';
import { searchTrial } from './documents.ts';
import { ledgerTrials } from './ledger.ts';
import { conversationTrial, importTalksTrial, recallTrial } from './talks.ts';

/** What both states are asked, call by call in turns. */
export interface Trial {
  readonly name: string;
  /** The world's embedder is replaced where what texts mean does not matter. */
  readonly embedder?: 'invented';
  readonly rounds: number;
  /** Calls of a round; each is one figure, the median of its rounds. */
  readonly calls: number;
  /** Rounds that only warm up. */
  readonly warmUp?: number;
  /** Makes what is asked in a state's project. */
  prepare(state: OpenState): Promise<void>;
  /** Between the rounds of a state, not measured. */
  between?(state: OpenState, round: number): Promise<void>;
  ask(state: OpenState, at: number, round: number): Promise<void>;
}

interface Figures {
  readonly p50: number;
  readonly p95: number;
}

interface Spent {
  /** Milliseconds by the clock and of the processor. */
  readonly clock: Figures;
  readonly processor: Figures;
}

/** Median and p95 of now divided by before; pairs of the same call in the same minute, so that the machine's speed falls out. */
interface Compared {
  readonly now: Spent;
  readonly before?: Spent;
  readonly ratio?: Spent;
}

/**
 * `npm run bench -- calls --beside CHECKOUT [--only NAME]`: what calls of the contract take, of this state and of
 * another one in turns within one process, by the clock and of the processor.
 */
export async function benchCalls({ print, data, only, beside }: BenchOptions) {
  const results: Record<string, Compared> = {};
  const trials = [
    ...ledgerTrials(),
    searchTrial('keyword'),
    searchTrial('semantic'),
    searchTrial('hybrid'),
    ...recallTrial(data),
    importTalksTrial(),
    conversationTrial(),
  ];
  for (const trial of trials) {
    if (!trial.name.includes(only)) continue;
    const compared = await compare(trial, beside);
    results[trial.name] = compared;
    print(`${trial.name}: ${told(compared)}`);
  }
  return { pass: true, results };
}

/** In milliseconds. */
interface Took {
  readonly clock: number;
  readonly processor: number;
}

async function compare(trial: Trial, beside: string | undefined): Promise<Compared> {
  const home = mkdtempSync(join(tmpdir(), 'weft-calls-'));
  const openAll = () => openStates(home, beside, trial.embedder);
  let states = await openAll();
  try {
    for (const state of states) {
      await state.open();
      await trial.prepare(state);
      await state.close();
    }
    // What was written just now lies in the database's log, from which it is read at another price.
    states = await openAll();
    for (const state of states) await state.open();
    const [now, before] = (await askInTurns(trial, states)).map(spentOf);
    if (now === undefined) throw new Error('nothing was measured');
    return before === undefined ? { now } : { now, before, ratio: divided(now, before) };
  } finally {
    for (const state of states) await state.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** By state and call, what each of its rounds took. */
async function askInTurns(trial: Trial, states: readonly OpenState[]): Promise<Took[][][]> {
  const took = states.map(() => Array.from({ length: trial.calls }, (): Took[] => []));
  for (let round = -(trial.warmUp ?? 0); round < trial.rounds; round += 1) {
    for (const state of states) await trial.between?.(state, round);
    for (let at = 0; at < trial.calls; at += 1)
      for (const [which, state] of inOrder(states, at + round)) {
        const one = await timed(() => trial.ask(state, at, round));
        if (round >= 0) took[which]?.[at]?.push(one);
      }
  }
  return took;
}

/** Each goes first as often as the other. */
function inOrder(states: readonly OpenState[], turn: number): [number, OpenState][] {
  const order = [...states.entries()];
  return turn % 2 === 0 ? order : order.reverse();
}

async function timed(work: () => Promise<void>): Promise<Took> {
  const used = process.cpuUsage();
  const start = performance.now();
  await work();
  const clock = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  return { clock, processor: (user + system) / 1000 };
}

function spentOf(calls: readonly (readonly Took[])[]): Spent {
  const figures = (which: keyof Took): Figures => {
    const typical = calls.map(rounds => median(rounds.map(took => took[which])));
    return { p50: median(typical), p95: quantile(typical, 0.95) };
  };
  return { clock: figures('clock'), processor: figures('processor') };
}

const over = (now: Figures, before: Figures): Figures => ({
  p50: now.p50 / before.p50,
  p95: now.p95 / before.p95,
});
const divided = (now: Spent, before: Spent): Spent => ({
  clock: over(now.clock, before.clock),
  processor: over(now.processor, before.processor),
});

function told({ now, before, ratio }: Compared): string {
  const both = (which: keyof Spent, part: keyof Figures) =>
    `${part} ${now[which][part].toFixed(2)}` +
    (before && ratio ? ` and ${before[which][part].toFixed(2)} (${ratio[which][part].toFixed(2)})` : '');
  const spent = (which: keyof Spent) => `${both(which, 'p50')}, ${both(which, 'p95')}`;
  return `processor ${spent('processor')}; clock ${spent('clock')} ms`;
}
