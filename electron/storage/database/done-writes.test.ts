import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { atOnce } from '../../../shared/stretches.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { keptMs, keyTimeMs, longestAnswer, oldestKept, takeCall, underKey } from '../keyed-call.ts';
import { hashedFields, onceUnderKey, onceUnderKeyInSteps } from './done-writes.ts';
import { migrate } from './migrate.ts';
import { openWritable } from './open-sqlite.ts';
import { DamagedRow, rowHash } from './row-hash.ts';
import type { WritableDatabase } from './sqlite.ts';

let database: WritableDatabase;

beforeEach(async () => {
  database = await openWritable(join(temporaryFolder(), 'weft.sqlite'));
  onTestFinished(() => void database.close());
  migrate(database);
});

const madeMs = Date.UTC(2026, 10, 22, 10);
/** A key that was made at a time. */
const keyAt = (ms: number, rest = '0000000000000000'): string => oldestKept(ms + keptMs) + rest;
const call = { key: keyAt(madeMs), asked: 'asked' };

describe('the time of a key', () => {
  it('is the one that it was made at', () => {
    expect(keyTimeMs('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe(1_469_922_850_259);
    for (const ms of [0, 1, 31, 32, 33, 1023, madeMs, madeMs + 1, 2 ** 48 - 1])
      expect(keyTimeMs(keyAt(ms))).toBe(ms);
  });

  it('tells for ten minutes that the key may still come, and the order of keys is that of their times', () => {
    expect(keyTimeMs(oldestKept(madeMs))).toBe(madeMs - 600_000);
    expect(oldestKept(5)).toBe('0000000000');
    const times = [0, 31, 32, 1024, madeMs, madeMs + 1];
    expect(times.map(ms => keyAt(ms)).toSorted()).toEqual(times.map(ms => keyAt(ms)));
  });
});

describe('work under a key', () => {
  const answers: [name: string, value: unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'lost'],
    ['an empty text', ''],
    ['a number', -0.5],
    ['a flag', false],
    ['a list', [1, [], [null, 'a']]],
    ['a record', { a: { b: [{ c: true }] }, d: '' }],
    ['a record without prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a field that is not there', { a: undefined }],
    ['an answer as long as is kept', 'x'.repeat(longestAnswer - 2)],
  ];

  it.each(answers)('is done once, and answered as before: %s', (_, value) => {
    let times = 0;
    const work = () => {
      times += 1;
      return value;
    };
    expect(onceUnderKey(database, call, work)).toBe(value);
    expect(onceUnderKey(database, call, work)).toEqual(value);
    expect(times).toBe(1);
  });

  const unkept: [name: string, value: unknown][] = [
    ['a number that JSON has not', Number.NaN],
    ['an endless number', { a: [Number.POSITIVE_INFINITY] }],
    ['a date', new Date(0)],
    ['a map', [new Map()]],
    ['a large number', 1n],
    ['bytes', { a: Buffer.of(1) }],
    ['a function', () => 1],
    ['an answer that is too long', 'x'.repeat(longestAnswer - 1)],
  ];

  it.each(unkept)('is done once, and what it answered is said to be lost: %s', (_, value) => {
    let times = 0;
    const work = () => {
      times += 1;
      return value;
    };
    expect(onceUnderKey(database, call, work)).toBe(value);
    expect(() => onceUnderKey(database, call, work)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: 'this was done when it was asked before, and its answer is not kept; look what is there',
      }) as Error,
    );
    expect(times).toBe(1);
  });

  it('that fails is not done, and may be tried again', () => {
    const fail = () => {
      throw new Error('no');
    };
    expect(() => onceUnderKey(database, call, fail)).toThrow('no');
    expect(onceUnderKey(database, call, () => 1)).toBe(1);
  });

  it('is done each time without one', () => {
    expect([1, 2].map(value => onceUnderKey(database, undefined, () => value))).toEqual([1, 2]);
    expect(database.prepare('SELECT count(*) FROM done_write').pluck().get()).toBe(0);
  });

  it('goes on in steps, none of them again', () => {
    const steps = function* () {
      yield;
      yield;
      return 'done';
    };
    expect([...onceUnderKeyInSteps(database, call, steps)]).toHaveLength(2);
    expect([...onceUnderKeyInSteps(database, call, steps)]).toHaveLength(0);
    expect(atOnce(onceUnderKeyInSteps(database, call, steps))).toBe('done');
  });

  it('is another one for each name of a step', () => {
    const named = (step?: string) => ({ ...call, ...(step !== undefined && { step }) });
    const names = [undefined, 'a', 'b'];
    for (const round of [1, 2])
      expect(names.map(step => onceUnderKey(database, named(step), () => `${step} ${round}`))).toEqual([
        'undefined 1',
        'a 1',
        'b 1',
      ]);
  });

  it('is refused for something else than was asked', () => {
    onceUnderKey(database, call, () => 1);
    expect(() => onceUnderKey(database, { ...call, asked: 'else' }, () => 2)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message:
          'this idempotency key was used for another call; make one for each call, and send it again with that call only',
      }) as Error,
    );
    // As an earlier version wrote it, which said nothing of what was asked.
    const { key } = call;
    database.exec('DELETE FROM done_write');
    const fields = [key, '5', rowHash(hashedFields(key, '5'))];
    database.prepare('INSERT INTO done_write (key, result, row_hash) VALUES (?, ?, ?)').run(fields);
    expect(onceUnderKey(database, { ...call, asked: 'else' }, () => 2)).toBe(5);
  });

  it('is told as damaged where its answer is', () => {
    onceUnderKey(database, call, () => 1);
    database.exec("UPDATE done_write SET result = '2'");
    let error: unknown;
    try {
      onceUnderKey(database, call, () => 1);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(DamagedRow);
    expect(error).toMatchObject({ what: 'the answer to a call that came before' });
  });

  it('is forgotten when its key cannot come any more', () => {
    const keys = [madeMs - keptMs - 1, madeMs - keptMs, madeMs].map(ms => keyAt(ms));
    for (const key of keys) onceUnderKey(database, { key, asked: 'asked' }, () => 1);
    const left = database.prepare<[], string>('SELECT key FROM done_write ORDER BY key').pluck().all();
    expect(left.map(key => key.split(' ')[0])).toEqual(keys.slice(1));
  });
});

describe('the call that runs', () => {
  it('is taken by its first transaction, and by each that has a name', () => {
    const { key, asked } = call;
    expect(takeCall()).toBeUndefined();
    underKey(call, () => {
      expect(takeCall('a')).toEqual({ key, asked, step: 'a' });
      expect(takeCall()).toBeUndefined();
    });
    underKey(call, () => {
      expect(takeCall()).toEqual({ key, asked });
      expect(takeCall()).toBeUndefined();
      expect(takeCall('b')).toEqual({ key, asked, step: 'b' });
    });
  });
});
