import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld } from '../../../electron/platform/world.ts';
import { createApp } from '../../../electron/services/app.ts';
import { dispatch } from '../../../electron/services/dispatch.ts';
import { outermost, type WalkedInput, walkInputs } from '../../support/walk-inputs.ts';

const bytes = 1_000_000;
/** The goal for what doors let through. */
const goalMs = 50;

/**
 * How long each procedure keeps the event loop at most, over inputs of a megabyte: each way to fill one at its outermost
 * place, or with `isLong` at every place.
 */
export async function benchLoop(print: (line: string) => void, isLong: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  const note = () => {};
  const logger = { info: note, warn: note, error: note };
  const app = createApp({
    userDataDir: join(folder, 'user'),
    shell: 'none',
    version: '0',
    logger,
    world: createWorld(),
  });
  const ask = (name: string, input: unknown) => dispatch(app, { door: 'cli', access: 'write' }, name, input);
  const longest: WalkedInput[] = [];
  try {
    await ask('project.open', { path: join(folder, 'project'), create: true });
    const choose: Parameters<typeof walkInputs>[0]['choose'] = inputs =>
      isLong ? inputs : outermost(inputs, () => true);
    for await (const one of walkInputs({ ask, bytes, choose })) {
      const last = longest.at(-1);
      if (last?.procedure !== one.procedure) {
        if (last !== undefined) print(lineOf(last));
        longest.push(one);
      } else if (last.longestTurnMs < one.longestTurnMs) longest[longest.length - 1] = one;
      if (one.procedure.startsWith('project.')) await ask('project.open', { path: join(folder, 'project') });
    }
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
  print(`longest first\n${longest.toSorted(byTurn).slice(0, 20).map(lineOf).join('\n')}`);
  return { pass: longest.every(({ longestTurnMs }) => longestTurnMs <= goalMs), bytes, goalMs };
}

const byTurn = (left: WalkedInput, right: WalkedInput): number => right.longestTurnMs - left.longestTurnMs;

const lineOf = ({ procedure, what, longestTurnMs }: WalkedInput): string =>
  `${longestTurnMs.toFixed(0).padStart(6)} ms  ${procedure}  ${what}`;
