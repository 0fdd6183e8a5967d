import type { ErrorSignature, Failure } from '../../../shared/model/handoff.ts';

const longestPattern = 500;

/**
 * What is the same whenever a failure happens again. The failure must be redacted before: patterns are cut at 500
 * characters, and half a secret is found by nobody.
 */
export function errorSignature({
  error_type,
  message,
  context_hints = [],
  stack = '',
}: Failure): ErrorSignature {
  return {
    error_type,
    message_pattern: normalizeMessage(message),
    context_hints: [...new Set(context_hints)].toSorted(),
    stack_pattern: normalizeMessage(stack),
  };
}

/** Paths become `.../`, `line 12` becomes `line N`, `x.js:12:5` becomes `x.js:N`, quoted strings of 1-50 characters `'...'`; at most 500 characters. */
export function normalizeMessage(message: string): string {
  return message
    .replace(folders, '.../')
    .replace(/\b(line) \d+/gi, '$1 N')
    .replace(position, '$1:N')
    .replace(quoted, "'...'")
    .slice(0, longestPattern);
}

// A line and a column after any name; a line alone after a file of code only, as `host.example:443` is a port.
const position =
  /(\.\w{1,10}|>)(?::\d+:\d+|\(\d+,\d+\))|(?<=\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|php|cs|cc?|cpp|hp?p?|swift|vue|svelte|scala|dart|lua|exs?)):\d+\b/gi;
// An apostrophe inside a word ("can't") opens and closes nothing.
const quoted = /(?<![\w'])'[^'\r\n]{1,50}'(?![\w'])|"[^"\r\n]{1,50}"|`[^`\r\n]{1,50}`/g;
// Begins where a path can begin only, so that a long word is looked at once.
const folders = /(?<![\w.@~:/\\-])(?:[A-Za-z][A-Za-z+]{0,10}:)?(?:[\w.@~-]{0,255}[/\\]{1,2})+/g;

/** What a pattern is known by, before it is hashed: type, pattern and sorted hints. */
export function signatureKey({ error_type, message_pattern, context_hints }: ErrorSignature): string {
  return JSON.stringify([error_type, message_pattern, context_hints.toSorted()]);
}

/** True for patterns of the same failure, in whatever circumstances. */
export function isSameFailure(left: ErrorSignature, right: ErrorSignature): boolean {
  return left.error_type === right.error_type && left.message_pattern === right.message_pattern;
}
