import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { contract, type ProcedureName } from '../../../shared/contract/contract.ts';
import { largestInputs } from '../../support/largest-inputs.ts';
import { measureTurns, outermost } from '../../support/walk-inputs.ts';
import type { BenchOptions } from '../bench.ts';
import { type AskAny, openStates } from '../support/bench-app.ts';
import { walkLongContent } from './long-content.ts';

const bytes = 1_000_000;
/** The goal for what doors let through. */
const goalMs = 50;
/** What takes long is tried so often, and counts with the shortest: code that runs for the first time is not compiled yet. */
const rounds = 3;
/** Shorter ones are as they should be. */
const worthRetryMs = 30;

interface Longest {
  readonly procedure: ProcedureName;
  readonly what: string;
  /** Of this state. */
  readonly ms: number;
  /** The longest of the state beside, over the same inputs. */
  readonly besideMs: number | undefined;
}

/**
 * How long each procedure keeps the event loop at most, over inputs of a megabyte: each way to fill one at its outermost
 * place, or with `isLong` at every place. Another state is asked in turn, input by input. Then of this state alone, over
 * as much stored content as a project of years holds.
 */
export async function benchLoop({ print, isLong, only, beside }: BenchOptions) {
  const home = mkdtempSync(join(tmpdir(), 'weft-loop-'));
  const states = await openStates(home, beside);
  const longest: Longest[] = [];
  try {
    for (const { open } of states) await open();
    for (const name of Object.keys(contract) as ProcedureName[]) {
      if (!name.includes(only)) continue; // its own keys
      const found = await walkProcedure(name, states, isLong);
      print(lineOf(found));
      longest.push(found);
    }
  } finally {
    for (const { close } of states) await close();
    rmSync(home, { recursive: true, force: true });
  }
  for await (const call of walkLongContent(only)) {
    const found = { ...call, besideMs: undefined };
    print(lineOf(found));
    longest.push(found);
  }
  const inOrder = longest.toSorted((left, right) => right.ms - left.ms);
  print(`longest first\n${inOrder.slice(0, 20).map(lineOf).join('\n')}`);
  return { pass: longest.every(({ ms }) => ms <= goalMs), bytes, goalMs, longest: inOrder };
}

type State = Awaited<ReturnType<typeof openStates>>[number];

async function walkProcedure(
  procedure: ProcedureName,
  states: readonly State[],
  isLong: boolean,
): Promise<Longest> {
  const inputs = largestInputs(contract[procedure].input, bytes);
  const most = states.map(() => ({ ms: 0, what: '' }));
  for (const { what, make } of isLong ? inputs : outermost(inputs, () => true))
    for (const [at, { ask, open }] of states.entries()) {
      const ms = await holdOf(ask, procedure, make);
      if (ms > (most[at]?.ms ?? 0)) most[at] = { ms, what };
      // It may have opened another.
      if (procedure.startsWith('project.')) await open();
    }
  const [own, other] = most;
  return { procedure, what: own?.what ?? '', ms: own?.ms ?? 0, besideMs: other?.ms };
}

async function holdOf(ask: AskAny, procedure: ProcedureName, make: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const input = make();
    // What making the input left behind is not the procedure's.
    collectGarbage();
    const { longestTurnMs } = await measureTurns(() => ask(procedure, input));
    least = Math.min(least, longestTurnMs);
    if (least < worthRetryMs) break;
  }
  return least;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const lineOf = ({ procedure, what, ms, besideMs }: Longest): string =>
  `${ms.toFixed(0).padStart(6)} ms${besideMs === undefined ? '' : `, beside ${besideMs.toFixed(0).padStart(6)} ms`}  ${procedure}  ${what}`;
