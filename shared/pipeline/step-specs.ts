import { operators } from '../rules/operators.ts';
import { flowStepSpecs } from './flow-step-specs.ts';
import type { ParamSpec, StepSpec } from './param-spec.ts';
import { sourceStepSpecs } from './source-step-specs.ts';
import type { StepType } from './step-types.ts';

const source: ParamSpec = {
  kind: 'source',
  label: 'From step',
  help: 'Alias of an earlier step; the last list when empty.',
};

/** Parameters of every step type: feeds validation, forms and documentation (M2). */
export const stepSpecs = {
  ...sourceStepSpecs,
  ...flowStepSpecs,
  derive_query: {
    label: 'Derive query',
    summary: 'Makes a text to search with from the request.',
    result: 'text',
    params: {
      from: {
        kind: 'choice',
        label: 'From',
        choices: ['query', 'keywords', 'action', 'context'],
        fallback: 'query',
      },
    },
  },
  rewrite_query: {
    label: 'Rewrite query',
    summary: 'Lower case, white space collapsed.',
    result: 'text',
    params: { source },
  },
  filter: {
    label: 'Filter',
    summary: 'Keeps elements whose field satisfies a condition.',
    result: 'elements',
    params: {
      source,
      field: { kind: 'text', label: 'Field', required: true },
      operator: {
        kind: 'choice',
        label: 'Operator',
        required: true,
        choices: [...operators, 'startsWith', 'endsWith'],
      },
      value: { kind: 'value', label: 'Value' },
    },
  },
  deduplicate: {
    label: 'Deduplicate',
    summary: 'Keeps the first element of each value of a field.',
    result: 'elements',
    params: { source, field: { kind: 'text', label: 'Field', required: true } },
  },
  group_by: {
    label: 'Group by',
    summary: 'One element per value of a field, in first-seen order.',
    result: 'groups',
    params: { source, field: { kind: 'text', label: 'Field', required: true } },
  },
  reduce_latest: {
    label: 'Latest of each',
    summary: 'The newest element per entity, newest first.',
    result: 'elements',
    params: {
      source,
      entityField: { kind: 'text', label: 'Entity field', required: true },
      sortField: { kind: 'text', label: 'Sort field', required: true },
    },
  },
  merge: {
    label: 'Merge',
    summary: 'Joins the lists of several steps.',
    result: 'elements',
    params: {
      sources: { kind: 'sources', label: 'From steps', required: true },
      strategy: {
        kind: 'choice',
        label: 'Strategy',
        choices: ['concat', 'interleave', 'unique'],
        fallback: 'concat',
      },
      uniqueField: { kind: 'text', label: 'Unique field', fallback: 'content' },
    },
  },
  rank: {
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
      topK: { kind: 'number', label: 'Top', min: 1, whole: true },
    },
  },
  score: {
    label: 'Score',
    summary: 'Weighted sum of numeric fields, best first.',
    result: 'elements',
    params: {
      source,
      weights: { kind: 'weights', label: 'Weights', required: true, help: 'Field and weight, one a line.' },
      topK: { kind: 'number', label: 'Top', min: 1, whole: true },
    },
  },
  summarize: {
    label: 'Take the first',
    summary: 'Keeps the first n elements.',
    result: 'elements',
    params: { source, max_items: { kind: 'number', label: 'Items', required: true, min: 0, whole: true } },
  },
  format: {
    label: 'Format',
    summary: 'Turns a list into one text.',
    result: 'text',
    params: {
      source,
      format: {
        kind: 'choice',
        label: 'Format',
        choices: ['bullet_list', 'numbered', 'prose', 'json', 'markdown'],
        fallback: 'bullet_list',
      },
    },
  },
  annotate: {
    label: 'Annotate',
    summary: 'Writes where each element came from beside it.',
    result: 'elements',
    params: { source, label: { kind: 'text', label: 'Label' } },
  },
} as const satisfies Record<StepType, StepSpec>;

/** Looks a spec up with its declared shape instead of its literal one. */
export const stepSpec = (type: StepType): StepSpec => stepSpecs[type];
