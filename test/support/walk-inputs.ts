import { contract, type ProcedureName } from '../../shared/contract/contract.ts';
import type { Reply } from '../../shared/contract/errors.ts';
import { type LargestInput, largestInputs } from './largest-inputs.ts';

/** What one call with a large input came to. */
export interface WalkedInput {
  readonly procedure: string;
  /** As in `engine.rules: list of {}`. */
  readonly what: string;
  /** Processor time of the longest stretch in which nothing else of this thread could run, in milliseconds. */
  readonly longestTurnMs: number;
  /** Length of the answer as JSON. */
  readonly answerLetters: number;
  readonly reply: Reply<unknown>;
}

export interface WalkOptions {
  ask(name: string, input: unknown): Promise<Reply<unknown>>;
  /** Length of each input as JSON, about. */
  readonly bytes: number;
  /** Which of the inputs of a procedure are tried. */
  choose(inputs: readonly LargestInput[]): readonly LargestInput[];
}

/** Calls every procedure of the contract with large inputs of its own schema, one after the other. */
export async function* walkInputs({ ask, bytes, choose }: WalkOptions): AsyncGenerator<WalkedInput> {
  for (const name of Object.keys(contract) as ProcedureName[]) // its own keys
    for (const { what, make } of choose(largestInputs(contract[name].input, bytes))) {
      const input = make();
      const { longestTurnMs, value: reply } = await measureTurns(() => ask(name, input));
      yield {
        procedure: name,
        what,
        longestTurnMs,
        answerLetters: JSON.stringify(reply).length,
        reply,
      };
    }
}

/** Of each way to fill something, the input that does so at the outermost place; `ways` by the words after the place. */
export function outermost(
  inputs: readonly LargestInput[],
  isWanted: (way: string) => boolean,
): LargestInput[] {
  const found = new Map<string, LargestInput>();
  for (const input of inputs) {
    const [place = '', way = ''] = input.what.split(': ', 2);
    const other = found.get(way);
    if (
      isWanted(way) &&
      (other === undefined || depthOf(place) < depthOf(other.what.split(': ', 1)[0] ?? ''))
    )
      found.set(way, input);
  }
  return [...found.values()];
}

const depthOf = (place: string): number => (place === 'the input' ? 0 : place.split(/[.[{]/).length);

interface MeasuredTurns<Value> {
  readonly longestTurnMs: number;
  readonly allTurnsMs: number;
  /** How often others had a turn meanwhile. */
  readonly turns: number;
  readonly value: Value;
}

/**
 * How long the event loop stood still at most while something was done, and how long all of it took. Told in processor
 * time of this thread: other programs on the machine, and what waits for a disk, do not count.
 */
export async function measureTurns<Value>(work: () => Promise<Value>): Promise<MeasuredTurns<Value>> {
  await nextTurn();
  const state = { isDone: false, longest: 0, turns: 0 };
  const begun = usedMicroseconds();
  const watched = watchTurns(state);
  const value = await work();
  state.isDone = true;
  await watched;
  const allTurnsMs = (usedMicroseconds() - begun) / 1000;
  return { longestTurnMs: state.longest / 1000, allTurnsMs, turns: state.turns, value };
}

async function watchTurns(state: { isDone: boolean; longest: number; turns: number }): Promise<void> {
  for (let before = usedMicroseconds(); ; ) {
    await nextTurn();
    const now = usedMicroseconds();
    state.longest = Math.max(state.longest, now - before);
    state.turns += 1;
    before = now;
    if (state.isDone) return;
  }
}

function usedMicroseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

const nextTurn = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 1));
