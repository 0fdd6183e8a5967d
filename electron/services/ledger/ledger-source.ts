import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { createSerialQueue, type SerialQueue } from '../../../shared/serial-queue.ts';
import type { Relevance } from '../../engine/ledger/item-search.ts';
import { createLedgerIndex, type LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import { type LedgerItem, meaningText } from '../../engine/ledger/ledger-item.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { KeptParts, type PartKind } from '../../storage/kept-parts.ts';
import {
  bareRecord,
  changedRecords,
  countRecords,
  getRecord,
  type LedgerTrust,
} from '../../storage/ledger/record-table.ts';
import { createPause, othersTurn } from '../../storage/pause.ts';
import { beginLedger, keepPart, type LedgerState, loadKept, searchKept } from './kept-ledger.ts';
import type { MeaningKeys } from './meaning-keys.ts';

/** A record with who wrote it. */
export interface SourcedRecord {
  readonly record: LedgerRecord;
  readonly trust: LedgerTrust;
}

/** A ledger to answer from: what is stored, or what came with the call. */
export interface LedgerSource {
  readonly index: LedgerIndex;
  /** What the meaning of a text is stored under, by its place in the index; absent for a ledger that came with a call. */
  readonly meaningKeys?: MeaningKeys;
  /** What hangs on this index; a ledger that is read anew begins with nothing of it. */
  readonly parts: KeptParts;
  /** The records of items, in their order. */
  read(items: readonly LedgerItem[]): Promise<SourcedRecord[]>;
  /** What the index says of a query's words at accepted places, or of `meaning` by place. */
  search(query: string, accepts: (place: number) => boolean, meaning?: Float32Array): Promise<Relevance>;
}

/** The ledger that came with a call. */
export async function givenLedger(records: readonly LedgerRecord[]): Promise<LedgerSource> {
  const byKey = new Map<string, LedgerRecord>();
  const index = createLedgerIndex();
  const pause = createPause();
  for (const record of records) {
    byKey.set(`${record.kind} ${bareRecord(record).id}`, record);
    index.put(record);
    await pause();
  }
  return {
    index,
    parts: new KeptParts(),
    async read(items) {
      return items.flatMap(item => {
        const record = byKey.get(`${item.kind} ${item.id}`);
        return record === undefined ? [] : [{ record, trust: 'user' as const }];
      });
    },
    search: async (query, accepts, meaning) => index.search(query, accepts, { meaning }),
  };
}

const storedState: PartKind<{ readonly queue: SerialQueue; state: LedgerState }> = {
  make: () => ({ queue: createSerialQueue(), state: beginLedger('load') }),
};

/** Records read without a pause for the event loop. */
const sliceRecords = 200;
/** Records that are kept in one part while many are read. */
const partRecords = 32_768;
/** Fewer new records than this are read again by whoever opens the ledger. */
const leastKept = 2000;

/** The ledger as it is stored now; what was written since the last time is read and no more. */
export async function storedLedger(content: ContentDatabase): Promise<LedgerSource> {
  const { state } = await upToDate(content, 'read');
  const { index, meaningKeys, parts } = state;
  return {
    index,
    meaningKeys,
    parts,
    read: items => readRecords(content, items),
    search: (query, accepts, meaning) =>
      searchKept(content, state, readKept => index.search(query, accepts, { meaning, readKept })),
  };
}

async function readRecords(content: ContentDatabase, items: readonly LedgerItem[]): Promise<SourcedRecord[]> {
  const records: SourcedRecord[] = [];
  const pause = createPause();
  for (let from = 0; from < items.length; from += sliceRecords) {
    const slice = items.slice(from, from + sliceRecords);
    records.push(
      ...(await content.read(database => slice.flatMap(item => getRecord(database, item) ?? []), [])),
    );
    await pause();
  }
  return records;
}

/**
 * Keeps the index of the ledger where the records are, so that the next process opens it in place of making it. For those
 * who have just written to the ledger.
 */
export async function keepLedger(content: ContentDatabase): Promise<void> {
  await upToDate(content, 'keep');
}

async function upToDate(content: ContentDatabase, why: 'read' | 'keep'): Promise<{ state: LedgerState }> {
  const own = content.parts.of(storedState);
  await own.queue(async () => {
    const isWhole = await follow(content, own.state, why);
    if (isWhole) return;
    // Rows went, or the index is another one: what is there is read from its beginning.
    own.state = beginLedger('make anew');
    await follow(content, own.state, why);
  });
  return own;
}

/** Reads what is new; false when the ledger is another one than what was read before. */
async function follow(content: ContentDatabase, state: LedgerState, why: 'read' | 'keep'): Promise<boolean> {
  const { version, databaseVersion } = await content.read(
    database => ({
      version: contentVersion(database, 'ledger'),
      databaseVersion: contentVersion(database, 'database'),
    }),
    { version: 0, databaseVersion: 0 },
  );
  // After damage or a restore it is another database, which counts from elsewhere.
  state.databaseVersion ??= databaseVersion;
  if (version < state.version || databaseVersion !== state.databaseVersion || state.isBroken) return false;
  if (version !== state.version) {
    if (!(await loadKept(content, state))) return false;
    await readChanges(content, state, why);
    const stored = await content.read(
      database => ({ version: contentVersion(database, 'ledger'), records: countRecords(database) }),
      { version: 0, records: 0 },
    );
    if (stored.version === state.version && stored.records !== state.index.size) return false;
  }
  if (why === 'keep' && state.index.unkept >= leastKept) await keepPart(content, state);
  return true;
}

async function readChanges(
  content: ContentDatabase,
  state: LedgerState,
  why: 'read' | 'keep',
): Promise<void> {
  for (;;) {
    const { slice, version } = await content.read(
      database => ({
        slice: changedRecords(database, state.place, sliceRecords),
        version: contentVersion(database, 'ledger'),
      }),
      { slice: [], version: 0 },
    );
    for (const { stored, place } of slice) {
      putRecord(state, stored.record);
      state.place = place;
    }
    if (slice.length < sliceRecords) {
      state.version = version;
      return;
    }
    if (why === 'keep' && state.index.unkept >= partRecords) await keepPart(content, state);
    await othersTurn();
  }
}

function putRecord({ index, meaningKeys }: LedgerState, record: LedgerRecord): void {
  const { place } = index.put(record);
  meaningKeys.set(place, meaningKey(record));
}

/** What the meaning of a record is stored under: equal texts are embedded once. */
export const meaningKey = (record: LedgerRecord): string => sha256(meaningText(record));
