import { candidateTypes, type LedgerRecord } from '../../../shared/model/ledger.ts';
import type { LedgerColumns } from '../../../shared/model/ledger-columns.ts';
import type { EntryType } from '../../../shared/model/ledger-words.ts';
import { type CandidateColumns, createRememberedColumns, surenessOf } from './candidate-columns.ts';
import { markOf, type Relevance, toRelevance } from './item-search.ts';
import { gatherRows, spreadRows } from './kept-rows.ts';
import {
  type Candidate,
  type DecisionItem,
  type EntryItem,
  type LedgerItem,
  recordText,
  toItem,
} from './ledger-item.ts';
import { decisionCode, RecordColumns, typeCodes } from './record-columns.ts';
import { createScopeLook } from './scope-match.ts';
import { createWordIndex, type ReadPostings } from './word-index.ts';

/** A ledger as ranking and filters see it: without the texts of its records, but with their words. */
export interface LedgerIndex {
  /** Adds a record, or puts it in the place of the one with its kind and id; returns what is kept of it. */
  put(record: LedgerRecord): LedgerItem;
  readonly size: number;
  get(kind: LedgerItem['kind'], id: string): LedgerItem | undefined;
  decisions(): Iterable<DecisionItem>;
  entries(): Iterable<EntryItem>;
  /** Decisions of a scope, by their own or by what they affect. */
  decisionsIn(scope: string): Iterable<DecisionItem>;
  entriesIn(scope: string): Iterable<EntryItem>;
  /** Resolved by its own fields, or a question or need that an answer relates to. */
  isResolved(entry: EntryItem): boolean;
  /** True for decisions in force, open needs, warnings and questions, and findings. */
  isCandidate(item: LedgerItem): item is Candidate;
  /** The same by the place of an item's text, without fetching the item. */
  isCandidateAt(place: number): boolean;
  /** The type of what stands at a place; that of a decision is `decision`, but so may be that of an entry. */
  typeAt(place: number): LedgerItem['type'] | undefined;
  idAt(place: number): string;
  /** All candidates of a scope; the same object until something is put. */
  candidatesIn(scope: string): CandidateColumns;
  /**
   * Relevance in 0..1 of what has any of the query's words; the median is that of the hits at accepted places. Where `meaning`
   * says more, by the place of a text, that counts. `readKept` reads the words that were given away.
   */
  search(
    query: string,
    accepts: (place: number) => boolean,
    others?: { readonly meaning?: Float32Array | undefined; readonly readKept?: ReadPostings },
  ): Relevance;
  /** The item whose text stands at a place; undefined where the text was replaced. */
  itemAt(place: number): LedgerItem | undefined;
  /** Places that changed and are not kept elsewhere yet. */
  readonly unkept: number;
  /** What is to be kept of them. */
  unkeptPart(): KeptPart;
  /** What `unkeptPart` gave is kept now, and nothing was put meanwhile: its words are asked for from here on. */
  markKept(): void;
  /** Takes a part that was kept, one after the other, into an index that holds nothing else. */
  take(rows: LedgerColumns): void;
}

/** A part of an index as it is kept elsewhere. */
interface KeptPart {
  readonly rows: LedgerColumns;
  /** Stems with the places and counts of the new texts that have them, by rising places. */
  readonly postings: Iterable<readonly [string, Int32Array]>;
}

export function createLedgerIndex(records: Iterable<LedgerRecord> = []): LedgerIndex {
  const columns = new RecordColumns();
  const words = createWordIndex();
  const answered = createAnsweredIds();
  const look = createScopeLook(columns);
  const remembered = createRememberedColumns();
  const changes = createChanges();
  const isOver = (place: number): boolean => columns.isClosed(place) || isAnswered(place);
  const isAnswered = (place: number): boolean =>
    askingCodes.has(columns.types.at(place)) && answered.has(columns.texts.textAt(columns.ids.at(place)));
  const judge = (place: number): void => {
    const isCandidate = mayBeShown(columns, place) && !(canBeOver(columns, place) && isOver(place));
    if (isCandidate !== columns.isCandidate(place)) changes.note(place);
    columns.setCandidate(place, isCandidate);
  };
  const judgeAsked = (ids: readonly string[]): void => {
    for (const id of ids) {
      const asked = columns.find('entry', id);
      if (asked !== undefined) judge(asked);
    }
  };
  const candidatesOf = (scope: string): CandidateColumns =>
    columnsOf(columns, columns.candidates(look.within(scope)));
  const put = (record: LedgerRecord): LedgerItem => {
    const { id } = record.kind === 'decision' ? record.decision : record.entry;
    const before = columns.find(record.kind, id);
    const itemBefore = before === undefined ? undefined : columns.itemAt(before);
    const text = recordText(record);
    const mark = markOf(text);
    const isSame = before !== undefined && columns.marks.at(before) === mark;
    const item = toItem(record, isSame ? before : words.add(text));
    if (before !== undefined && !isSame) {
      columns.remove(before);
      changes.note(before);
    }
    columns.set(item, mark);
    changes.note(item.place);
    look.forget(item.place);
    const asked = [...answered.remove(itemBefore), ...answered.add(item)];
    judge(item.place);
    judgeAsked(asked);
    // What is new and answers nothing changes nothing that was there.
    if (before !== undefined || asked.length > 0) remembered.clear();
    else if (columns.isCandidate(item.place)) remembered.add(item as Candidate); // judged just now
    return item;
  };
  for (const record of records) put(record);
  return {
    put,
    get size() {
      return columns.count;
    },
    get(kind, id) {
      const place = columns.find(kind, id);
      return place === undefined ? undefined : columns.itemAt(place);
    },
    decisions: () => itemsOf<DecisionItem>(columns, type => type === decisionCode),
    entries: () => itemsOf<EntryItem>(columns, type => type !== decisionCode),
    decisionsIn(scope) {
      const isWithin = look.within(scope);
      return itemsOf<DecisionItem>(columns, (type, place) => type === decisionCode && isWithin(place));
    },
    entriesIn(scope) {
      const isWithin = look.within(scope);
      return itemsOf<EntryItem>(columns, (type, place) => type !== decisionCode && isWithin(place));
    },
    isResolved: ({ type, id, isResolved }) =>
      isResolved || ((type === 'question' || type === 'need') && answered.has(id)),
    isCandidate: (item): item is Candidate => columns.isCandidate(item.place),
    isCandidateAt: place => columns.isCandidate(place),
    typeAt: place => columns.typeAt(place),
    idAt: place => columns.texts.textAt(columns.ids.at(place)),
    candidatesIn: scope => remembered.of(scope, candidatesOf),
    search(query, accepts, { meaning, readKept } = {}) {
      const types = columns.types.view();
      const items = {
        isThere: (place: number) => types[place] !== 0,
        itemAt: (place: number) => columns.itemAt(place),
      };
      return toRelevance(words.search(query, readKept), items, accepts, meaning);
    },
    itemAt: place => columns.itemAt(place),
    get unkept() {
      return changes.size;
    },
    unkeptPart() {
      const { lengths, postings } = words.unkept();
      return {
        rows: gatherRows(columns, changes.places(), { lengths, firstName: changes.firstName }),
        postings,
      };
    },
    markKept() {
      words.markKept();
      changes.clear(columns.names.size);
    },
    take(rows) {
      const answerAt = (place: number) =>
        columns.types.at(place) === answerCode && columns.details.at(place) !== 0
          ? columns.itemAt(place)
          : undefined;
      for (const place of rows.places) answered.remove(answerAt(place));
      const before = columns.countAt(rows.places);
      spreadRows(columns, rows);
      for (const place of rows.places) {
        answered.add(answerAt(place));
        look.forget(place);
      }
      columns.refresh(rows.places, columns.countAt(rows.places) - before);
      words.addKept(rows.lengths);
      remembered.clear();
      changes.clear(columns.names.size);
    },
  };
}

function* itemsOf<Item extends LedgerItem>(
  columns: RecordColumns,
  wants: (type: number, place: number) => boolean,
): Generator<Item> {
  // What is put while somebody goes through them stands behind.
  const { size } = columns.types;
  for (let place = 0; place < size; place += 1) {
    const type = columns.types.at(place);
    // The kind is what `wants` asked for.
    if (type !== 0 && wants(type, place)) yield columns.itemAt(place) as Item;
  }
}

/** The places that were put since they were last taken. */
function createChanges() {
  const places = new Set<number>();
  let firstName = 0;
  return {
    note: (place: number): unknown => places.add(place),
    get size() {
      return places.size;
    },
    /** Names from this number on are new. */
    get firstName() {
      return firstName;
    },
    /** Rising. */
    places: (): Int32Array<ArrayBuffer> => Int32Array.from(places).sort(),
    clear(names: number): void {
      places.clear();
      firstName = names;
    },
  };
}

/** By status and type alone; entries that record a decision are none of the candidates: the decision itself is. */
function mayBeShown(columns: RecordColumns, place: number): boolean {
  const type = columns.types.at(place);
  if (type !== decisionCode) return shownCodes.has(type);
  const status = columns.statusAt(place);
  return status === 'active' || status === 'provisional';
}

const codesOf = (...types: readonly EntryType[]): ReadonlySet<number> =>
  new Set(types.map(type => typeCodes.indexOf(type, decisionCode + 1)));
const shownCodes = codesOf('finding', 'need', 'warning', 'question');
const closingCodes = codesOf('need', 'warning', 'question');
const askingCodes = codesOf('need', 'question');
const answerCode = typeCodes.indexOf('answer');

const canBeOver = (columns: RecordColumns, place: number): boolean =>
  closingCodes.has(columns.types.at(place));

/** The columns of candidates at rising places. */
function columnsOf(columns: RecordColumns, places: Int32Array): CandidateColumns {
  const gathered = {
    places,
    atMs: new Float64Array(places.length),
    tokens: new Int32Array(places.length),
    confidence: new Float64Array(places.length),
    types: new Uint8Array(places.length),
  };
  const [types, atMs, tokens] = [columns.types.view(), columns.atMs.view(), columns.tokens.view()];
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    const type = types[place] ?? 0;
    gathered.atMs[at] = atMs[place] ?? 0;
    gathered.tokens[at] = tokens[place] ?? 0;
    gathered.confidence[at] = surenessOf(type === decisionCode ? columns.confidenceAt(place) : undefined);
    gathered.types[at] = candidateCodes[type] ?? 0;
  }
  return gathered;
}

/** By the code of a type, its place among the types of candidates. */
const candidateCodes = typeCodes.map(type => candidateTypes.findIndex((known: string) => known === type));

/** Which questions and needs are answered. */
interface AnsweredIds {
  /** Counts what an item answers; returns its ids. */
  add(item: LedgerItem | undefined): readonly string[];
  /** Takes back what an item answered. */
  remove(item: LedgerItem | undefined): readonly string[];
  has(id: string): boolean;
  all(): Iterable<string>;
}

function createAnsweredIds(): AnsweredIds {
  const counts = new Map<string, number>();
  const count = (item: LedgerItem | undefined, by: 1 | -1): readonly string[] => {
    if (item?.kind !== 'entry' || item.type !== 'answer' || item.relatesTo.length === 0) return [];
    const ids = [...new Set(item.relatesTo)];
    for (const id of ids) {
      const left = (counts.get(id) ?? 0) + by;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
    }
    return ids;
  };
  return {
    add: item => count(item, 1),
    remove: item => count(item, -1),
    has: id => counts.has(id),
    all: () => counts.keys(),
  };
}
