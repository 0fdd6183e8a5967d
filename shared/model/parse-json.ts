import { isJsonObject } from './json.ts';

/** Letters that are parsed without a stop, which takes about a millisecond. */
const partLetters = 65_536;

/** `JSON.parse` for a text of any length: stops after each part, and is as strict. */
export function* parseJsonInParts(text: string): Generator<void, unknown> {
  if (text.length <= partLetters) return JSON.parse(text);
  const reader: Reader = { text, at: 0 };
  const value = yield* readValue(reader);
  skipBlanks(reader);
  if (reader.at < text.length) throw faultAt(reader.at);
  return value;
}

interface Reader {
  readonly text: string;
  at: number;
}

const faultAt = (at: number): SyntaxError => new SyntaxError(`Unexpected text in JSON at position ${at}`);

function* readValue(reader: Reader): Generator<void, unknown> {
  skipBlanks(reader);
  const { text, at } = reader;
  const first = text[at];
  if (first === '[') return yield* readLong(reader, ']', []);
  if (first === '{') return yield* readLong(reader, '}', {});
  reader.at = first === '"' ? endOfText(text, at) : endOfWord(text, at);
  return parsed(text.slice(at, reader.at), at);
}

/** A list or object member by member, as many at once as a part holds. */
function* readLong<Whole extends object>(
  reader: Reader,
  end: ']' | '}',
  whole: Whole,
): Generator<void, Whole> {
  reader.at += 1;
  for (let isFirst = true; ; isFirst = false) {
    const { from, to, isEnd } = yield* readMembers(reader, end, whole);
    const isEmpty = reader.text.slice(from, to).trim() === '';
    // Only a list of nothing has nothing before its end.
    if (isEmpty && !(isFirst && isEnd)) throw faultAt(to);
    reader.at = to + 1;
    if (isEnd) return whole;
  }
}

/** Members up to a comma or the end, which stands at `to`. */
function* readMembers(reader: Reader, end: ']' | '}', whole: object): Generator<void, Members> {
  skipBlanks(reader);
  const { text, at: from } = reader;
  const to = lastBreak(text, from);
  if (to === undefined) {
    yield* readOne(reader, end, whole);
    skipBlanks(reader);
    return { from, to: reader.at, isEnd: isEndAt(reader, reader.at, end) };
  }
  const isEnd = isEndAt(reader, to, end);
  const open = end === ']' ? '[' : '{';
  addAll(whole, parsed(`${open}${text.slice(from, to)}${end}`, from));
  yield;
  return { from, to, isEnd };
}

interface Members {
  readonly from: number;
  readonly to: number;
  readonly isEnd: boolean;
}

function isEndAt({ text }: Reader, at: number, end: ']' | '}'): boolean {
  if (text[at] === end) return true;
  if (text[at] === ',') return false;
  throw faultAt(at);
}

/** A member that is longer than a part. */
function* readOne(reader: Reader, end: ']' | '}', whole: object): Generator<void, void> {
  if (end === ']') {
    addAll(whole, [yield* readValue(reader)]);
    return;
  }
  skipBlanks(reader);
  const start = reader.at;
  reader.at = endOfText(reader.text, start);
  const key = parsed(reader.text.slice(start, reader.at), start);
  skipBlanks(reader);
  if (typeof key !== 'string' || reader.text[reader.at] !== ':') throw faultAt(reader.at);
  reader.at += 1;
  define(whole, key, yield* readValue(reader));
}

function addAll(whole: object, members: unknown): void {
  if (Array.isArray(whole) && Array.isArray(members)) for (const member of members) whole.push(member);
  else if (isJsonObject(members))
    for (const [key, value] of Object.entries(members)) define(whole, key, value);
}

/** Assigning `__proto__` would lose it. */
function define(whole: object, key: string, value: unknown): void {
  Object.defineProperty(whole, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * Where the members end that begin at `from`: at the end of their list or object where that is near, else at the last
 * comma between two of them within a part; undefined where the first of them is longer.
 */
function lastBreak(text: string, from: number): number | undefined {
  let found: number | undefined;
  let depth = 0;
  const until = Math.min(text.length, from + partLetters);
  for (let at = from; at < until; at += 1)
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfText(text, at) - 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (depth === 0) return at;
        depth -= 1;
        break;
      case 0x2c: // ,
        if (depth === 0) found = at;
    }
  return found;
}

/** Behind the closing quote of the text that begins at `from`. */
export function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text[before] === '\\') before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  throw faultAt(from);
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !',]} \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}

function skipBlanks(reader: Reader): void {
  while (' \t\n\r'.includes(reader.text.charAt(reader.at)) && reader.at < reader.text.length) reader.at += 1;
}

function parsed(part: string, at: number): unknown {
  try {
    return JSON.parse(part);
  } catch {
    throw faultAt(at);
  }
}
