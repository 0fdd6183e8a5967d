import type { Procedure } from '../../../shared/contract/procedure.ts';
import type { JsonObject } from '../../../shared/model/json.ts';

/** Tokens of an answer that nobody asked to be longer. */
export const usualTokens = 1500;

/** What every reading tool takes besides its own arguments. */
export const pageArguments = {
  next: { type: 'integer', description: 'of the answer before' },
  max_tokens: { type: 'integer', description: `else ${usualTokens}` },
} as const;

export interface Page {
  /** Where the page begins, in UTF-16 units of the whole text. */
  readonly from: number;
  /** Tokens (o200k_base) that it may have at most, with what is said of the rest. */
  readonly tokens: number;
}

/**
 * What is wrong with what names a page: of the wrong type it would answer the first one again, or a short one; and what
 * writes would do so once more for the next.
 */
export function pageProblem(given: JsonObject, access: Procedure['access']): string | undefined {
  const [key] = Object.keys(given);
  if (access === 'write')
    return key === undefined
      ? undefined
      : `${key} is not known here: the answer of a tool that writes has one page`;
  const { next, max_tokens } = given;
  const isWhole = (value: unknown, least: number) => Number.isInteger(value) && Number(value) >= least;
  if (next !== undefined && !isWhole(next, 0)) return 'next must be the number that the answer before said';
  if (max_tokens !== undefined && !isWhole(max_tokens, 1)) return 'max_tokens must be a whole number from 1';
  return undefined;
}

/** The page that was asked for. A procedure may have such keys itself, and means by them what it likes. */
export function pageOf({ next, max_tokens }: JsonObject): Page {
  const from = typeof next === 'number' && next > 0 ? Math.floor(next) : 0;
  const isAsked = typeof max_tokens === 'number' && max_tokens >= 1;
  return { from, tokens: isAsked ? Math.floor(max_tokens) : usualTokens };
}

/** Tokens of each text. */
export type CountTexts = (texts: readonly string[]) => Promise<readonly number[]>;

/** Kept back for the sentence about the rest. */
const restTokens = 30;
/** Lines are cut into pieces of so many characters before they are counted. */
const longestPiece = 200;
/** Readable text has fewer characters in a token, so what is behind these need not be counted. */
const charactersPerToken = 8;

/** As much of the text as the page has place for, in whole lines where that is possible, and where the rest begins. */
export async function cutPage(
  text: string,
  { from, tokens }: Page,
  canGoOn: boolean,
  count: CountTexts,
): Promise<string> {
  const rest = text.slice(from);
  // No encoding has more tokens than bytes.
  if (new TextEncoder().encode(rest).length <= tokens) return rest;
  const pieces = piecesOf(rest.slice(0, tokens * charactersPerToken));
  const counts = await count(pieces);
  const all = counts.reduce((sum, one) => sum + one, 0);
  if (pieces.join('').length === rest.length && all <= tokens) return rest;
  const length = fitting(pieces, counts, tokens - restTokens);
  const hint = canGoOn ? `next: ${from + length} goes on` : 'a reading tool shows it whole';
  return `${rest.slice(0, length).trimEnd()}\n(${rest.length - length} more characters; ${hint})`;
}

/** The text in order, each piece within one line and its end; a pair of surrogates stays together. */
const piecesOf = (text: string): string[] =>
  text.match(new RegExp(`[^\\n]{1,${longestPiece}}\\n?|\\n`, 'gu')) ?? [];

/** How many characters fit: up to the end of a line, or within one that is longer than half of the page. */
function fitting(pieces: readonly string[], counts: readonly number[], tokens: number): number {
  let [length, lineEnd, used] = [0, 0, 0];
  for (const [index, piece] of pieces.entries()) {
    used += counts[index] ?? 0;
    // The first is taken in any case, so that whoever goes on comes to the end.
    if (used > tokens && index > 0) break;
    length += piece.length;
    if (piece.endsWith('\n')) lineEnd = length;
  }
  return lineEnd > length / 2 ? lineEnd : length;
}
