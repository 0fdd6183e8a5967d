import { keysOf } from '../model/entries.ts';
import type { StepKind } from './step-kind.ts';
import { annotate } from './steps/annotate.ts';
import { blackboard } from './steps/blackboard.ts';
import { conditional } from './steps/conditional.ts';
import { contextPackages } from './steps/context-packages.ts';
import { conversation } from './steps/conversation.ts';
import { conversationSearch } from './steps/conversation-search.ts';
import { decisions } from './steps/decisions.ts';
import { deduplicate } from './steps/deduplicate.ts';
import { deriveQuery } from './steps/derive-query.ts';
import { documentSearch } from './steps/document-search.ts';
import { earlyExit } from './steps/early-exit.ts';
import { errorPatterns } from './steps/error-patterns.ts';
import { filter } from './steps/filter.ts';
import { format } from './steps/format.ts';
import { graphNeighborExpand } from './steps/graph-neighbor-expand.ts';
import { graphViewExpand } from './steps/graph-view-expand.ts';
import { graphViewRead } from './steps/graph-view-read.ts';
import { groupBy } from './steps/group-by.ts';
import { handler } from './steps/handler.ts';
import { kvGet } from './steps/kv-get.ts';
import { logSearch } from './steps/log-search.ts';
import { merge } from './steps/merge.ts';
import { rank } from './steps/rank.ts';
import { reduceLatest } from './steps/reduce-latest.ts';
import { rewriteQuery } from './steps/rewrite-query.ts';
import { score } from './steps/score.ts';
import { sessionState } from './steps/session-state.ts';
import { staticItems } from './steps/static.ts';
import { summarize } from './steps/summarize.ts';
import { vectorSearch } from './steps/vector-search.ts';

/** Every step type, in the order of menus; what runs it stands in `step-runs.ts` of the engine. */
export const stepKinds = {
  static: staticItems,
  document_search: documentSearch,
  vector_search: vectorSearch,
  kv_get: kvGet,
  log_search: logSearch,
  decisions,
  blackboard,
  context_packages: contextPackages,
  error_patterns: errorPatterns,
  session_state: sessionState,
  conversation,
  conversation_search: conversationSearch,
  graph_view_read: graphViewRead,
  graph_view_expand: graphViewExpand,
  graph_neighbor_expand: graphNeighborExpand,
  derive_query: deriveQuery,
  rewrite_query: rewriteQuery,
  filter,
  deduplicate,
  group_by: groupBy,
  reduce_latest: reduceLatest,
  merge,
  rank,
  score,
  summarize,
  format,
  annotate,
  conditional,
  early_exit: earlyExit,
  handler,
} as const satisfies Readonly<Record<string, StepKind>>;

export type StepType = keyof typeof stepKinds;

/** The names that files use, in the order of the table. */
export const stepTypes = keysOf(stepKinds);

export const isStepType = (type: unknown): type is StepType =>
  typeof type === 'string' && Object.hasOwn(stepKinds, type);

/** Looks a kind up with its declared shape instead of its literal one. */
export const stepKind = (type: StepType): StepKind => stepKinds[type];
