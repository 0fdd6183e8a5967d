import type { Finding, SecretFinder } from './finding.ts';
import { isPlaceholder } from './placeholder.ts';
import { isPathLike, isPropertyChain, isWordLike } from './word-like.ts';

const kind = 'assignment';

const names =
  'passw(?:or)?d|pwd|passphrase|secret(?:[_-]?key)?|token|api[_-]?key|access[_-]?key|private[_-]?key';
const quoted =
  '"(?<double>(?:[^"\\\\\\r\\n]|\\\\.){8,4096})"|\'(?<single>(?:[^\'\\\\\\r\\n]|\\\\.){8,4096})\'|`(?<back>[^`\\r\\n]{8,4096})`';
// JSON inside a JSON text: every quote has a backslash.
const escaped = '\\\\{1,3}"(?<escaped>[^"\\\\\\r\\n]{8,4096})\\\\{1,3}"';
const bare = '(?<bare>[^\\s"\'`,;(){}[\\]<>|&]{8,4096})';

// The search starts at the rare sign and looks back for the name: several times faster than starting at the name.
// Prefixes (DB_, my) need not be matched to be allowed.
const assignment = new RegExp(
  `[:=](?<=(?:${names})(?:\\\\{0,3}["'\`])?[ \\t]{0,16}[:=])(?:(?<=:)=)?(?![=>:])[ \\t]{0,16}(?:${quoted}|${escaped}|${bare})`,
  'dgi',
);

/** Values given to names such as password, token or api_key, in code, JSON, YAML and environment files (H10). */
export const assignmentFinder: SecretFinder = {
  kind,
  hints: ['=', ':'],
  *find(text) {
    for (const match of text.matchAll(assignment)) yield findingOf(text, match);
  },
};

function findingOf(text: string, match: RegExpExecArray): Finding | undefined {
  const groups = match.indices?.groups;
  const bareSpan = groups?.bare;
  const span = bareSpan ?? groups?.double ?? groups?.single ?? groups?.back ?? groups?.escaped;
  if (span === undefined) return undefined;
  const [start, end] = span;
  const value = text.slice(start, end);
  const isSecret =
    bareSpan === undefined ? isQuotedSecret(value) : isBareSecret(value, situation(text, match, end));
  return isSecret ? { kind, start, end } : undefined;
}

/** A quoted sentence is a label or a message; a quoted word is a value. */
function isQuotedSecret(value: string): boolean {
  const isSentence =
    /\s/.test(value) && value.split(/\s+/).every(word => /^[\p{L}\p{M}'’.,:;!?()/-]*$/u.test(word));
  return !isSentence && !isPlaceholder(value) && !isPropertyChain(value) && !isUrl(value);
}

interface Situation {
  /** The character after the value; empty at the end of the text. */
  readonly next: string;
  /** The assignment is the whole line, and its name is in capitals: an environment file. */
  readonly isEnvironmentLine: boolean;
  /** The value ends its line. */
  readonly isLineEnd: boolean;
}

function situation(text: string, match: RegExpExecArray, end: number): Situation {
  // Never the whole line: there may be a match on each of its thousands of places.
  const near = text.slice(Math.max(0, match.index - 128), match.index);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  const next = text.slice(end, end + 1);
  return {
    next,
    isEnvironmentLine: /^\s*(?:export\s+|-\s+|ENV\s+)?[A-Z0-9_]+$/.test(before),
    isLineEnd: next === '' || next === '\n' || next === '\r',
  };
}

/** Bare values are where source code and prose look the same as secrets. */
function isBareSecret(value: string, { next, isEnvironmentLine, isLineEnd }: Situation): boolean {
  if (isPlaceholder(value) || isUrl(value) || isPathLike(value)) return false;
  // A call, an index, a template or a generic type: code, not a value.
  if ('([{<'.includes(next) && next !== '') return false;
  if (isPropertyChain(value.replace(/[.:]+$/, ''))) return false;
  if (isEnvironmentLine) return true;
  const word = value.replace(/[.!?:]+$/, '');
  if (!isWordLike(word)) return word.length >= 8;
  return isLineEnd && /^[a-z]{12,}$/.test(value);
}

function isUrl(value: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(value) || /^data:/i.test(value);
}
