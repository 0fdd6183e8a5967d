import { type KeywordFigures, measureKeywordSearch } from './keyword-search.ts';
import { measureVectorScan, type ScanFigures } from './vector-scan.ts';

/** By number of chunks: times as fast as the join filter, milliseconds, part of the best 20. */
const goals = {
  '100000': { ratio: 40, p95: 0.2, overlap: 0.99 },
  '1000000': { ratio: 60, p95: 1.2, overlap: 0.99 },
} as const;
type Size = keyof typeof goals;
const scanGoal = { ratio: 4, overlap: 0.95 } as const;
const vectors = 100_000;

export interface SearchResult {
  readonly keyword: Partial<Record<Size, KeywordFigures>>;
  readonly vectors: ScanFigures;
  readonly goals: typeof goals;
  readonly pass: boolean;
}

/** `npm run bench -- search [--long]`: keyword search in one of many collections, and the scan over vectors. */
export async function benchSearch(print: (line: string) => void, isLong: boolean): Promise<SearchResult> {
  const sizes: Size[] = isLong ? ['100000', '1000000'] : ['100000'];
  const keyword: Partial<Record<Size, KeywordFigures>> = {};
  for (const size of sizes) {
    const figures = await measureKeywordSearch(Number(size));
    keyword[size] = figures;
    const { weft, joinFilter, ratio, overlap } = figures;
    print(
      `${size} chunks: ${weft.median.toFixed(3)} ms, p95 ${weft.p95.toFixed(3)} (of single runs ${weft.singleP95.toFixed(3)}); join filter ${joinFilter.median.toFixed(2)} ms, ` +
        `${ratio.toFixed(0)} times; top-20 overlap ${overlap.toFixed(3)}`,
    );
  }
  const scan = await measureVectorScan(vectors);
  print(
    `${vectors} vectors: ${scan.weft.toFixed(1)} ms; sqlite-vec ${scan.sqliteVec.toFixed(1)} ms, ` +
      `${scan.ratio.toFixed(1)} times; top-20 overlap ${scan.overlap.toFixed(3)}`,
  );
  const reachesKeyword = sizes.every(size => {
    const figures = keyword[size];
    const goal = goals[size];
    return (
      figures !== undefined &&
      figures.ratio >= goal.ratio &&
      figures.weft.p95 <= goal.p95 &&
      figures.overlap >= goal.overlap
    );
  });
  const pass = reachesKeyword && scan.ratio >= scanGoal.ratio && scan.overlap >= scanGoal.overlap;
  return { keyword, vectors: scan, goals, pass };
}
