import { messageOf } from '../../shared/contract/errors.ts';
import type { AcknowledgedWrites, Expectation, Stored } from './acknowledged-writes.ts';

/** Reads all that a kind of store holds: keys to what is there. */
export type ReadStore = () => Promise<ReadonlyMap<string, Stored>>;

/** An acknowledged write that is not there any more. */
export interface Missing {
  readonly store: string;
  readonly key: string;
  readonly names: readonly string[];
  readonly expected: readonly Stored[];
  readonly found: Stored;
}

export interface Audit {
  readonly compared: number;
  /** Gone, and no report says so. */
  readonly lost: readonly Missing[];
  /** Gone, and named in a report of damage. */
  readonly told: readonly Missing[];
  /** Stores that could not be read, nor again after a while, with the reason; nothing is known of what is in them. */
  readonly unreadable: readonly string[];
  /** Reads that met damage and said so, with what they said; the one after them was answered. */
  readonly toldReads: readonly string[];
}

/**
 * Compares what was acknowledged with what is there. What is missing is asked for once more, since it may have been
 * written while the store was read; then it counts once, as told or as lost. A read that meets damage says so and fails
 * once, as it is meant to, so that it is tried again; what it did not bring back is missing then.
 */
export async function auditWrites(
  writes: AcknowledgedWrites,
  stores: Readonly<Record<string, ReadStore>>,
  readReports: () => Promise<string>,
): Promise<Audit> {
  const missing: Missing[] = [];
  const unreadable: string[] = [];
  const toldReads: string[] = [];
  let compared = 0;
  for (const [store, read] of Object.entries(stores)) {
    try {
      const readAgain = () => readPastDamage(read, said => toldReads.push(`${store}: ${said}`));
      missing.push(...(await missingIn(writes, store, readAgain)));
      compared += writes.expectationsOf(store).length;
    } catch (error) {
      unreadable.push(`${store}: ${messageOf(error)}`);
    }
  }
  const reports = missing.length === 0 ? '' : await readReports();
  const isTold = ({ key, names }: Missing) => [key, ...names].some(name => reports.includes(name));
  return {
    compared,
    lost: missing.filter(one => !isTold(one)),
    told: missing.filter(isTold),
    unreadable,
    toldReads,
  };
}

/** What was damaged is brought back or given up by one repair, and a second page may have been hit meanwhile. */
const mostTold = 2;

async function readPastDamage(
  read: ReadStore,
  onTold: (said: string) => void,
): Promise<ReadonlyMap<string, Stored>> {
  for (let told = 0; told < mostTold; told += 1)
    try {
      return await read();
    } catch (error) {
      const said = messageOf(error);
      // Anything else that fails is no answer of damage.
      if (!said.includes('damaged')) throw error;
      onTold(said);
    }
  return read();
}

async function missingIn(writes: AcknowledgedWrites, store: string, read: ReadStore): Promise<Missing[]> {
  const expected = writes.expectationsOf(store);
  if (expected.length === 0) return [];
  const suspects = differing(expected, await read());
  if (suspects.length === 0) return [];
  const again = await read();
  const missing: Missing[] = [];
  for (const [expectation, found] of differing(
    suspects.map(([suspect]) => suspect),
    again,
  )) {
    if (!writes.isUnchanged(expectation)) continue;
    writes.settle(expectation, found);
    const { key, names, allowed } = expectation;
    missing.push({ store, key, names, expected: allowed, found });
  }
  return missing;
}

function differing(
  expected: readonly Expectation[],
  actual: ReadonlyMap<string, Stored>,
): (readonly [Expectation, Stored])[] {
  return expected
    .map(expectation => [expectation, actual.get(expectation.key) ?? null] as const)
    .filter(([{ allowed, wasAcknowledged }, found]) => wasAcknowledged && !allowed.includes(found));
}
