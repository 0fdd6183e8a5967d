import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../../../shared/contract/errors.ts';
import { atOnce } from '../../../shared/stretches.ts';
import { rowHash, verifyRow } from './row-hash.ts';
import { prepare, type WritableDatabase } from './sqlite.ts';

/** A call that may come again: its key, a ULID, and whether its write was done by now. */
interface KeyedCall {
  readonly key: string;
  isUsed: boolean;
}

const running = new AsyncLocalStorage<KeyedCall>();

/** How long a key holds; its first characters say when it was made. */
export const keptMs = 10 * 60_000;

const timeDigits = 10;
/** Results beyond this are not kept: whoever asks again is told that it was done. */
const longestResult = 64 * 1024;

/** Runs a call whose first transaction is done once, however often the call comes. */
export function underKey<Result>(key: string, call: () => Result): Result {
  return running.run({ key, isUsed: false }, call);
}

/** The key of the running call; undefined where it has none, or where another transaction of it was under its key. */
export function takeKey(): string | undefined {
  const call = running.getStore();
  if (call === undefined || call.isUsed) return undefined;
  call.isUsed = true;
  return call.key;
}

/** Does work within a transaction, or gives the result that it had when the call with this key came before. */
export function onceUnderKey<Result>(
  database: WritableDatabase,
  key: string | undefined,
  work: () => Result,
): Result {
  // biome-ignore lint/correctness/useYield: it is one step.
  const steps = function* () {
    return work();
  };
  return atOnce(onceUnderKeyInSteps(database, key, steps));
}

/** The same for work that is done in steps. */
export function* onceUnderKeyInSteps<Result>(
  database: WritableDatabase,
  key: string | undefined,
  work: () => Generator<void, Result>,
): Generator<void, Result> {
  if (key === undefined) return yield* work();
  const sql = 'SELECT result, row_hash FROM done_write WHERE key = ?';
  const known = prepare<{ result: string; row_hash: string }>(database, sql).get(key); // its columns
  if (known !== undefined) return readResult(key, known);
  const result = yield* work();
  const kept = resultText(result);
  prepare(database, 'INSERT INTO done_write (key, result, row_hash) VALUES (?, ?, ?)').run(
    key,
    kept,
    rowHash(hashedFields(key, kept)),
  );
  prepare(database, 'DELETE FROM done_write WHERE key < ?').run(oldestKept(key));
  return result;
}

function readResult<Result>(key: string, { result, row_hash }: { result: string; row_hash: string }): Result {
  verifyRow('the answer to a call that came before', hashedFields(key, result), row_hash);
  if (result === lost)
    throw new AppError(
      'conflict',
      'this was done when it was asked before, and its answer is not kept; look what is there',
    );
  return (result === nothing ? undefined : JSON.parse(result)) as Result; // what the same call gave before
}

/** What the hash of a row is over; the word tells it from rows of other tables that have the same columns. */
export const hashedFields = (key: string, result: string): readonly string[] => ['done', key, result];

const nothing = '';
const lost = 'lost';

function resultText(result: unknown): string {
  if (result === undefined) return nothing;
  if (!isPlain(result)) return lost;
  const text = JSON.stringify(result);
  return text.length > longestResult ? lost : text;
}

/** Whether JSON gives back what it was given. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'boolean', 'undefined'].includes(typeof value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  const isRecord = [Object.prototype, null].includes(Object.getPrototypeOf(value));
  return (Array.isArray(value) || isRecord) && Object.values(value).every(isPlain);
}

/** The first key that may still come again, when this one does. */
function oldestKept(key: string): string {
  let rest = Math.max(0, keyTimeMs(key) - keptMs);
  let text = '';
  for (let at = 0; at < timeDigits; at += 1) {
    text = digits.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** When a key was made, in milliseconds since 1970. */
export function keyTimeMs(key: string): number {
  return [...key.slice(0, timeDigits)].reduce((time, digit) => time * 32 + digits.indexOf(digit), 0);
}
