import type { StepType } from '../../../../shared/pipeline/step-types.ts';
import { runAnnotate } from './annotate.ts';
import { runBlackboard } from './blackboard.ts';
import { runCondition } from './conditions.ts';
import { runConversation, runConversationSearch } from './conversation.ts';
import { runDecisions } from './decisions.ts';
import { runDeduplicate } from './deduplicate.ts';
import { runDeriveQuery } from './derive-query.ts';
import { runDocumentSearch } from './document-search.ts';
import { runFilter } from './filter.ts';
import { runFormat } from './format.ts';
import { runGraphNeighborExpand, runGraphViewExpand } from './graph-expand.ts';
import { runGraphViewRead } from './graph-view-read.ts';
import { runGroupBy } from './group-by.ts';
import { runHandler } from './handler.ts';
import { runContextPackages, runErrorPatterns, runSessionState } from './handoff-steps.ts';
import { runKvGet } from './kv-get.ts';
import { runLogSearch } from './log-search.ts';
import { runMerge } from './merge.ts';
import { runRank } from './rank.ts';
import { runReduceLatest } from './reduce-latest.ts';
import { runRewriteQuery } from './rewrite-query.ts';
import { runScore } from './score.ts';
import { runStatic } from './static.ts';
import type { StepRunner } from './step-runner.ts';
import { runSummarize } from './summarize.ts';
import { runVectorSearch } from './vector-search.ts';

/** What each step type does (M2). */
export const stepRunners = {
  static: runStatic,
  document_search: runDocumentSearch,
  vector_search: runVectorSearch,
  kv_get: runKvGet,
  log_search: runLogSearch,
  decisions: runDecisions,
  blackboard: runBlackboard,
  context_packages: runContextPackages,
  error_patterns: runErrorPatterns,
  session_state: runSessionState,
  conversation: runConversation,
  conversation_search: runConversationSearch,
  graph_view_read: runGraphViewRead,
  graph_view_expand: runGraphViewExpand,
  graph_neighbor_expand: runGraphNeighborExpand,
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
  conditional: runCondition,
  early_exit: runCondition,
  handler: runHandler,
} as const satisfies Record<StepType, StepRunner>;
