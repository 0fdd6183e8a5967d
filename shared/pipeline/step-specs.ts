import type { Step } from '../model/memory.ts';
import type { Problem } from '../model/problem.ts';
import { operators } from '../rules/operators.ts';
import type { StepType } from './step-types.ts';

/** How a parameter is edited and checked. `source(s)` name aliases of earlier steps; `items` are texts or elements. */
export type ParamKind =
  | 'text'
  | 'number'
  | 'choice'
  | 'texts'
  | 'sources'
  | 'source'
  | 'weights'
  | 'items'
  | 'value';

export interface ParamSpec {
  readonly kind: ParamKind;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  /** What the engine uses when the parameter is absent. */
  readonly fallback?: string | number;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
}

export interface StepSpec {
  readonly label: string;
  readonly summary: string;
  readonly result: 'elements' | 'text' | 'groups';
  readonly params: Readonly<Record<string, ParamSpec>>;
}

const source: ParamSpec = {
  kind: 'source',
  label: 'From step',
  help: 'Alias of an earlier step; the last list when empty.',
};
const topK: ParamSpec = { kind: 'number', label: 'Top', fallback: 5, min: 1, max: 1000, whole: true };

/** Parameters of every step type: feeds validation, forms and documentation (M2). */
export const stepSpecs = {
  static: {
    label: 'Static items',
    summary: 'Fixed texts written in the memory itself.',
    result: 'elements',
    params: { items: { kind: 'items', label: 'Items', required: true } },
  },
  document_search: {
    label: 'Search documents',
    summary: 'Best matching chunks of imported documents.',
    result: 'elements',
    params: {
      collection: { kind: 'text', label: 'Collection', help: 'All collections when empty.' },
      query: {
        kind: 'text',
        label: 'Query',
        fallback: '${query}',
        help: 'The input text unless you write something else.',
      },
      topK,
      mode: { kind: 'choice', label: 'Mode', choices: ['keyword'], fallback: 'keyword' },
      minScore: { kind: 'number', label: 'Least score', fallback: 0, min: 0, max: 1 },
    },
  },
  kv_get: {
    label: 'Read keys',
    summary: 'Values of named keys from the key-value store.',
    result: 'elements',
    params: {
      instance: { kind: 'text', label: 'Instance', required: true },
      namespace: { kind: 'text', label: 'Namespace', required: true },
      keys: { kind: 'texts', label: 'Keys', required: true },
    },
  },
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
        required: true,
        choices: ['score_desc', 'recency', 'relevance'],
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
        required: true,
        choices: ['bullet_list', 'numbered', 'prose', 'json', 'markdown'],
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

/** Complaints about one step's parameters: missing, unknown, wrong kind, out of range (M2). */
export function checkStepParams(step: Step): Problem[] {
  const spec = stepSpec(step.type);
  const params = step.params ?? {};
  const missing = Object.entries(spec.params)
    .filter(([name, param]) => param.required === true && params[name] === undefined)
    .map(([name]) => ({
      code: 'missing_param',
      path: `params.${name}`,
      message: `${step.type} needs "${name}"`,
    }));
  const wrong = Object.entries(params).flatMap(([name, value]) => checkParam(step, spec, name, value));
  return [...missing, ...wrong];
}

function checkParam(step: Step, spec: StepSpec, name: string, value: unknown): Problem[] {
  const param = Object.hasOwn(spec.params, name) ? spec.params[name] : undefined;
  const path = `params.${name}`;
  if (param === undefined) {
    const known = Object.keys(spec.params).join(', ');
    return [{ code: 'unknown_param', path, message: `${step.type} has no "${name}"; it knows ${known}` }];
  }
  const expected = expectation(param, value);
  return expected === undefined
    ? []
    : [{ code: 'wrong_param', path, message: `${name} must be ${expected}` }];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** What the value should have been, or undefined when it is right. */
function expectation(param: ParamSpec, value: unknown): string | undefined {
  switch (param.kind) {
    case 'text':
    case 'source':
      return isText(value) ? undefined : 'a text';
    case 'choice':
      return isText(value) && param.choices?.includes(value)
        ? undefined
        : `one of ${param.choices?.join(', ')}`;
    case 'number':
      return numberExpectation(param, value);
    case 'texts':
    case 'sources':
      return isTexts(value) ? undefined : 'a list of texts';
    case 'items':
      return Array.isArray(value) && value.every(isItem)
        ? undefined
        : 'a list of texts or objects with "content"';
    case 'weights':
      return isWeights(value) ? undefined : 'an object of field names and numbers';
    case 'value':
      return undefined;
  }
}

function numberExpectation(param: ParamSpec, value: unknown): string | undefined {
  const { min = -Infinity, max = Infinity, whole = false } = param;
  const fits =
    typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value));
  if (fits) return undefined;
  const range = [min > -Infinity ? `at least ${min}` : '', max < Infinity ? `at most ${max}` : '']
    .filter(Boolean)
    .join(' and ');
  return `a ${whole ? 'whole ' : ''}number${range === '' ? '' : ` of ${range}`}`;
}

function isItem(value: unknown): boolean {
  return (
    isText(value) ||
    (typeof value === 'object' && value !== null && isText((value as { content?: unknown }).content))
  );
}

function isWeights(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(weight => typeof weight === 'number' && Number.isFinite(weight));
}
