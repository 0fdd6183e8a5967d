import { type CompiledPattern, compilePattern } from '../../shared/rules/compile-pattern.ts';

/**
 * Compiles a pattern with the platform's own regex engine where that is safe and means the same as RE2,
 * and with RE2 otherwise. The native engine is some ten times faster, and backtracks: so only patterns pass
 * that a static check proves linear. Handed to the engine through `createRegexCache`.
 */
export function compilePatternNatively(pattern: string): CompiledPattern {
  const reference = compilePattern(pattern);
  if (!reference.ok || !isLinearEverywhere(pattern)) return reference;
  const native = new RegExp(pattern);
  return { ok: true, isFoundIn: text => native.test(text) };
}

/** Literal characters that mean themselves in both engines; no others than ASCII, since RE2 reads code points. */
const literal = String.raw`[A-Za-z0-9 _\-:;,"'<>=!@#%&~/]|\\[.+*?()|[\]{}^$/\\-]`;
const asciiClass = String.raw`\[(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_ .,:;@#/])+\]|\\d|\\w`;
const linearPattern = new RegExp(
  // Literals, boundaries and single classes, each at most once; then at most one endless run, then such a piece again.
  String.raw`^\^?(?<head>(?:(?:${literal}|${asciiClass})\??|\\b)*)(?:(?<run>${asciiClass})[+*])?(?:(?:${literal}|${asciiClass})\??|\\b)*\$?$`,
);
/** Each optional piece doubles the ways to try: `a?a?a?aaa` is the classic that explodes. */
const mostOptional = 3;
const endsInLiteral = new RegExp(`(?:${literal})$`);

/**
 * True when matching takes time linear in the text, whatever the text is: no endless repetition, or exactly one
 * whose class lacks the character before it. A run then never reaches over the start of another attempt.
 * Repetition counts, groups, alternatives, `.`, negated classes and flags never pass.
 */
export function isLinearEverywhere(pattern: string): boolean {
  const parts = linearPattern.exec(pattern)?.groups;
  if (!parts || (pattern.match(/\?/g) ?? []).length > mostOptional) return false;
  const { head = '', run } = parts;
  if (run === undefined) return true;
  if (!endsInLiteral.test(head) || /\\[bdw]$/.test(head)) return false;
  const before = head.at(-1) ?? '';
  return !new RegExp(`^(?:${run})$`).test(before);
}
