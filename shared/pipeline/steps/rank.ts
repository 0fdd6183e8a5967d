import type { StepKind } from '../step-kind.ts';
import { listTop, source } from '../usual-params.ts';

const strategyWords: ReadonlyMap<string, string> = new Map([
  ['score_desc', 'best score'],
  ['recency', 'newest'],
]);

/** `rank`: descending and stable by score, time or relevance; elements without the field come last. */
export const rank = {
  label: 'Rank',
  summary: 'Orders a list, best first, and keeps the top.',
  result: 'elements',
  params: {
    source,
    strategy: {
      kind: 'choice',
      label: 'By',
      choices: ['score_desc', 'recency', 'relevance'],
      fallback: 'score_desc',
    },
    topK: listTop,
  },
  narrows: true,
  brief: ({ source: from, used, after }) => [
    from,
    strategyWords.get(used('strategy')) ?? used('strategy'),
    after('top', 'topK'),
  ],
} as const satisfies StepKind;
