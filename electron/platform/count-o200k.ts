import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** A run without a break costs time that grows with its square, so longer ones are counted in pieces (a slight over-count). */
const longestRun = 512;
const longRuns = /\S{513,}|\s{513,}/g;

/** Names of control tokens are text like any other here: content must not be able to make counting fail. */
const options = { disallowedSpecial: new Set<string>() };

/** Tokens of a text by OpenAI's `o200k_base`. */
export function countO200kTokens(text: string): number {
  let total = 0;
  let start = 0;
  for (const match of text.matchAll(longRuns)) {
    total += count(text.slice(start, match.index)) + countInPieces(match[0]);
    start = match.index + match[0].length;
  }
  return total + count(text.slice(start));
}

const count = (text: string): number => (text === '' ? 0 : countTokens(text, options));

function countInPieces(run: string): number {
  let total = 0;
  for (let start = 0; start < run.length; ) {
    const end = endOfPiece(run, start);
    total += count(run.slice(start, end));
    start = end;
  }
  return total;
}

/** A pair of surrogates stays together. */
function endOfPiece(run: string, start: number): number {
  const end = start + longestRun;
  const code = run.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}
