/** Step types a pipeline may use (M2). Those on stores of later parts join with their stores. */
export const stepTypes = [
  'static',
  'document_search',
  'kv_get',
  'derive_query',
  'rewrite_query',
  'filter',
  'deduplicate',
  'group_by',
  'reduce_latest',
  'merge',
  'rank',
  'score',
  'summarize',
  'format',
  'annotate',
] as const;
export type StepType = (typeof stepTypes)[number];
