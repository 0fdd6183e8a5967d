import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Problem } from '../../shared/model/problem.ts';

/** A problem of a text: where it is, from 1, and one sentence. Offsets are UTF-16 units from 0. */
export interface LocatedProblem {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface JudgedJson {
  /** What the text means; absent when it is no JSON. */
  readonly parsed?: { readonly value: unknown };
  readonly problems: readonly LocatedProblem[];
}

/** Reads JSON strictly and finds the place of everything that is wrong with it, in syntax or in meaning. */
export function judgeJson(text: string, check: (value: unknown) => readonly Problem[]): JudgedJson {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length > 0 || !tree) return { problems: syntaxProblems(text, errors) };
  const value: unknown = JSON.parse(text);
  const problems = check(value).map(problem => {
    const { offset, length } = placeOf(tree, problem.path);
    return located(text, offset, length, problem.message);
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
  InvalidSymbol: 'This is no JSON value: texts need double quotes',
  InvalidNumberFormat: 'This is no number',
  PropertyNameExpected: 'A key in double quotes is expected here; the last entry has no comma behind it',
  ValueExpected: 'A value is expected here; the last entry has no comma behind it',
  ColonExpected: 'A colon is expected here',
  CommaExpected: 'A comma is expected here',
  CloseBraceExpected: 'A closing } is expected here',
  CloseBracketExpected: 'A closing ] is expected here',
  EndOfFileExpected: 'Nothing may follow the document',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'The closing double quote is missing',
  UnexpectedEndOfNumber: 'The number is not complete',
  InvalidUnicode: 'An escape of the form \\u0000 is expected here',
  InvalidEscapeCharacter: 'There is no such escape',
  InvalidCharacter: 'A control character must be written as an escape',
};

function syntaxProblems(text: string, errors: readonly ParseError[]): LocatedProblem[] {
  const first = errors[0];
  if (!first) return [located(text, 0, 0, 'The document is empty.')];
  // What follows the first syntax error is mostly its echo.
  const words = syntaxWords[printParseErrorCode(first.error)] ?? 'This is no JSON';
  return [located(text, first.offset, first.length, `${words}.`)];
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

function located(text: string, offset: number, length: number, message: string): LocatedProblem {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - (before.lastIndexOf('\n') + 1) + 1;
  const from = Math.min(offset, text.length);
  return { from, to: Math.min(from + Math.max(1, length), text.length), line, column, message };
}
