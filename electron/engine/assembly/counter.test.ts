import { describe, expect, it } from 'vitest';
import { chars4 } from '../../../shared/model/chars4.ts';
import { enginePorts } from '../../../test/support/engine-world.ts';
import { createManualClock, withoutWaiting } from '../../../test/support/manual-clock.ts';
import type { EnginePorts, TokenPort } from '../ports.ts';
import { type AssemblyRun, startAssemblyClock } from './assembly-run.ts';
import { countTexts, storedCount } from './count-items.ts';
import { createCounter } from './counter.ts';
import { within } from './within.ts';

const texts = ['one two', 'three'];
const answering = (counts: readonly number[]): TokenPort => ({ countTokens: async () => counts });

describe('countTexts', () => {
  it('takes a quarter of the length, rounded up, for chars4, and asks nobody', async () => {
    const tokens: TokenPort = { countTokens: () => Promise.reject(new Error('asked')) };
    expect(['', 'a', 'abcd', 'abcde', '\u{1f600}'.repeat(4)].map(chars4)).toEqual([0, 1, 1, 2, 2]);
    expect(await countTexts(tokens, 'chars4', ['abcde', ''])).toEqual([2, 0]);
    expect(await countTexts(tokens, 'o200k_base', [])).toEqual([]);
  });

  it('takes over what an exact tokenizer says, asked by its name', async () => {
    const asked: unknown[] = [];
    const tokens: TokenPort = {
      countTokens: async (...given) => {
        asked.push(given);
        return [7, 0];
      },
    };
    expect(await countTexts(tokens, 'cl100k_base', texts)).toEqual([7, 0]);
    expect(asked).toEqual([['cl100k_base', texts]]);
  });

  it.each([[[1]], [[1, 2, 3]], [[1, -1]], [[1, 1.5]], [[Number.NaN, 1]]])(
    'refuses %j for two texts',
    async counts => {
      await expect(countTexts(answering(counts), 'o200k_base', texts)).rejects.toThrow(
        `the tokenizer gave ${counts.length} counts for 2 texts`,
      );
    },
  );
});

it.each<[unknown, number | undefined]>([
  [{ o200k_base: 7 }, 7],
  [{ o200k_base: 0 }, 0],
  [{ o200k_base: -1 }, undefined],
  [{ o200k_base: 1.5 }, undefined],
  [{ o200k_base: undefined }, undefined],
  [{ cl100k_base: 7 }, undefined],
  [Object.create({ o200k_base: 7 }), undefined],
  [[], undefined],
  [undefined, undefined],
])('of stored counts %j it takes %j', (counts, expected) => {
  const element = { content: 'text', counts: counts as Record<string, number> }; // a store may hold anything
  expect(storedCount('o200k_base', element)).toBe(expected);
});

it('takes no stored count for chars4, which may have been another one', () => {
  expect(storedCount('chars4', { content: 'text', counts: { chars4: 9 } })).toBeUndefined();
});

async function counting(tokens: TokenPort, deadlineMs: number, passedMs = 0) {
  const clock = createManualClock();
  const run: AssemblyRun = { clock: startAssemblyClock(clock), warnings: [], degraded: false };
  await clock.advance(passedMs);
  const ports: EnginePorts = enginePorts({ clock, tokens });
  return { run, clock, counter: createCounter(run, ports, 'o200k_base', deadlineMs) };
}

describe('the counter of an assembly', () => {
  it('counts by the estimator that was asked for, and leaves nothing waiting', async () => {
    const { run, clock, counter } = await counting(answering([2, 1]), 300);
    expect([await counter.count(texts), counter.estimator]).toEqual([[2, 1], 'o200k_base']);
    expect([run.warnings, run.degraded, clock.waiting()]).toEqual([[], false, 0]);
  });

  it('needs neither a tokenizer nor a clock for chars4', async () => {
    const clock = {
      ...createManualClock(),
      after: () => {
        throw new Error('no time');
      },
    };
    const run: AssemblyRun = { clock: startAssemblyClock(clock), warnings: [], degraded: false };
    const counter = createCounter(run, enginePorts({ clock }), 'chars4', 300);
    expect([await counter.count(texts), run.warnings, run.degraded]).toEqual([[2, 2], [], false]);
  });

  it('goes over to chars4 when the tokenizer fails, says why, and does not ask it again', async () => {
    let asked = 0;
    const failing = {
      countTokens: async () => {
        asked += 1;
        throw new Error(`failure ${asked}`);
      },
    };
    const { run, clock, counter } = await counting(failing, 300);
    await expect(counter.count(texts)).rejects.toThrow('failure 1');
    expect(run).toMatchObject({
      degraded: true,
      warnings: [
        { code: 'tokenizer_failed', message: 'o200k_base could not count, chars4 was used: failure 1' },
      ],
    });
    expect([await counter.count(texts), counter.estimator, asked]).toEqual([[2, 2], 'chars4', 1]);
    expect([run.warnings.length, clock.waiting()]).toEqual([1, 0]);
  });

  it.each([
    [0, 300, 'it took longer than 300 ms'],
    [100, 200, 'it took longer than 200 ms'],
    [100.4, 199.6, 'it took longer than 200 ms'],
    [290, 50, 'it took longer than 50 ms'],
    [400, 50, 'it took longer than 50 ms'],
  ])('waits until the deadline, or a moment longer: after %d ms for %d ms', async (passed, left, message) => {
    const { run, clock, counter } = await counting({ countTokens: () => new Promise(() => {}) }, 300, passed);
    let outcome: unknown;
    const counted = counter.count(texts).catch((error: unknown) => {
      outcome = error;
    });
    await clock.advance(left - 1);
    expect(outcome).toBeUndefined();
    await clock.advance(1);
    await withoutWaiting(counted);
    expect(outcome).toEqual(new Error(message));
    expect(run.warnings.map(warning => warning.message)).toEqual([
      `o200k_base could not count, chars4 was used: ${message}`,
    ]);
  });
});

describe('within', () => {
  it('gives what came in time, or what it failed with, and stops waiting', async () => {
    const clock = createManualClock();
    expect(await within(Promise.resolve('there'), 10, 'late', clock)).toBe('there');
    const failing = within(Promise.reject(new Error('own failure')), 10, 'late', clock);
    await expect(failing).rejects.toThrow('own failure');
    await clock.advance(0);
    expect(clock.waiting()).toBe(0);
  });

  it.each([['late'], [new TypeError('late')]])(
    'rejects with what it was given when it is late: %s',
    async late => {
      const clock = createManualClock();
      const outcome = within(new Promise(() => {}), 10, late, clock).catch((error: unknown) => error);
      await clock.advance(10);
      const error = await withoutWaiting(outcome);
      if (typeof late === 'string') expect(error).toEqual(new Error('late'));
      else expect(error).toBe(late);
    },
  );
});
