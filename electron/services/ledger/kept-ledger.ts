import { randomInt } from 'node:crypto';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Relevance } from '../../engine/ledger/item-search.ts';
import { createLedgerIndex, type LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import type { ReadPostings } from '../../engine/ledger/word-index.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { KeptParts } from '../../storage/kept-parts.ts';
import {
  DamagedIndex,
  dropIndex,
  indexGeneration,
  indexPostings,
  lastIndexPart,
  nextIndexPart,
  putIndexPart,
} from '../../storage/ledger/index-table.ts';
import type { RevisionPlace } from '../../storage/ledger/record-table.ts';
import { othersTurn } from '../../storage/pause.ts';
import { MeaningKeys } from './meaning-keys.ts';

/** A ledger in memory, and how much of its index is kept in the database. */
export interface LedgerState {
  readonly index: LedgerIndex;
  /** What hangs on this index. */
  readonly parts: KeptParts;
  readonly meaningKeys: MeaningKeys;
  /** Up to where records were read. */
  place: RevisionPlace;
  version: number;
  /** Of the whole database, once it was looked at: after damage or a restore it is another one. */
  databaseVersion: number | undefined;
  /** The last part of the kept index that is in here, or was made of it; 0 for none. */
  part: number;
  /** Of the kept index; undefined where there is none. */
  generation: number | undefined;
  /** Texts whose words are kept. */
  keptTexts: number;
  /** Whether the kept index is passed over, and replaced by the next part. */
  readonly isAnew: boolean;
  /** The kept index turned out not to be what was written: all of this is to be begun again. */
  isBroken: boolean;
}

/** Nothing read yet: to be loaded from what is kept, or made anew of the records alone. */
export function beginLedger(how: 'load' | 'make anew'): LedgerState {
  return {
    index: createLedgerIndex(),
    parts: new KeptParts(),
    meaningKeys: new MeaningKeys(),
    place: { revision: -1, number: -1 },
    version: 0,
    databaseVersion: undefined,
    part: 0,
    generation: undefined,
    keptTexts: 0,
    isAnew: how === 'make anew',
    isBroken: false,
  };
}

/** Takes what is kept of the index into a ledger that has read nothing yet; false when it is damaged. */
export async function loadKept(content: ContentDatabase, state: LedgerState): Promise<boolean> {
  if (state.isAnew || state.place.revision >= 0) return true;
  for (;;) {
    const part = await content.read(database => nextIndexPart(database, state.part), 'none' as const);
    if (part === 'none') return true;
    if (part === 'damaged' || (state.generation ?? part.generation) !== part.generation) return false;
    const { items, number, generation, upTo } = part;
    state.index.take(items);
    state.meaningKeys.append(items.meaningKeys);
    Object.assign(state, { part: number, generation, place: upTo, keptTexts: state.meaningKeys.size });
    await othersTurn();
  }
}

/** Keeps what is new of the index in the database, in one transaction; only when nobody else has done so. */
export async function keepPart(content: ContentDatabase, state: LedgerState): Promise<void> {
  const { rows, postings } = state.index.unkeptPart();
  const isFirst = state.generation === undefined;
  const part = {
    number: state.part + 1,
    generation: state.generation ?? randomInt(2 ** 40),
    upTo: state.place,
    items: { ...rows, meaningKeys: state.meaningKeys.since(state.keptTexts) },
  };
  let isKept = false;
  await content.writeInSteps(
    function* (database) {
      if (isFirst && state.isAnew) dropIndex(database);
      const last = lastIndexPart(database);
      isKept = last.number === state.part && (isFirst || last.generation === state.generation);
      if (isKept) yield* putIndexPart(database, part, postings);
    },
    () => false,
  );
  if (!isKept) return;
  state.index.markKept();
  state.part = part.number;
  state.generation = part.generation;
  state.keptTexts = state.meaningKeys.size;
}

/** Searches with the words that are kept; `busy` when they are no longer those of this ledger: the next call reads it again. */
export async function searchKept(
  content: ContentDatabase,
  state: LedgerState,
  search: (readKept: ReadPostings) => Relevance,
): Promise<Relevance> {
  try {
    const found = await content.read(database => {
      const isOurs = state.generation === undefined || indexGeneration(database) === state.generation;
      return isOurs ? search(stem => indexPostings(database, stem)) : undefined;
    }, undefined);
    if (found !== undefined) return found;
    if (state.generation === undefined) return search(() => new Int32Array());
  } catch (error) {
    if (!(error instanceof DamagedIndex)) throw error;
  }
  state.isBroken = true;
  throw new AppError('busy', "the ledger's index does not fit its records and is made again; ask again");
}
