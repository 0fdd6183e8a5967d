import picomatch from 'picomatch/posix.js';
import { literalPattern } from '../../../shared/literal-pattern.ts';
import { compilePattern } from '../../../shared/rules/compile-pattern.ts';
import { textHead } from '../../../shared/text-head.ts';

/** One RE2 pattern for paths of files, or one sentence why there is none. */
type GlobPattern =
  | { readonly ok: true; readonly pattern: string }
  | { readonly ok: false; readonly reason: string };

/** Files whose names begin with a dot are meant too, and `[!a]` is "not a", as rule files have it. */
export const globOptions = { dot: true, posix: true } as const;

/**
 * Globs as one RE2 pattern for `addVar.file_path`: it matches what any of them does. Paths are those of files below
 * the project, with "/" between names, none of them empty, "." or "..", as the glob library's look-aheads ensure
 * and RE2 cannot; for such paths the pattern says the same as the library.
 */
export function patternOfGlobs(globs: readonly string[]): GlobPattern {
  const bodies: string[] = [];
  for (const glob of globs) {
    const read = bodyOf(glob);
    if (!read.ok) return read;
    bodies.push(read.pattern);
  }
  const [only] = bodies;
  if (only === undefined) return { ok: false, reason: 'it names no files' };
  return proved(`^(?:${[...new Set(bodies)].join('|')})$`);
}

/** A name as a glob that matches it alone. */
export const literalGlob = (name: string): string => name.replace(/[\\*?[\]{}()!+@]/g, '\\$&');

function bodyOf(given: string): GlobPattern {
  const glob = anchored(given.trim());
  const refuse = (why: string): GlobPattern => ({
    ok: false,
    reason: `the glob ${JSON.stringify(textHead(given, 100))} ${why}`,
  });
  if (glob === '') return refuse('is empty');
  if (glob.length > 1000) return refuse('is longer than 1,000 characters');
  if (glob.startsWith('!'))
    return refuse('says which files not to match, which no condition can; name those that match');
  const regex = picomatch.makeRe(literalParentheses(glob), globOptions);
  const body = orLiteral(glob, withoutLookAhead(regex.source));
  return /\(\?<?[=!]/.test(body)
    ? refuse('excludes names with "!(...)", which no condition can; name those that match')
    : { ok: true, pattern: body };
}

/** From the project on, as conditions see paths; a folder stands for what is in it. */
function anchored(glob: string): string {
  const path = glob.replace(/^(?:\.?\/)+/, '');
  return path.endsWith('/') ? `${path}**` : path;
}

/** Parentheses without one of `@?*+!` before them and "|" in them are part of a name: `app/(shop)/page.tsx`. */
function literalParentheses(glob: string): string {
  const opened: boolean[] = [];
  return glob.replace(/\\.|[@?*+!]\(|[()]/g, (token, at: number) => {
    if (token.startsWith('\\')) return token;
    if (token !== ')') opened.push(token !== '(' || hasAlternatives(glob.slice(at + 1)));
    const isOperator = token === ')' ? (opened.pop() ?? false) : opened.at(-1) === true;
    return isOperator ? token : `\\${token}`;
  });
}

/** True when "|" stands before the parenthesis ends that `rest` is in. */
function hasAlternatives(rest: string): boolean {
  let depth = 0;
  for (const character of rest) {
    if (character === '(') depth += 1;
    if (character === ')' && depth === 0) return false;
    if (character === ')') depth -= 1;
    if (character === '|' && depth === 0) return true;
  }
  return false;
}

/** Names such as `[[...slug]]` mean themselves, as does a brace that stays open; the library compares those as text. */
function orLiteral(glob: string, body: string): string {
  const literal = literalPattern(glob);
  if (body === '$^') return literal;
  return glob.includes('[[') ? `${body}|${literal}` : body;
}

const lookAheads = ['(?!(?:^|\\/)\\.{1,2}(?:\\/|$))', '(?!\\.{1,2}(?:\\/|$))', '(?=.)'] as const;

/** What the look-aheads exclude (no name, ".", "..") no path of a file has, so that they can go. */
function withoutLookAhead(source: string): string {
  // `*.*` asks for something after its dot, which is more than that no name is empty.
  const said = source.replaceAll('\\.(?=.)[^/]*?', '\\.[^/]+?');
  const bare = lookAheads.reduce((text, lookAhead) => text.replaceAll(lookAhead, ''), said);
  return (
    bare
      .replace(/^\^\(\?:(.*)\)\$$/s, '$1')
      .replace(/\\\/\?$/, '')
      .replaceAll('(?:(?:.)*?)', '.*?')
      // After "/**/" comes a name: without the look-ahead, "the end" would let it be empty.
      .replaceAll('|\\/|$)', '|\\/)')
      .replaceAll('\\/', '/')
      // RE2 knows no such escapes.
      .replace(/\\([^\x20-\x7e])/gu, '$1')
  );
}

function proved(pattern: string): GlobPattern {
  const compiled = compilePattern(pattern);
  return compiled.ok ? { ok: true, pattern } : { ok: false, reason: compiled.reason };
}

/** The globs of one text: commas separate them, except within braces and brackets; each may be in quotes. */
export function splitGlobs(text: string): string[] {
  const globs: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if ('{[('.includes(character)) depth += 1;
    if ('}])'.includes(character)) depth = Math.max(0, depth - 1);
    if (character === ',' && depth === 0) globs.push('');
    else globs[globs.length - 1] += character;
  }
  return globs.map(glob => glob.trim().replace(/^(["'])(.*)\1$/, '$2')).filter(glob => glob !== '');
}
