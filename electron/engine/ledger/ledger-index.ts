import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { type CandidateColumns, toColumns } from './candidate-columns.ts';
import { createEntryIndex } from './entry-index.ts';
import { createItemSearch, type Relevance } from './item-search.ts';
import {
  type Candidate,
  type DecisionItem,
  type EntryItem,
  type LedgerItem,
  recordText,
  toItem,
} from './ledger-item.ts';
import { createRememberedColumns } from './remembered-columns.ts';
import { decisionMatches } from './scope-match.ts';

/** A ledger as ranking and filters see it: without the texts of its records, but with their words. */
export interface LedgerIndex {
  /** Adds a record, or puts it in the place of the one with its kind and id; returns what is kept of it. */
  put(record: LedgerRecord): LedgerItem;
  readonly size: number;
  get(kind: LedgerItem['kind'], id: string): LedgerItem | undefined;
  decisions(): Iterable<DecisionItem>;
  entries(): Iterable<EntryItem>;
  /** Decisions of a scope, by their own or by what they affect (L2). */
  decisionsIn(scope: string): DecisionItem[];
  entriesIn(scope: string): EntryItem[];
  /** Resolved by its own fields, or a question or need that an answer relates to (L3). */
  isResolved(entry: EntryItem): boolean;
  /** True for decisions in force, open needs, warnings and questions, and findings (L4). */
  isCandidate(item: LedgerItem): item is Candidate;
  /** The same by the place of an item's text, without fetching the item. */
  isCandidateAt(place: number): boolean;
  /** All candidates of a scope; the same object until something is put. */
  candidatesIn(scope: string): CandidateColumns;
  /**
   * Relevance in 0..1 of what has any of the query's words; the median is that of the hits at accepted places. Where `meaning`
   * says more, by the place of a text, that counts (L4).
   */
  search(query: string, accepts: (place: number) => boolean, meaning?: Float32Array): Relevance;
  /** The item whose text stands at a place; undefined where the text was replaced. */
  itemAt(place: number): LedgerItem | undefined;
}

export function createLedgerIndex(records: Iterable<LedgerRecord> = []): LedgerIndex {
  const decisions = new Map<string, DecisionItem>();
  const entries = createEntryIndex();
  const words = createItemSearch();
  // By place: asked for every record at every call, and changed by few.
  const candidates: boolean[] = [];
  const remembered = createRememberedColumns();
  const isCandidateAt = (place: number): boolean => candidates[place] === true;
  const isCandidate = (item: LedgerItem): item is Candidate => isCandidateAt(item.place);
  const candidatesOf = (scope: string): CandidateColumns => {
    const own: Candidate[] = [];
    for (const item of decisions.values())
      if (isCandidate(item) && decisionMatches(item, scope)) own.push(item);
    for (const item of entries.inScope(scope)) if (isCandidate(item)) own.push(item);
    return toColumns(own);
  };
  const judge = (item: LedgerItem): void => {
    candidates[item.place] = mayBeShown(item) && (item.kind === 'decision' || !isOver(item));
  };
  const isOver = (entry: EntryItem): boolean => entry.type !== 'finding' && entries.isResolved(entry);
  const judgeAsked = (answer: LedgerItem | undefined): void => {
    if (answer?.type !== 'answer') return;
    for (const id of answer.relatesTo) {
      const asked = entries.get(id);
      if (asked !== undefined) judge(asked);
    }
  };
  const put = (record: LedgerRecord): LedgerItem => {
    const { id } = record.kind === 'decision' ? record.decision : record.entry;
    const before = record.kind === 'entry' ? entries.get(id) : decisions.get(id);
    const item = toItem(record, words.placeOf(before, recordText(record)));
    if (item.kind === 'decision') decisions.set(item.id, item);
    else entries.put(item);
    words.put(item);
    judge(item);
    judgeAsked(before);
    judgeAsked(item);
    // What is new and answers nothing changes nothing that was there.
    if (before !== undefined || item.type === 'answer') remembered.clear();
    else if (isCandidate(item)) remembered.add(item);
    return item;
  };
  for (const record of records) put(record);
  return {
    put,
    get size() {
      return decisions.size + entries.size;
    },
    get: (kind, id) => (kind === 'decision' ? decisions.get(id) : entries.get(id)),
    decisions: () => decisions.values(),
    entries: entries.all,
    decisionsIn: scope => [...decisions.values()].filter(item => decisionMatches(item, scope)),
    entriesIn: entries.inScope,
    isResolved: entries.isResolved,
    isCandidate,
    isCandidateAt,
    candidatesIn: scope => remembered.of(scope, candidatesOf),
    search: words.search,
    itemAt: words.itemAt,
  };
}

/** By status and type alone. */
function mayBeShown(item: LedgerItem): boolean {
  if (item.kind === 'decision') return item.status === 'active' || item.status === 'provisional';
  return candidateTypes.some(type => type === item.type);
}

/** Entries that record a decision are none of the candidates: the decision itself is. */
const candidateTypes = ['finding', 'need', 'warning', 'question'] as const;
