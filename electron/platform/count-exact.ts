import type { ExactEstimator } from '../../shared/model/request.ts';

/** A run without a break costs time that grows with its square, so longer ones are counted in pieces (a slight over-count). */
const longestRun = 512;
const longRuns = /\S{513,}|\s{513,}/g;

/** Names of control tokens are text like any other here: content must not be able to make counting fail. */
const options = { disallowedSpecial: new Set<string>() };

/** Tokens of one text. */
export type CountText = (text: string) => number;

/** Each table is megabytes large, so it is loaded with the first text that needs it. */
const encodings = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
} as const satisfies Record<ExactEstimator, () => Promise<unknown>>;

/** Counts by one of OpenAI's encodings; a run of more than 512 characters without a break is counted in pieces. */
export async function loadCounter(estimator: ExactEstimator): Promise<CountText> {
  const { countTokens } = await encodings[estimator]();
  const count: CountText = text => (text === '' ? 0 : countTokens(text, options));
  return text => {
    let total = 0;
    let start = 0;
    for (const match of text.matchAll(longRuns)) {
      total += count(text.slice(start, match.index)) + countInPieces(match[0], count);
      start = match.index + match[0].length;
    }
    return total + count(text.slice(start));
  };
}

function countInPieces(run: string, count: CountText): number {
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
