import type { StepType } from '../../../../shared/pipeline/step-types.ts';
import { runAnnotate } from './annotate.ts';
import { runDeduplicate } from './deduplicate.ts';
import { runDeriveQuery } from './derive-query.ts';
import { runDocumentSearch } from './document-search.ts';
import { runFilter } from './filter.ts';
import { runFormat } from './format.ts';
import { runGroupBy } from './group-by.ts';
import { runKvGet } from './kv-get.ts';
import { runMerge } from './merge.ts';
import { runRank } from './rank.ts';
import { runReduceLatest } from './reduce-latest.ts';
import { runRewriteQuery } from './rewrite-query.ts';
import { runScore } from './score.ts';
import { runStatic } from './static.ts';
import type { StepRunner } from './step-runner.ts';
import { runSummarize } from './summarize.ts';

/** What each step type does (M2). */
export const stepRunners = {
  static: runStatic,
  document_search: runDocumentSearch,
  kv_get: runKvGet,
  derive_query: runDeriveQuery,
  rewrite_query: runRewriteQuery,
  filter: runFilter,
  deduplicate: runDeduplicate,
  group_by: runGroupBy,
  reduce_latest: runReduceLatest,
  merge: runMerge,
  rank: runRank,
  score: runScore,
  summarize: runSummarize,
  format: runFormat,
  annotate: runAnnotate,
} as const satisfies Record<StepType, StepRunner>;
