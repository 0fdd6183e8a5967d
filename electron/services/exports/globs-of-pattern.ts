import { literalGlob, patternOfGlobs } from '../imports/glob-pattern.ts';

/** Pieces of the patterns that globs become, and the globs they came of. */
const pieces: readonly (readonly [RegExp, string])[] = [
  [/^\(\?:\/\.\*\?\/\|\/\)/, '/**/'],
  [/^\(\?:\/\.\*\?\|\$\)/, '/**'],
  [/^\(\?:\.\*\?\/\)\?/, '**/'],
  [/^\(\?:\^\|\/\|\.\*\?\/\)/, '**/'],
  [/^\[\^\/\][*+]\?/, '*'],
  [/^\[\^\/\]/, '?'],
  [/^\.\*\?/, '**'],
];

/** Around a pattern, and around one glob of it that the library looks up as it is. */
const whole = /^\^\(\?:(.*)\)\$$/s;

/**
 * The globs that a pattern of `patternOfGlobs` was made of, or others that mean the same; undefined for what cannot be said
 * in globs. The way back is tried, so that what is answered is right.
 */
export function globsOfPattern(pattern: string): string[] | undefined {
  const body = whole.exec(pattern)?.[1];
  const globs = body === undefined ? [undefined] : alternatives(body).map(globOf);
  if (!globs.every(glob => glob !== undefined)) return undefined;
  const again = patternOfGlobs(globs);
  return again.ok && again.pattern === pattern ? globs : undefined;
}

function globOf(body: string): string | undefined {
  let glob = '';
  for (let rest = whole.exec(body)?.[1] ?? body; rest !== ''; ) {
    const read = readPiece(rest);
    if (read === undefined) return undefined;
    glob += read.glob;
    rest = rest.slice(read.length);
  }
  return glob;
}

function readPiece(rest: string): { readonly glob: string; readonly length: number } | undefined {
  for (const [piece, glob] of pieces) {
    const found = piece.exec(rest)?.[0];
    if (found !== undefined) return { glob, length: found.length };
  }
  const escaped = /^\\(.)/su.exec(rest)?.[1];
  if (escaped !== undefined) return { glob: literalGlob(escaped), length: 1 + escaped.length };
  const choice = /^\(\?:\\\[[^\]]*\\\]\|(\[[^\]]*\])\)/.exec(rest);
  if (choice?.[1] !== undefined) return { glob: choice[1], length: choice[0].length };
  const excluded = /^\[\^([^\]/]+)\/\]/.exec(rest);
  if (excluded?.[1] !== undefined) return { glob: `[!${excluded[1]}]`, length: excluded[0].length };
  if (rest.startsWith('(')) return readGroup(rest);
  return /^[\w/ @#%&=~`'",:;<>!-]|^[\u0080-\u{10ffff}]/u.test(rest)
    ? {
        glob: String.fromCodePoint(rest.codePointAt(0) ?? 0),
        length: (rest.codePointAt(0) ?? 0) > 0xffff ? 2 : 1,
      }
    : undefined;
}

/** `(ts|tsx)` of `{ts,tsx}`. */
function readGroup(rest: string): { readonly glob: string; readonly length: number } | undefined {
  const inside = /^\(([^()?]*)\)/.exec(rest)?.[1];
  const globs = inside?.split('|').map(globOf);
  if (inside === undefined || globs?.every(glob => glob !== undefined) !== true) return undefined;
  return { glob: `{${globs.join(',')}}`, length: inside.length + 2 };
}

/** The parts between "|" outside every parenthesis and bracket. */
function alternatives(body: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of body.matchAll(/\\.|[\s\S]/gu)) {
    if (token === '(' || token === '[') depth += 1;
    if (token === ')' || token === ']') depth -= 1;
    if (token === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts;
}
