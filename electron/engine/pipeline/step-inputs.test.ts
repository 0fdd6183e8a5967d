import { describe, expect, it } from 'vitest';
import type { Element } from '../../../shared/model/element.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Step } from '../../../shared/model/memory.ts';
import { checkStepParams } from '../../../shared/pipeline/check-step-params.ts';
import type { ParamKind, ParamSpec } from '../../../shared/pipeline/step-kind.ts';
import { type StepType, stepKind, stepTypes } from '../../../shared/pipeline/step-kinds.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled, realClock } from '../../../test/support/engine-world.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { askedRequest } from '../assembly/asked-request.ts';
import type { StepHandler, StorePort } from '../ports.ts';
import { maxElements } from './check-result.ts';
import { runPipeline } from './run-pipeline.ts';

/** What comes into a step: the elements of its source or store, and the words of the request. */
interface Input {
  readonly elements: readonly Element[];
  readonly query: string;
}

const normal: Input = {
  query: 'Why does\n the  Cache fail',
  elements: [
    { id: '1', content: 'a', kind: 'x', score: 0.2, timestamp: '2026-01-02T00:00:00Z' },
    { id: '2', content: 'b', kind: 'y', score: 0.9, timestamp: '2026-01-03T00:00:00Z' },
    { id: '3', content: 'c', kind: 'x', score: 0.5, timestamp: '2026-01-01T00:00:00Z' },
  ],
};
const empty: Input = { query: '', elements: [] };
/** Fields of other kinds than a step asks for, and fields that are not there. */
const wrong: Input = {
  query: '${query} $${query} \u0000',
  elements: [
    { id: '1', content: 'p', kind: { deep: [1] }, score: 'high', timestamp: 'soon' },
    { id: '2', content: 'q', kind: null, score: null, timestamp: 7 },
    { id: '3', content: 'r', kind: { deep: [1] }, score: -1 },
    { content: 's' },
  ] as readonly object[] as readonly Element[], // what a store may well give
};
const huge: Input = {
  query: 'Word  '.repeat(200_000),
  elements: Array.from({ length: maxElements }, (_, n) => ({
    id: `${n}`,
    content: `c${n}`,
    kind: `k${n % 10}`,
    score: n,
    timestamp: new Date(n * 1000).toISOString(),
  })),
};

interface Row {
  readonly params?: JsonObject;
  /** Parameters that are refused, each with its one complaint. */
  readonly refused: readonly (readonly [JsonObject, string])[];
  readonly normal: readonly string[];
  /** Without a query what searches for it is skipped. */
  readonly empty: readonly string[] | 'skipped for query';
  readonly wrong: readonly string[];
  /** Of what comes out: how many, the first and the last; or the code it fails with. */
  readonly huge: readonly [number, string, string] | string;
  /** The pipeline around it, where it is not the input's list and then the step. */
  readonly pipeline?: (step: Step, input: Input) => Step[];
}

const given: Step = {
  type: 'kv_get',
  alias: 'given',
  params: { instance: 'i', namespace: 'n', keys: ['k'] },
};
const alone = (step: Step): Step[] => [step];
const shown = (step: Step): Step[] => [{ ...step, alias: 'made' }, staticStep('${made}')];
const field = (name: string, code = 'missing_param'): readonly [JsonObject, string] => [
  {},
  `${code} params.${name}`,
];

const everything = {
  normal: ['a', 'b', 'c'],
  empty: [],
  wrong: ['p', 'q', 'r', 's'],
  huge: [maxElements, 'c0', 'c99999'],
} as const;
const store = { ...everything, pipeline: alone };

const rows = {
  static: {
    ...everything,
    pipeline: (_, { elements }) => [staticStep(...elements)],
    refused: [
      field('items'),
      [{ items: [{ text: 'no content' }] }, 'wrong_param params.items'],
      [{ items: [3] }, 'wrong_param params.items'],
    ],
  },
  document_search: {
    ...store,
    empty: 'skipped for query',
    refused: [
      [{ mode: 'magic' }, 'wrong_param params.mode'],
      [{ topK: 1001 }, 'wrong_param params.topK'],
    ],
  },
  vector_search: {
    ...store,
    empty: 'skipped for query',
    params: { collection: 'c' },
    refused: [field('collection'), [{ collection: 'c', minScore: 2 }, 'wrong_param params.minScore']],
  },
  conversation_search: {
    ...store,
    empty: 'skipped for query',
    refused: [
      [{ topK: 1001 }, 'wrong_param params.topK'],
      [{ scope: 'c' }, 'wrong_param params.scope'],
      [{ after: 'last week' }, 'wrong_param params.after'],
      [{ before: '2026-13-01' }, 'wrong_param params.before'],
    ],
  },
  kv_get: {
    ...store,
    params: given.params ?? {},
    refused: [
      [{ instance: 'i', namespace: 'n' }, 'missing_param params.keys'],
      [{ instance: 'i', namespace: 'n', keys: 'k' }, 'wrong_param params.keys'],
      [{ instance: '', namespace: 'n', keys: ['k'] }, 'missing_param params.instance'],
    ],
  },
  log_search: {
    ...store,
    params: { instance: 'i' },
    refused: [field('instance'), [{ instance: 'i', limit: 0 }, 'wrong_param params.limit']],
  },
  decisions: { ...store, refused: [[{ status: 'old' }, 'wrong_param params.status']] },
  blackboard: { ...store, refused: [[{ entry_types: 'warning' }, 'wrong_param params.entry_types']] },
  context_packages: {
    ...store,
    params: { session_id: 's' },
    refused: [[{ agent_type: 1 }, 'wrong_param params.agent_type']],
  },
  error_patterns: { ...store, refused: [[{ signature: 'x' }, 'unknown_param params.signature']] },
  session_state: { ...store, refused: [[{ session_id: null }, 'wrong_param params.session_id']] },
  conversation: {
    ...store,
    params: { conversation_id: 'c' },
    refused: [field('conversation_id'), [{ conversation_id: 'c', budget: 0.5 }, 'wrong_param params.budget']],
  },
  graph_view_read: {
    ...store,
    params: { viewId: 'v' },
    refused: [field('viewId'), [{ viewId: ['v'] }, 'wrong_param params.viewId']],
  },
  graph_view_expand: {
    // The nodes and, here, the same again around them.
    normal: ['a', 'b', 'c', 'a', 'b', 'c'],
    empty: [],
    wrong: ['p', 'q', 'r', 's', 'p', 'q', 'r', 's'],
    huge: 'too_large',
    refused: [[{ depth: 11 }, 'wrong_param params.depth']],
  },
  graph_neighbor_expand: { ...everything, refused: [[{ depth: 'far' }, 'wrong_param params.depth']] },
  derive_query: {
    pipeline: shown,
    normal: [normal.query],
    empty: 'skipped for query',
    wrong: [wrong.query],
    huge: [1, huge.query, huge.query],
    refused: [[{ from: 'nowhere' }, 'wrong_param params.from']],
  },
  rewrite_query: {
    pipeline: shown,
    normal: ['why does the cache fail'],
    empty: 'skipped for query',
    wrong: ['${query} $${query} \u0000'],
    huge: [
      1,
      huge.query.toLowerCase().replaceAll('  ', ' ').trim(),
      huge.query.toLowerCase().replaceAll('  ', ' ').trim(),
    ],
    refused: [[{ source: 5 }, 'wrong_param params.source']],
  },
  filter: {
    params: { field: 'score', operator: 'gt', value: 0.3 },
    normal: ['b', 'c'],
    empty: [],
    wrong: [],
    huge: [99_999, 'c1', 'c99999'],
    refused: [
      [{ operator: 'gt' }, 'missing_param params.field'],
      [{ field: 'score' }, 'missing_param params.operator'],
      [{ field: 'score', operator: 'like' }, 'wrong_param params.operator'],
    ],
  },
  deduplicate: {
    params: { field: 'kind' },
    normal: ['a', 'b'],
    empty: [],
    wrong: ['p', 'q', 's'],
    huge: [10, 'c0', 'c9'],
    refused: [field('field'), [{ field: ['kind'] }, 'wrong_param params.field']],
  },
  group_by: {
    params: { field: 'kind' },
    normal: ['x\na\nc', 'y\nb'],
    empty: [],
    wrong: ['{"deep":[1]}\np\nr', '(none)\nq\ns'],
    huge: [10, groupText(0), groupText(9)],
    refused: [field('field'), [{ field: 'kind', limit: 3 }, 'unknown_param params.limit']],
  },
  reduce_latest: {
    params: { entityField: 'kind', sortField: 'timestamp' },
    normal: ['b', 'a'],
    empty: [],
    wrong: ['q', 'p', 's'],
    huge: [10, 'c99999', 'c99990'],
    refused: [
      [{ entityField: 'kind' }, 'missing_param params.sortField'],
      [{ sortField: 'kind' }, 'missing_param params.entityField'],
    ],
  },
  merge: {
    ...everything,
    params: { sources: ['given', 'given'], strategy: 'unique' },
    refused: [
      field('sources'),
      [{ sources: 'given' }, 'wrong_param params.sources'],
      [{ sources: [], strategy: 'zip' }, 'wrong_param params.strategy'],
    ],
  },
  rank: {
    params: { strategy: 'score_desc' },
    normal: ['b', 'c', 'a'],
    empty: [],
    wrong: ['r', 'p', 'q', 's'],
    huge: [maxElements, 'c99999', 'c0'],
    refused: [
      [{ strategy: 'newest' }, 'wrong_param params.strategy'],
      [{ strategy: 'score_desc', topK: 0 }, 'wrong_param params.topK'],
    ],
  },
  score: {
    params: { weights: { score: 2, nobody: 5 } },
    normal: ['b', 'c', 'a'],
    empty: [],
    wrong: ['p', 'q', 's', 'r'],
    huge: [maxElements, 'c99999', 'c0'],
    refused: [
      field('weights'),
      [{ weights: { score: '2' } }, 'wrong_param params.weights'],
      [{ weights: [1] }, 'wrong_param params.weights'],
    ],
  },
  summarize: {
    params: { max_items: 2 },
    normal: ['a', 'b'],
    empty: [],
    wrong: ['p', 'q'],
    huge: [2, 'c0', 'c1'],
    refused: [
      field('max_items'),
      [{ max_items: -1 }, 'wrong_param params.max_items'],
      [{ max_items: 1.5 }, 'wrong_param params.max_items'],
    ],
  },
  format: {
    params: { format: 'numbered' },
    normal: ['1. a\n2. b\n3. c'],
    empty: [],
    wrong: ['1. p\n2. q\n3. r\n4. s'],
    huge: [1, numbered(), numbered()],
    refused: [[{ format: 'html' }, 'wrong_param params.format']],
  },
  annotate: {
    ...everything,
    params: { label: 'guide' },
    refused: [[{ label: 1 }, 'wrong_param params.label']],
  },
  conditional: {
    params: {
      condition: 'results.given.length > 2',
      thenSteps: [staticStep('yes')],
      elseSteps: [staticStep('no')],
    },
    normal: ['yes'],
    empty: ['no'],
    wrong: ['yes'],
    huge: [1, 'yes', 'yes'],
    refused: [
      field('condition'),
      [{ condition: 'results.count >' }, 'wrong_param params.condition'],
      [{ condition: 'true', thenSteps: 'static' }, 'wrong_param params.thenSteps'],
    ],
  },
  early_exit: {
    params: { condition: 'results.count >= 3' },
    pipeline: step => [given, step, staticStep('went on')],
    normal: ['a', 'b', 'c'],
    empty: ['went on'],
    wrong: ['p', 'q', 'r', 's'],
    huge: everything.huge,
    refused: [field('condition'), [{ condition: 7 }, 'wrong_param params.condition']],
  },
  handler: {
    ...everything,
    params: { name: 'own' },
    refused: [field('name'), [{ name: 'own', args: [] }, 'wrong_param params.args']],
  },
} as const satisfies Readonly<Partial<Record<StepType, Row>>>;

function groupText(n: number): string {
  return [`k${n}`, ...Array.from({ length: maxElements / 10 }, (_, at) => `c${at * 10 + n}`)].join('\n');
}

function numbered(): string {
  return huge.elements.map(({ content }, index) => `${index + 1}. ${content}`).join('\n');
}

async function outcome(type: keyof typeof rows, input: Input) {
  const row: Row = rows[type];
  const step: Step = { type, ...(row.params && { params: row.params }) };
  const pipeline = row.pipeline?.(step, input) ?? [given, step];
  // Every store gives the input, whatever it is asked.
  const stores = Object.fromEntries(
    Object.keys(emptyStores).map(name => [name, async () => input.elements]),
  ) as unknown as StorePort; // the same names, and what each of them gives
  const own: StepHandler = ({ elements }) => elements;
  const result = await runPipeline(
    memoryOf('m', { pipeline }),
    askedRequest(requestOf({ input: input.query })).inputs,
    {
      ports: enginePorts({ stores, handlers: new Map([['own', own]]), clock: realClock }),
      cancel: neverCancelled,
      regexes: createRegexCache(),
      timeoutMs: 30_000,
      cancelMeaning: () => ({ code: 'cancelled', message: '' }),
    },
  );
  if (result.status === 'skipped') return `skipped for ${result.missing}`;
  return result.status === 'failed' ? result.error?.code : result.elements.map(({ content }) => content);
}

const tried = Object.keys(rows) as (keyof typeof rows)[]; // the table has no other keys

describe.each(tried)('%s', type => {
  const row: Row = rows[type];

  it('does what it is for', async () => {
    expect(await outcome(type, normal)).toEqual(row.normal);
  });

  it('takes nothing as a normal input', async () => {
    expect(await outcome(type, empty)).toEqual(row.empty);
  });

  it('takes fields of other kinds and texts that look like templates as what they are', async () => {
    expect(await outcome(type, wrong)).toEqual(row.wrong);
  });

  it('takes as much as a step may give', async () => {
    const found = await outcome(type, huge);
    const ends = Array.isArray(found) ? [found.length, found[0], found.at(-1)] : found;
    expect(ends).toEqual(row.huge);
  });

  it.each(row.refused)('refuses %j: %s', (params, complaint) => {
    expect(checkStepParams({ type, params }).map(({ code, path }) => `${code} ${path}`)).toEqual([complaint]);
  });
});

/** A value for every parameter that a step needs. */
function neededParams(type: StepType): JsonObject {
  const needed = Object.entries(stepKind(type).params).filter(([, { required }]) => required === true);
  return Object.fromEntries(needed.map(([name, spec]) => [name, someValue(spec)]));
}

function someValue({ kind, choices }: ParamSpec): unknown {
  const values: Partial<Record<ParamKind, unknown>> = {
    ...{ number: 2, texts: ['k'], items: ['a'], sources: ['given'], weights: { score: 1 } },
    ...{ condition: 'results.count > 1', choice: choices?.[0] },
  };
  return values[kind] ?? 'own';
}

/** What the stores were asked, and what came out. */
async function traced(type: StepType, params: JsonObject) {
  const asked: unknown[] = [];
  const stores = Object.fromEntries(
    Object.keys(emptyStores).map(name => [
      name,
      async (query: unknown) => {
        asked.push([name, query]);
        return normal.elements;
      },
    ]),
  ) as unknown as StorePort; // the same names
  const run = await runPipeline(
    memoryOf('m', { pipeline: [given, { type, alias: 'it', params }] }),
    askedRequest(requestOf({ input: normal.query, additional_variables: { action: 'fix' } })).inputs,
    {
      ports: enginePorts({
        ...{ stores, handlers: new Map([['own', () => normal.elements]]) },
        clock: createManualClock(),
      }),
      ...{ cancel: neverCancelled, regexes: createRegexCache(), timeoutMs: 30_000 },
      cancelMeaning: () => ({ code: 'cancelled', message: '' }),
    },
  );
  return { asked, status: run.status, error: run.error, results: [...run.results] };
}

const params = stepTypes.flatMap(type =>
  Object.entries(stepKind(type).params).map(([name, spec]) => ({ type, name, spec })),
);
const complaints = (type: StepType, given: JsonObject) =>
  checkStepParams({ type, params: { ...neededParams(type), ...given } }).map(
    ({ code, path }) => `${code} ${path}`,
  );

describe('every parameter of every step type', () => {
  it.each(stepTypes)('%s is right with what it needs, and knows no other name', type => {
    expect(complaints(type, {})).toEqual([]);
    expect(complaints(type, { odd: 1 })).toEqual(['unknown_param params.odd']);
  });

  it.each(params.filter(({ spec }) => spec.required === true))('$type needs $name', ({ type, name }) => {
    expect(complaints(type, { [name]: undefined })).toContain(`missing_param params.${name}`);
  });

  const bounded = params.flatMap(({ type, name, spec }) => [
    ...(spec.min === undefined ? [] : [{ type, name, value: spec.min - 1 }]),
    ...(spec.max === undefined ? [] : [{ type, name, value: spec.max + 1 }]),
    ...(spec.whole === true ? [{ type, name, value: (spec.min ?? 0) + 0.5 }] : []),
    ...(spec.kind === 'choice' ? [{ type, name, value: 'none of them' }] : []),
  ]);
  it.each(bounded)('$type refuses $value as $name', ({ type, name, value }) => {
    expect(complaints(type, { [name]: value })).toEqual([`wrong_param params.${name}`]);
  });

  it.each(params.filter(({ spec }) => spec.fallback !== undefined))(
    '$type uses for an absent $name what is said to stand in for it',
    async ({ type, name, spec }) => {
      const needed = neededParams(type);
      const absent = await traced(type, needed);
      expect(await traced(type, { ...needed, [name]: spec.fallback })).toEqual(absent);
      expect(await traced(type, { ...needed, [name]: '' })).toEqual(absent);
      expect(absent.status).toBe('ok');
    },
  );
});
