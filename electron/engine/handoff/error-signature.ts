import type { ErrorSignature, Failure } from '../../../shared/model/handoff.ts';
import { textHead } from '../../../shared/text-head.ts';

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
    stack_pattern: normalizeMessage(stack.replace(position, '$1:N')),
  };
}

/** Paths become `.../`, `line 12` becomes `line N`, quoted strings of 1-50 characters `'...'`; at most 500 characters. */
export function normalizeMessage(message: string): string {
  const pattern = message
    .replace(folders, '.../')
    .replace(/\b(line) \d+/gi, '$1 N')
    .replace(quoted, "'...'");
  return textHead(pattern, longestPattern);
}

// In stacks: `x.js:12:5` becomes `x.js:N`. A line and a column after any name; a line alone after a file of code only, as `host.example:443` is a port.
const position =
  /(\.\w{1,10}|>)(?::\d+:\d+|\(\d+,\d+\))|(?<=\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|php|cs|cc?|cpp|hp?p?|swift|vue|svelte|scala|dart|lua|exs?)):\d+\b/gi;
// An apostrophe inside a word ("can't") opens and closes nothing.
const quoted =
  /(?<![\p{L}\p{M}\p{N}_'])'[^'\r\n]{1,50}'(?![\p{L}\p{M}\p{N}_'])|"[^"\r\n]{1,50}"|`[^`\r\n]{1,50}`/gu;
// Begins where a path can begin only, so that a long word is looked at once.
const folders =
  /(?<![\p{L}\p{M}\p{N}_.@~:/\\-])(?:[A-Za-z][A-Za-z+]{0,10}:)?(?:[\p{L}\p{M}\p{N}_.@~-]{0,255}[/\\]{1,2})+/gu;

/** What a pattern is known by, before it is hashed: type, pattern and sorted hints. */
export function signatureKey({ error_type, message_pattern, context_hints }: ErrorSignature): string {
  return JSON.stringify([error_type, message_pattern, context_hints.toSorted()]);
}

/** True for patterns of the same failure, in whatever circumstances. */
export function isSameFailure(left: ErrorSignature, right: ErrorSignature): boolean {
  return left.error_type === right.error_type && left.message_pattern === right.message_pattern;
}
