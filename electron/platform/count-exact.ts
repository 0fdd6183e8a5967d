import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Cl100KBase } from 'gpt-tokenizer/encodingParams/cl100k_base';
import { O200KBase } from 'gpt-tokenizer/encodingParams/o200k_base';
import type { ExactEstimator } from '../../shared/model/request.ts';
import { type BytePairs, readBytePairs } from './byte-pairs.ts';

/** A run without a break costs time that grows with its square, so longer ones are counted in pieces (a slight over-count). */
const longestRun = 512;
const longRuns = /\S{513,}|\s{513,}/g;

/** Tokens of one text. */
type CountText = (text: string) => number;

/** How each cuts a text into pieces. Names of control tokens are text like any other. */
const encodings = { o200k_base: O200KBase, cl100k_base: Cl100KBase } as const satisfies Record<
  ExactEstimator,
  unknown
>;

/** Counts by one of OpenAI's encodings; a run of more than 512 characters without a break is counted in pieces. */
export async function loadCounter(estimator: ExactEstimator): Promise<CountText> {
  const { tokenSplitRegex } = encodings[estimator]([]);
  const tokens = await tableOf(estimator);
  const count: CountText = text => {
    let total = 0;
    for (const [piece] of text.matchAll(tokenSplitRegex)) total += tokens.count(piece);
    return total;
  };
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

/** Each table is megabytes large, so it is read with the first text that needs it. */
const tables = new Map<ExactEstimator, Promise<BytePairs>>();

function tableOf(estimator: ExactEstimator): Promise<BytePairs> {
  const known = tables.get(estimator);
  if (known !== undefined) return known;
  const read = readFile(findTable(estimator)).then(readBytePairs);
  tables.set(estimator, read);
  read.catch(() => tables.delete(estimator));
  return read;
}

/** Beside the bundled program, or in the package that it comes from. */
function findTable(estimator: ExactEstimator): URL | string {
  const name = `${estimator}.tiktoken`;
  const bundled = ['./tokens/', '../tokens/'].map(place => new URL(place + name, import.meta.url));
  return (
    bundled.find(file => existsSync(file)) ??
    createRequire(import.meta.url).resolve(`gpt-tokenizer/data/${name}`)
  );
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
