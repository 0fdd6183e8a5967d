import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Problem } from '../../shared/model/problem.ts';
import type { Severity } from '../../shared/model/severity.ts';
import { t, told } from '../texts/texts.ts';

/** A problem of a text: where it is, from 1, and one sentence. Offsets are UTF-16 units from 0. */
export interface LocatedProblem {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly severity: Severity;
}

/** Something wrong in a value; what says nothing of how grave it is, is an error. */
export interface JsonProblem extends Problem {
  readonly severity?: Severity;
}

export interface JudgedJson {
  /** What the text means; absent when it is no JSON. */
  readonly parsed?: { readonly value: unknown };
  readonly problems: readonly LocatedProblem[];
}

/** Reads JSON strictly and finds the place of everything that is wrong with it, in syntax or in meaning. */
export function judgeJson(text: string, check: (value: unknown) => readonly JsonProblem[]): JudgedJson {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length > 0 || !tree) return { problems: syntaxProblems(text, errors) };
  const value: unknown = JSON.parse(text);
  const read = { text, starts: lineStarts(text) };
  const problems = check(value).map(problem => {
    const { offset, length } = placeOf(tree, problem.path);
    return located(read, { offset, length }, told(problem.message), problem.severity);
  });
  return { parsed: { value }, problems };
}

/** Where the values at these paths stand in a text; those that are not there are left out. */
export function findParts(
  text: string,
  paths: readonly (readonly (string | number)[])[],
): readonly { readonly from: number; readonly to: number }[] {
  const tree = parseTree(text);
  return paths.flatMap(path => {
    const node = tree && findNodeAtLocation(tree, [...path]);
    return node ? [{ from: node.offset, to: node.offset + node.length }] : [];
  });
}

const syntaxWords: Readonly<Record<string, string>> = {
  InvalidSymbol: t('This is no JSON value: texts need double quotes'),
  InvalidNumberFormat: t('This is no number'),
  PropertyNameExpected: t('A key in double quotes is expected here; the last entry has no comma behind it'),
  ValueExpected: t('A value is expected here; the last entry has no comma behind it'),
  ColonExpected: t('A colon is expected here'),
  CommaExpected: t('A comma is expected here'),
  CloseBraceExpected: t('A closing } is expected here'),
  CloseBracketExpected: t('A closing ] is expected here'),
  EndOfFileExpected: t('Nothing may follow the document'),
  InvalidCommentToken: t('JSON has no comments'),
  UnexpectedEndOfComment: t('JSON has no comments'),
  UnexpectedEndOfString: t('The closing double quote is missing'),
  UnexpectedEndOfNumber: t('The number is not complete'),
  InvalidUnicode: t('An escape of the form \\u0000 is expected here'),
  InvalidEscapeCharacter: t('There is no such escape'),
  InvalidCharacter: t('A control character must be written as an escape'),
};

function syntaxProblems(text: string, errors: readonly ParseError[]): LocatedProblem[] {
  const first = errors[0];
  const read = { text, starts: lineStarts(text) };
  if (!first) return [located(read, { offset: 0, length: 0 }, t('The document is empty.'))];
  // What follows the first syntax error is mostly its echo.
  const words = syntaxWords[printParseErrorCode(first.error)] ?? t('This is no JSON');
  return [located(read, first, `${words}.`)];
}

/** The node a dotted path speaks of, or the nearest one around it that is there. */
function placeOf(tree: Node, path: string): Node {
  const parts = path === '' ? [] : path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, parts.slice(0, length).map(segment));
    if (node) return node;
  }
  return { ...tree, length: Math.min(1, tree.length) };
}

function segment(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part;
}

/** Where each line begins: counted once for hundreds of problems. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** From 1. */
function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

function located(
  { text, starts }: { readonly text: string; readonly starts: readonly number[] },
  { offset, length }: { readonly offset: number; readonly length: number },
  message: string,
  severity: Severity = 'error',
): LocatedProblem {
  const line = lineOf(starts, offset);
  const column = offset - (starts[line - 1] ?? 0) + 1;
  const from = Math.min(offset, text.length);
  return { from, to: Math.min(from + Math.max(1, length), text.length), line, column, message, severity };
}
