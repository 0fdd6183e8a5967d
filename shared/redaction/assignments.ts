import { isPlaceholder } from './placeholder.ts';
import { type Accept, type Place, type SecretKind, shape } from './secret-kind.ts';
import { secretNameGuard, secretNameHints, secretNames, withJoints } from './secret-names.ts';
import { isPathLike, isPropertyChain, isWordLike, looksMade } from './word-like.ts';

/** Names of keys that need not be secret: only what looks random is taken. */
const keyNames =
  '(?:account|admin|app|client|consumer|deploy|encryption|integration|license|master|publish|root|service|session|shared|sign(?:ing)?|ssh|subscription|webhook|write)[_-]?key|credentials?|auth[_-]?code';

const keyNameHints = [
  ...withJoints(['account', 'admin', 'app', 'client', 'consumer', 'deploy', 'encryption'], 'key'),
  ...withJoints(['integration', 'license', 'master', 'publish', 'root', 'service', 'session'], 'key'),
  ...withJoints(['shared', 'sign', 'signing', 'ssh', 'subscription', 'webhook', 'write'], 'key'),
  ...withJoints(['auth'], 'code'),
  'credential',
];

const quoted =
  '"(?<double>(?:[^"\\\\\\r\\n]|\\\\.){8,4096})"|\'(?<single>(?:[^\'\\\\\\r\\n]|\\\\.){8,4096})\'|`(?<back>[^`\\r\\n]{8,4096})`';
// JSON inside a JSON text: every quote has a backslash.
const escaped = '\\\\{1,3}"(?<escaped>[^"\\\\\\r\\n]{8,4096})\\\\{1,3}"';
const bare = '(?<bare>[^\\s"\'`,;(){}[\\]<>|&]{8,4096})';
const given =
  '(?:\\\\{0,3}["\'`])?[ \\t]{0,16}(?::=|=(?![=>:])|:(?![=>:])|=>(?=[ \\t]{0,16}["\']))[ \\t]{0,16}';

/** A name, which may be the end of a longer one (DB_PASSWORD, myToken), and what it is given. */
const assignment = (pattern: string, flags = 'i'): RegExp =>
  new RegExp(`(?:${pattern})${given}(?:${quoted}|${escaped}|${bare})`, flags);

const isSecretValue: Accept = (value, place) =>
  place.match.groups?.bare === undefined ? isQuotedSecret(value) : isBareSecret(value, situation(place));

const isRandomValue: Accept = (value, place) =>
  value.length >= 16 && looksMade(value) && !/\s/.test(value) && isSecretValue(value, place);

/** Values given to names such as password, token or api_key, in code, JSON, YAML and environment files. */
export const assignmentKinds: readonly SecretKind[] = [
  shape('assignment', secretNameHints, assignment(secretNames), isSecretValue, secretNameGuard),
  // Its capital tells `dbPass` from `bypass`.
  shape('assignment', 'pass', assignment('(?<=[a-z0-9])Pass', ''), isSecretValue),
  shape('key-assignment', keyNameHints, assignment(keyNames), isRandomValue),
];

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

function situation({ text, start, end }: Place): Situation {
  // Never the whole line: there may be a match on each of its thousands of places.
  const near = text.slice(Math.max(0, start - 128), start);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  const next = text.slice(end, end + 1);
  return {
    next,
    isEnvironmentLine: /^\s*(?:export\s+|-\s+|ENV\s+)?[A-Z0-9_]+[:=]+[ \t]*$/.test(before),
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
