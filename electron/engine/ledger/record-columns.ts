import {
  type Confidence,
  confidences,
  type DecisionStatus,
  decisionStatuses,
  entryTypes,
} from '../../../shared/model/ledger-words.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { IdTable } from './id-table.ts';
import type { DecisionItem, EntryItem, LedgerItem } from './ledger-item.ts';
import { TextHeap } from './text-heap.ts';

/** What a place holds, as a number: 0 nothing any more, 1 a decision, from 2 the types of entries. */
export const typeCodes = ['', 'decision', ...entryTypes] as const;
export const decisionCode = 1;

/** What `flags` says besides: the status of a decision in its two lowest bits, its confidence in the next two. */
const closedFlag = 16;
/** It may stand in a context, as far as its own fields and the answers go. */
const candidateFlag = 32;
/** Decisions that were read are kept as objects, so many of them. */
const mostRemembered = 20_000;

const bytes = (size: number) => new Uint8Array(size);
const wholes = (size: number) => new Int32Array(size);
const floats = (size: number) => new Float64Array(size);

/**
 * The items of a ledger by place, in columns: of a million records as many objects with their texts would take several
 * hundred megabytes. Objects are made of what is asked for.
 */
export class RecordColumns {
  readonly types = new GrowingNumbers(bytes);
  readonly flags = new GrowingNumbers(bytes);
  readonly atMs = new GrowingNumbers(floats);
  /** Tells the texts of items apart. */
  readonly marks = new GrowingNumbers(floats);
  readonly tokens = new GrowingNumbers(wholes);
  readonly scopes = new GrowingNumbers(wholes);
  readonly agents = new GrowingNumbers(wholes);
  /** Where in `texts` the id begins, and what else an item says, as JSON; 0 where that is nothing. */
  readonly ids = new GrowingNumbers(wholes);
  readonly details = new GrowingNumbers(wholes);
  readonly texts = new TextHeap();
  readonly names = new Names();
  readonly #decisions = new IdTable(this.texts, place => this.ids.at(place));
  readonly #entries = new IdTable(this.texts, place => this.ids.at(place));
  /** Places from here on are not in the tables of ids yet. */
  #tabled = 0;
  #count = 0;
  readonly #remembered = new Map<number, DecisionItem>();

  /** Places that hold an item. */
  get count(): number {
    return this.#count;
  }

  find(kind: LedgerItem['kind'], id: string): number | undefined {
    this.#tableIds();
    return this.#tableOf(kind).find(id);
  }

  /** Puts an item at its place. */
  set(item: LedgerItem, mark: number): void {
    this.#tableIds();
    const { place } = item;
    const isNew = this.types.at(place) === 0;
    if (isNew) this.ids.set(place, this.texts.add(item.id));
    this.types.set(place, item.kind === 'decision' ? decisionCode : typeCodes.indexOf(item.type, 2));
    this.flags.set(place, flagsOf(item));
    this.atMs.set(place, item.atMs);
    this.marks.set(place, mark);
    this.tokens.set(place, item.tokens);
    this.scopes.set(place, this.names.numberOf(item.scope));
    this.agents.set(place, this.names.numberOf(item.agent));
    const details = detailsOf(item);
    this.details.set(place, details === undefined ? 0 : this.texts.add(JSON.stringify(details)));
    this.#remembered.delete(place);
    this.#tableOf(item.kind).set(item.id, place);
    this.#tabled = Math.max(this.#tabled, place + 1);
    if (isNew) this.#count += 1;
  }

  /** Leaves a place empty; its item stands elsewhere. */
  remove(place: number): void {
    this.types.set(place, 0);
    this.flags.set(place, 0);
    this.#remembered.delete(place);
    this.#count -= 1;
  }

  itemAt(place: number): LedgerItem | undefined {
    const type = this.types.at(place);
    if (type === 0) return undefined;
    if (type !== decisionCode) return this.#entryAt(place);
    const known = this.#remembered.get(place);
    if (known !== undefined) return known;
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    const item = this.#decisionAt(place);
    this.#remembered.set(place, item);
    return item;
  }

  typeAt(place: number): LedgerItem['type'] | undefined {
    const type = typeCodes[this.types.at(place)];
    return type === '' ? undefined : type;
  }

  /** Resolved, or overridden. */
  isClosed(place: number): boolean {
    return (this.flags.at(place) & closedFlag) !== 0;
  }

  isCandidate(place: number): boolean {
    return (this.flags.at(place) & candidateFlag) !== 0;
  }

  setCandidate(place: number, isCandidate: boolean): void {
    const others = this.flags.at(place) & ~candidateFlag;
    this.flags.set(place, isCandidate ? others | candidateFlag : others);
  }

  /** Rising places of candidates for which `wants` is true. */
  candidates(wants: (place: number) => boolean): Int32Array<ArrayBuffer> {
    const flags = this.flags.view();
    const found = new Int32Array(flags.length);
    let count = 0;
    for (let place = 0; place < flags.length; place += 1) {
      if (((flags[place] ?? 0) & candidateFlag) === 0 || !wants(place)) continue;
      found[count] = place;
      count += 1;
    }
    return found.slice(0, count);
  }

  /** How many of these places hold an item. */
  countAt(places: Int32Array): number {
    return places.reduce((count, place) => (this.types.at(place) === 0 ? count : count + 1), 0);
  }

  /** To be called when places were filled from elsewhere, with how many more items there are. */
  refresh(places: Int32Array, more: number): void {
    for (const place of places) this.#remembered.delete(place);
    this.#count += more;
  }

  statusAt(place: number): DecisionStatus {
    return decisionStatuses[this.flags.at(place) & 3] ?? 'active';
  }

  confidenceAt(place: number): Confidence {
    return confidences[(this.flags.at(place) >> 2) & 3] ?? 'medium';
  }

  #baseAt(place: number) {
    return {
      id: this.texts.textAt(this.ids.at(place)),
      atMs: this.atMs.at(place),
      scope: this.names.at(this.scopes.at(place)),
      agent: this.names.at(this.agents.at(place)),
      tokens: this.tokens.at(place),
      place,
    };
  }

  #detailsAt<Details>(place: number): Details | undefined {
    const start = this.details.at(place);
    // Written by `detailsOf` below for the same kind.
    return start === 0 ? undefined : (JSON.parse(this.texts.textAt(start)) as Details);
  }

  #entryAt(place: number): EntryItem {
    const [relatesTo, tags] = this.#detailsAt<EntryDetails>(place) ?? [none, none];
    return {
      kind: 'entry',
      type: entryTypes[this.types.at(place) - 2] ?? 'status',
      ...this.#baseAt(place),
      isResolved: this.isClosed(place),
      relatesTo,
      tags,
    };
  }

  #decisionAt(place: number): DecisionItem {
    const details = this.#detailsAt<DecisionDetails>(place);
    const [
      statusChangedMs = 0,
      domain = '',
      files = none,
      symbols = none,
      summary = '',
      dependsOn = none,
      supersedes,
    ] = details ?? [];
    return {
      kind: 'decision',
      type: 'decision',
      ...this.#baseAt(place),
      status: this.statusAt(place),
      statusChangedMs,
      isOverridden: this.isClosed(place),
      confidence: this.confidenceAt(place),
      domain,
      files,
      symbols,
      summary,
      dependsOn,
      supersedes: supersedes ?? undefined,
    };
  }

  #tableOf(kind: LedgerItem['kind']): IdTable {
    return kind === 'decision' ? this.#decisions : this.#entries;
  }

  /** Nobody who only assembles needs the ids, so they are put into their tables when one is asked for. */
  #tableIds(): void {
    const { size } = this.types;
    if (this.#tabled === size) return;
    this.#entries.reserve(size - this.#tabled);
    for (let place = this.#tabled; place < size; place += 1) {
      const type = this.types.at(place);
      if (type !== 0) this.#tableOf(type === decisionCode ? 'decision' : 'entry').addNew(place);
    }
    this.#tabled = size;
  }
}

const none: readonly string[] = [];

type EntryDetails = readonly [relatesTo: readonly string[], tags: readonly string[]];
type DecisionDetails = readonly [
  statusChangedMs: number,
  domain: string,
  files: readonly string[],
  symbols: readonly string[],
  summary: string,
  dependsOn: readonly string[],
  supersedes: string | null,
];

function detailsOf(item: LedgerItem): EntryDetails | DecisionDetails | undefined {
  if (item.kind === 'entry')
    return item.relatesTo.length + item.tags.length === 0 ? undefined : [item.relatesTo, item.tags];
  const { statusChangedMs, domain, files, symbols, summary, dependsOn, supersedes = null } = item;
  return [statusChangedMs, domain, files, symbols, summary, dependsOn, supersedes];
}

function flagsOf(item: LedgerItem): number {
  if (item.kind === 'entry') return item.isResolved ? closedFlag : 0;
  const said = decisionStatuses.indexOf(item.status) + 4 * confidences.indexOf(item.confidence);
  return said + (item.isOverridden ? closedFlag : 0);
}

/** Names that many items share, by number. */
class Names {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  get size(): number {
    return this.#names.length;
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  at(number: number): string {
    return this.#names[number] ?? '';
  }

  /** Those from a number on. */
  since(number: number): string[] {
    return this.#names.slice(number);
  }
}
