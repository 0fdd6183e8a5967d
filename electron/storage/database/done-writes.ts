import { atOnce } from '../../../shared/stretches.ts';
import {
  answerLost,
  type KeyedCall,
  keyTimeMs,
  longestAnswer,
  oldestKept,
  refuseOtherCall,
} from '../keyed-call.ts';
import { rowHash, verifyRow } from './row-hash.ts';
import { prepare, type WritableDatabase } from './sqlite.ts';

/** Does work within a transaction, or gives the result that it had when the call with this key came before. */
export function onceUnderKey<Result>(
  database: WritableDatabase,
  call: KeyedCall | undefined,
  work: () => Result,
): Result {
  // biome-ignore lint/correctness/useYield: it is one step.
  const steps = function* () {
    return work();
  };
  return atOnce(onceUnderKeyInSteps(database, call, steps));
}

/** The same for work that is done in steps. */
export function* onceUnderKeyInSteps<Result>(
  database: WritableDatabase,
  call: KeyedCall | undefined,
  work: () => Generator<void, Result>,
): Generator<void, Result> {
  if (call === undefined) return yield* work();
  const known = readDone(database, call);
  if (known !== undefined) return readResult(known);
  const result = yield* work();
  const [name, kept] = [nameOf(call), resultText(result)];
  prepare(database, 'INSERT INTO done_write (key, result, row_hash) VALUES (?, ?, ?)').run(
    name,
    kept,
    rowHash(hashedFields(name, kept)),
  );
  prepare(database, 'DELETE FROM done_write WHERE key < ?').run(oldestKept(keyTimeMs(call.key)));
  return result;
}

/** A row is named by the key and by what was asked under it, so that both are found by the key alone. */
const nameOf = ({ key, asked, step }: KeyedCall): string =>
  [key, asked, ...(step === undefined ? [] : [step])].join(' ');

interface DoneRow {
  readonly key: string;
  readonly result: string;
  readonly row_hash: string;
}

function readDone(database: WritableDatabase, call: KeyedCall): DoneRow | undefined {
  const { key, asked, step } = call;
  const sql = 'SELECT key, result, row_hash FROM done_write WHERE key >= ? AND key < ?';
  const rows = prepare<DoneRow>(database, sql).all(key, `${key}~`);
  return rows.find(row => {
    verifyRow('the answer to a call that came before', hashedFields(row.key, row.result), row.row_hash);
    // Rows of earlier versions say nothing of what was asked.
    const [, before = asked, name] = row.key.split(' ');
    refuseOtherCall(before, asked);
    return name === step;
  });
}

function readResult<Result>({ result }: DoneRow): Result {
  if (result === lost) throw answerLost();
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
  return text.length > longestAnswer ? lost : text;
}

/** Whether JSON gives back what it was given. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'boolean', 'undefined'].includes(typeof value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  const isRecord = [Object.prototype, null].includes(Object.getPrototypeOf(value));
  return (Array.isArray(value) || isRecord) && Object.values(value).every(isPlain);
}
