import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { isRounded, tryParseJson } from '../../../shared/model/json.ts';
import { createJsonScale, maxJsonDepth } from '../../../shared/model/json-limits.ts';

/** A place in a text; both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

type ParsedJson =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | ({ readonly kind: 'broken'; readonly reason: string } & TextPosition);

/**
 * Parses strict JSON; on failure says where and why. Objects that name a key twice are broken, since one value would be
 * lost, and so are numbers that could not be written again as they are.
 */
export function parseJson(text: string): ParsedJson {
  const plain = parsePlain(text);
  if (plain !== undefined) return plain;
  if (text.trim() === '') return broken(text, 0, 'the file is empty');
  const excess = createJsonScale().add(Buffer.from(text));
  if (excess !== undefined) return broken(text, charactersBefore(text, excess.offset), excess.reason);
  const value = tryParseJson(text);
  const fault = firstFault(text, value !== undefined);
  if (fault !== undefined) return broken(text, fault.offset, fault.reason);
  return value === undefined ? broken(text, 0, 'is no JSON') : { kind: 'parsed', value };
}

const plainLetters = 65_536;

/**
 * What most files are: short, and written as programs write JSON. Such a text comes out again when its value is written,
 * so no key stands in it twice and no number is lost, and nothing has to look for them.
 */
function parsePlain(text: string): ParsedJson | undefined {
  if (text.length > plainLetters) return undefined;
  const value = tryParseJson(text);
  if (value === undefined || !isNested(value, maxJsonDepth)) return undefined;
  const end = text.endsWith('\n') ? '\n' : '';
  const isSame = [undefined, 2].some(spaces => `${JSON.stringify(value, undefined, spaces)}${end}` === text);
  return isSame ? { kind: 'parsed', value } : undefined;
}

/** Whether a value is at most so many levels deep. */
function isNested(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every(inner => isNested(inner, levels - 1));
}

/** Where the value at `path` stands; the nearest one around it when it is missing. Properties are shown at their key. */
export function positionOfPath(text: string, path: readonly PropertyKey[]): TextPosition {
  const wanted = path.map(key => (typeof key === 'number' ? key : String(key)));
  const found = { offset: 0, length: -1 };
  /** False for what the path does not lead through: it is passed over, and never becomes a tree in memory. */
  const meet = (at: readonly (string | number)[], offset: number): boolean => {
    if (at.length > wanted.length || at.some((key, index) => key !== wanted[index])) return false;
    if (at.length > found.length) Object.assign(found, { offset, length: at.length });
    return true;
  };
  visitPlaces(text, meet);
  return positionAt(text, found.offset);
}

/** The same for many paths of one text, which is read once: `positionOfPath` reads it again for each. */
export function createPositions(text: string): (path: readonly PropertyKey[]) => TextPosition {
  const offsets = new Map<string, number>();
  visitPlaces(text, (at, offset) => {
    const key = JSON.stringify(at);
    if (!offsets.has(key)) offsets.set(key, offset);
    return true;
  });
  const lines = [...text.matchAll(lineEnd)].map(({ index, 0: end }) => index + end.length);
  return path => {
    for (let length = path.length; length >= 0; length -= 1) {
      const offset = offsets.get(JSON.stringify(path.slice(0, length)));
      if (offset !== undefined) return positionIn(lines, offset);
    }
    return { line: 1, column: 1 };
  };
}

/** By the offsets at which the lines behind the first begin. */
function positionIn(lines: readonly number[], offset: number): TextPosition {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return { line: low + 1, column: offset - (lines[low - 1] ?? 0) + 1 };
}

/** Meets every place of a text; properties at their key, and then at their value. False passes over what is inside. */
function visitPlaces(
  text: string,
  meet: (at: readonly (string | number)[], offset: number) => boolean,
): void {
  visit(text, {
    onObjectBegin: (offset, _length, _line, _column, way) => meet(way(), offset),
    onArrayBegin: (offset, _length, _line, _column, way) => meet(way(), offset),
    // Without these, what follows something passed over is passed over too.
    onObjectEnd: () => {},
    onArrayEnd: () => {},
    onLiteralValue: (_value, offset, _length, _line, _column, way) => {
      meet(way(), offset);
    },
    onObjectProperty: (key, offset, _length, _line, _column, way) => {
      meet([...way(), key], offset);
    },
  });
}

const charactersBefore = (text: string, bytes: number): number =>
  Buffer.from(text).subarray(0, bytes).toString().length;

interface Fault {
  readonly offset: number;
  readonly reason: string;
}

function firstFault(text: string, isJson: boolean): Fault | undefined {
  const faults: Fault[] = [];
  const keysOfOpenObjects: Set<string>[] = [];
  visit(
    text,
    {
      onObjectBegin: () => {
        keysOfOpenObjects.push(new Set());
      },
      onObjectProperty: (key, offset) => {
        const keys = keysOfOpenObjects.at(-1);
        if (keys?.has(key))
          faults.push({ offset, reason: `the key ${JSON.stringify(key)} stands here twice` });
        keys?.add(key);
      },
      onObjectEnd: () => {
        keysOfOpenObjects.pop();
      },
      onLiteralValue: noteLost(text, faults),
      onError: (code, offset) => {
        faults.push({ offset, reason: faultReason(code) });
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  // What is broken JSON is reported as that, also where a key stands twice before.
  return isJson ? faults[0] : (faults.find(fault => !fault.reason.endsWith('twice')) ?? faults[0]);
}

/** What of a JSON text its value lacks first, a number or one of two that have the same key, and why. */
export function findLoss(text: string): (TextPosition & { readonly reason: string }) | undefined {
  const first = firstFault(text, true);
  return first && { ...positionAt(text, first.offset), reason: first.reason };
}

const noteLost = (text: string, faults: Fault[]) => (value: unknown, offset: number, length: number) => {
  const reason = typeof value === 'number' ? lossOf(value, text.slice(offset, offset + length)) : undefined;
  if (reason !== undefined) faults.push({ offset, reason });
};

/** Why a number could not be written again; undefined where it could. Ids of other services have 18 digits and more. */
function lossOf(value: number, written: string): string | undefined {
  if (!Number.isFinite(value)) return 'this number is too large';
  return isRounded(value, written) ? moreDigits : undefined;
}

const moreDigits = 'this number has more digits than are kept; write it as a text';

/** The path of the first integer of a JSON text whose value is another, and why. */
export function findRounded(text: string): string | undefined {
  const found: string[] = [];
  visit(text, {
    onLiteralValue: (value, offset, length, _line, _column, path) => {
      if (found.length > 0 || typeof value !== 'number') return;
      if (isRounded(value, text.slice(offset, offset + length))) found.push(path().join('.'));
    },
  });
  return found[0] === undefined ? undefined : `${found[0]}: ${moreDigits}`;
}

const faultReasons: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word that is no JSON stands here; texts need double quotes',
  InvalidNumberFormat: 'this number is not written as JSON wants it',
  PropertyNameExpected: 'a key in double quotes is missing here (or the comma before is too much)',
  ValueExpected: 'a value is missing here (or the comma before is too much)',
  ColonExpected: 'a ":" is missing here',
  CommaExpected: 'a "," is missing here',
  CloseBraceExpected: 'the file ends before its "}"',
  CloseBracketExpected: 'the file ends before its "]"',
  EndOfFileExpected: 'the JSON ends before this; what follows is too much',
  InvalidCommentToken: 'comments are not allowed in JSON',
  UnexpectedEndOfComment: 'comments are not allowed in JSON',
  UnexpectedEndOfString: 'this text has no closing quote',
  UnexpectedEndOfNumber: 'this number is cut off',
  InvalidUnicode: 'this \\u escape is not valid',
  InvalidEscapeCharacter: 'this escape is not valid JSON',
  InvalidCharacter: 'a character stands here that JSON does not allow',
};

const faultReason = (code: ParseErrorCode): string => faultReasons[printParseErrorCode(code)] ?? 'is no JSON';

function broken(text: string, offset: number, reason: string): ParsedJson {
  return { kind: 'broken', reason, ...positionAt(text, offset) };
}

const lineEnd = /\r\n|\r|\n/g;

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split(lineEnd);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
