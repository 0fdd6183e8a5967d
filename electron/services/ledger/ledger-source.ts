import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { createLedgerIndex, type LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import { type LedgerItem, meaningText } from '../../engine/ledger/ledger-item.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import {
  bareRecord,
  changedRecords,
  countRecords,
  getRecord,
  type LedgerTrust,
  type RevisionPlace,
} from '../../storage/ledger/record-table.ts';
import { createSerialQueue, type SerialQueue } from '../../storage/serial-queue.ts';

/** A record with who wrote it (M5). */
export interface SourcedRecord {
  readonly record: LedgerRecord;
  readonly trust: LedgerTrust;
}

/** A ledger to answer from: what is stored, or what came with the call. */
export interface LedgerSource {
  readonly index: LedgerIndex;
  /** What the meaning of a text is stored under, by its place in the index; absent for a ledger that came with a call. */
  readonly meaningKeys?: readonly string[];
  /** The records of items, in their order. */
  read(items: readonly LedgerItem[]): Promise<SourcedRecord[]>;
}

/** The ledger that came with a call. */
export function givenLedger(records: readonly LedgerRecord[]): LedgerSource {
  const byKey = new Map(records.map(record => [`${record.kind} ${bareRecord(record).id}`, record]));
  return {
    index: createLedgerIndex(records),
    async read(items) {
      return items.flatMap(item => {
        const record = byKey.get(`${item.kind} ${item.id}`);
        return record === undefined ? [] : [{ record, trust: 'user' as const }];
      });
    },
  };
}

interface LedgerState {
  readonly queue: SerialQueue;
  index: LedgerIndex;
  meaningKeys: string[];
  place: RevisionPlace;
  version: number;
  /** Of the whole database: after damage or a restore it is another one. */
  databaseVersion: number;
}

const states = new WeakMap<ContentDatabase['epoch'], LedgerState>();
const beginning: RevisionPlace = { revision: -1, number: -1 };

/** Records read without a pause for the event loop. */
const sliceRecords = 200;

/** The ledger as it is stored now; what was written since the last time is read and no more. */
export async function storedLedger(content: ContentDatabase): Promise<LedgerSource> {
  const state = states.get(content.epoch) ?? {
    queue: createSerialQueue(),
    index: createLedgerIndex(),
    meaningKeys: [],
    place: beginning,
    version: 0,
    databaseVersion: 0,
  };
  states.set(content.epoch, state);
  await state.queue(() => bringUpToDate(content, state));
  return {
    index: state.index,
    meaningKeys: state.meaningKeys,
    read: items => content.read(database => items.flatMap(item => getRecord(database, item) ?? []), []),
  };
}

async function bringUpToDate(content: ContentDatabase, state: LedgerState): Promise<void> {
  const { version, databaseVersion } = await content.read(
    database => ({
      version: contentVersion(database, 'ledger'),
      databaseVersion: contentVersion(database, 'database'),
    }),
    { version: 0, databaseVersion: 0 },
  );
  // A database that was begun anew counts from elsewhere.
  if (version < state.version || databaseVersion !== state.databaseVersion) startOver(state);
  state.databaseVersion = databaseVersion;
  if (version === state.version) return;
  await readChanges(content, state);
  const stored = await content.read(
    database => ({ version: contentVersion(database, 'ledger'), records: countRecords(database) }),
    { version: 0, records: 0 },
  );
  if (stored.version !== state.version || stored.records === state.index.size) return;
  startOver(state);
  await readChanges(content, state);
}

function startOver(state: LedgerState): void {
  state.index = createLedgerIndex();
  state.meaningKeys = [];
  state.place = beginning;
  state.version = 0;
}

async function readChanges(content: ContentDatabase, state: LedgerState): Promise<void> {
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
    await new Promise(resume => setImmediate(resume));
  }
}

function putRecord({ index, meaningKeys }: LedgerState, record: LedgerRecord): void {
  const { place } = index.put(record);
  meaningKeys[place] = meaningKey(record);
}

/** What the meaning of a record is stored under: equal texts are embedded once. */
export const meaningKey = (record: LedgerRecord): string => sha256(meaningText(record));
