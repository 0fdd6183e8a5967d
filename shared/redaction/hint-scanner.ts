/** Where one of the hints stands in a text. */
export interface Hit {
  /** Places, in the table of hints, of the rows that have this hint. */
  readonly rows: readonly number[];
  readonly start: number;
  readonly end: number;
  /** A line ends within it. */
  readonly isSplit: boolean;
}

const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const tab = 9;
const backslash = 92;
/** What is indented deeper is no rest of the line above. */
export const deepestIndent = 64;

/** What a text is searched for: lower-case ASCII texts, found in any case; for a word not within others. */
export interface HintRow {
  readonly hints: readonly string[];
  readonly isWord: boolean;
}

/**
 * Finds all hints of a table in one pass, whatever their number (Aho and Corasick). Line breaks, with a backslash
 * before or indentation after them, are passed over, so that a wrapped hint is one too.
 */
export function createHintScanner(table: readonly HintRow[]): (text: string) => HintScan {
  // Most programs end without a text to look at.
  const built: { automaton?: Automaton } = {};
  return text => {
    built.automaton ??= buildAutomaton(table);
    return new HintScan(built.automaton, text);
  };
}

type Ends = readonly {
  readonly length: number;
  readonly isWord: boolean;
  readonly rows: readonly number[];
}[];

interface Automaton {
  /** By state and ASCII code: the next state; `breakBit` where a hint has begun and a line may end, `hitBit` where a hint ends. */
  readonly table: Uint16Array;
  /** By state: the hints that end there. */
  readonly ends: readonly Ends[];
}

const columnBits = 7;
const breakBit = 0x4000;
const hitBit = 0x8000;

/** Goes through a text once. */
class HintScan {
  readonly #automaton: Automaton;
  readonly #text: string;
  #at = 0;
  #state = 0;
  #lastBreak = -1;

  constructor(automaton: Automaton, text: string) {
    this.#automaton = automaton;
    this.#text = text;
  }

  /** How far the text was read. */
  get at(): number {
    return this.#at;
  }

  /** Goes on at a place further on, as if the text began there. */
  skipTo(at: number): void {
    this.#at = Math.max(at, this.#at);
    this.#state = 0;
  }

  /** The hits that end at the next place where one ends; undefined when there is none before `until`. */
  next(until: number): readonly Hit[] | undefined {
    const stop = Math.min(until, this.#text.length);
    while (this.#advance(stop)) {
      const hits = this.#hits();
      if (hits !== undefined) return hits;
    }
    return undefined;
  }

  #hits(): Hit[] | undefined {
    let hits: Hit[] | undefined;
    for (const { length, isWord, rows } of this.#automaton.ends[this.#state] ?? []) {
      const start = startOfHint(this.#text, this.#at, length, this.#lastBreak);
      if (isWord && isWithinWord(this.#text, start)) continue;
      hits ??= [];
      hits.push({ rows, start, end: this.#at, isSplit: this.#at - start > length });
    }
    return hits;
  }

  /** True at a hit. Everything is in variables: this is asked of each character. */
  #advance(until: number): boolean {
    const { table } = this.#automaton;
    const text = this.#text;
    let at = this.#at;
    let state = this.#state;
    let isHit = false;
    while (at < until && !isHit) {
      const code = text.charCodeAt(at);
      at += 1;
      const next = code < 128 ? (table[(state << columnBits) | code] ?? 0) : 0;
      if (next < breakBit) state = next;
      else if (next >= hitBit) {
        state = next & ~hitBit;
        isHit = true;
      } else {
        // What has begun goes on in the next line.
        const lineBegin = afterBreak(text, at - 1);
        if (lineBegin === at - 1) state = 0;
        else {
          at = lineBegin;
          this.#lastBreak = lineBegin - 1;
        }
      }
    }
    this.#at = at;
    this.#state = state;
    return isHit;
  }
}

/** The letter of a `\\n`, `\\r` or `\\t` in JSON or code belongs to no word. */
function isWithinWord(text: string, at: number): boolean {
  const isEscape = text.charCodeAt(at - 2) === backslash && 'nrt'.includes(text.charAt(at - 1));
  return isAlphanumeric(text.charCodeAt(at - 1)) && !isEscape;
}

function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Where the next line begins if one ends at a place, a backslash before its end and indentation included. */
function afterBreak(text: string, place: number): number {
  let at = text.charCodeAt(place) === backslash ? place + 1 : place;
  if (!isLineEnd(text.charCodeAt(at))) return place;
  while (isLineEnd(text.charCodeAt(at))) at += 1;
  const deepest = at + deepestIndent;
  while (at < deepest && (text.charCodeAt(at) === space || text.charCodeAt(at) === tab)) at += 1;
  return at;
}

function isLineEnd(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

/** Goes back so many characters, line breaks not counted. */
function startOfHint(text: string, end: number, length: number, lastBreak: number): number {
  if (end - length > lastBreak) return end - length;
  let start = end;
  for (let left = length; left > 0; left -= 1) start = beforeBreak(text, start) - 1;
  return start;
}

/** Where the line breaks begin after which a place is, a backslash before them included; else the place itself. */
function beforeBreak(text: string, end: number): number {
  let start = end;
  for (let at = end - 1; at >= 0; at -= 1) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) start = text.charCodeAt(at - 1) === backslash ? at - 1 : at;
    else if (code !== space && code !== tab && code !== backslash) break;
  }
  return start;
}

/** One state for each beginning of a hint. */
interface State {
  readonly id: number;
  /** Where to go on when no hint does: the longest end of what was read that begins another one. */
  fallback: number;
  readonly next: Map<number, State>;
  readonly ends: { readonly row: number; readonly length: number; readonly isWord: boolean }[];
}

function buildAutomaton(rows: readonly HintRow[]): Automaton {
  const states = statesOf(rows);
  const table = new Uint16Array(states.length << columnBits);
  const queue = states.slice(0, 1);
  // Shorter beginnings come first, so that the one to fall back to is complete.
  for (const state of queue) {
    const own = state.id << columnBits;
    fallBack(table, own, state.fallback << columnBits);
    for (const [code, following] of state.next) {
      queue.push(following);
      following.fallback = (table[own | code] ?? 0) & ~hitBit;
      following.ends.push(...(states[following.fallback]?.ends ?? []));
      const entry = following.id | (following.ends.length > 0 ? hitBit : 0);
      for (const letter of [code, upperCase(code)]) table[own | letter] = entry;
    }
  }
  return { table, ends: states.map(({ ends }) => groupEnds(ends)) };
}

function fallBack(table: Uint16Array, own: number, fallback: number): void {
  if (own === 0) return;
  table.copyWithin(own, fallback, fallback + (1 << columnBits));
  for (const end of [lineFeed, carriageReturn, backslash]) table[own | end] = breakBit;
}

const upperCase = (code: number): number => (code >= 97 && code <= 122 ? code - 32 : code);

function statesOf(rows: readonly HintRow[]): State[] {
  const root: State = { id: 0, fallback: 0, next: new Map(), ends: [] };
  const states = [root];
  const stateAfter = (state: State, code: number): State => {
    const known = state.next.get(code);
    if (known !== undefined) return known;
    const made: State = { id: states.length, fallback: 0, next: new Map(), ends: [] };
    states.push(made);
    state.next.set(code, made);
    return made;
  };
  for (const [row, { hints, isWord }] of rows.entries())
    for (const hint of hints) {
      const last = [...hint].reduce((state, character) => stateAfter(state, character.charCodeAt(0)), root);
      last.ends.push({ row, isWord, length: hint.length });
    }
  return states;
}

/** Rows whose hits are the same are told as one. */
function groupEnds(ends: State['ends']): Ends {
  const groups = new Map<string, { length: number; isWord: boolean; rows: number[] }>();
  for (const { row, length, isWord } of ends) {
    const key = `${length} ${isWord}`;
    const group = groups.get(key) ?? { length, isWord, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}
