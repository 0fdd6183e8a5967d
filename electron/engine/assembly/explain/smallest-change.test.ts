import { describe, expect, it } from 'vitest';
import { type AuthorityPolicy, defaultAuthority } from '../../../../shared/model/authority.ts';
import type { PersistentMemory, Step } from '../../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../../shared/model/request.ts';
import type { Condition, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import type { Sample } from '../../../../shared/model/sample.ts';
import { createRegexCache } from '../../../../shared/rules/evaluation/regex-cache.ts';
import {
  engineAdding,
  memoryOf,
  requestOf,
  staticStep,
} from '../../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled } from '../../../../test/support/engine-world.ts';
import { explainItem } from '../explain-item.ts';

const found = { ...emptyStores, searchDocuments: async () => [{ content: 'found' }] };
const env = { ports: enginePorts({ stores: found }), cancel: neverCancelled, regexes: createRegexCache() };

interface Given {
  readonly engines?: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  readonly request?: ContextRequest;
  readonly samples?: readonly Sample[];
  readonly authority?: AuthorityPolicy;
  readonly itemId?: string;
}

const explain = ({ engines = [engineAdding('e', 'm')], itemId, request = requestOf(), ...given }: Given) =>
  explainItem(
    {
      engines,
      ...given,
      request,
      redaction: 'off',
      target: { memoryId: 'm', ...(itemId !== undefined && { itemId }) },
    },
    env,
  );

const changesOf = async (given: Given) => (await explain(given)).change?.variables;

const needing = (type: string, more: object = {}) =>
  memoryOf('m', {
    additional_variables: [{ name: 'given', type, required: true, ...more }] as never, // each of its types
    pipeline: [staticStep('text')],
  });
const sample = (given: unknown): Sample => ({
  id: 's',
  name: 's',
  request: requestOf({ additional_variables: { given } }),
});

describe('a variable that a pipeline lacks gets a value of its type', () => {
  it.each<[string, unknown]>([
    ['string', 'example'],
    ['number', 1],
    ['boolean', true],
    ['array', ['example']],
    ['object', { example: true }],
  ])('%s: %j where nobody knows one', async (type, to) => {
    expect(await changesOf({ memories: [needing(type)] })).toEqual([{ field: 'addVar.given', to }]);
  });

  it.each<[string, unknown, unknown]>([
    ['string', 'AB-12', 'AB-12'],
    ['string', '', 'example'],
    ['string', 5, 'example'],
    ['number', 5, 5],
    ['number', '5', 1],
    ['boolean', false, false],
    ['array', ['a'], ['a']],
    ['object', { a: 1 }, { a: 1 }],
    ['object', ['a'], { example: true }],
  ])('%s: of a sample with %j it takes %j', async (type, given, to) => {
    expect(await changesOf({ memories: [needing(type)], samples: [sample(given)] })).toEqual([
      { field: 'addVar.given', to },
    ]);
  });

  it('any value of it, where a rule does not want the likely one', async () => {
    const when: Condition[] = [{ field: 'addVar.given', operator: 'neq', value: 'example' }];
    const engine = engineAdding('e', 'm');
    const engines = [{ ...engine, rules: engine.rules.map(rule => ({ ...rule, when })) }];
    const changes = await changesOf({ engines, memories: [needing('string')] });
    expect(changes).toMatchObject([{ field: 'addVar.given' }]);
    expect(changes?.[0]?.to).not.toBe('example');
  });
});

describe('a name that a pipeline lacks is given where it is looked for', () => {
  const search: Step = { type: 'document_search', params: {} };
  it.each<[string, Partial<Parameters<typeof memoryOf>[1]>, string[]]>([
    ['the id of a scope', { inputs_scope: ['agent'], pipeline: [staticStep('x')] }, ['scope.agent.agent_id']],
    ['the input, for a search', { pipeline: [search] }, ['input.text']],
    ['the input, for its keywords', { pipeline: [staticStep('${keywords}')] }, ['input.text']],
    ['a prefixed name', { pipeline: [staticStep('${scope.task.task_type}')] }, ['scope.task.task_type']],
    ['another name', { pipeline: [staticStep('${topic}')] }, ['addVar.topic']],
    [
      'the input, beside variables of its own',
      { additional_variables: [{ name: 'topic', type: 'string' }], pipeline: [search] },
      ['input.text'],
    ],
    [
      'a variable of its own that is called like the input',
      {
        additional_variables: [{ name: 'query', type: 'string', required: true }],
        pipeline: [staticStep('${query}')],
      },
      ['addVar.query'],
    ],
    [
      'several',
      { inputs_scope: ['user'], pipeline: [staticStep('${topic} ${query}')] },
      ['scope.user.user_id', 'addVar.topic', 'input.text'],
    ],
  ])('%s', async (_, memory, fields) => {
    const { change, cause } = await explain({ memories: [memoryOf('m', memory)] });
    expect(cause).toBe('skipped');
    expect(change?.variables.map(({ field }) => field).toSorted()).toEqual(fields.toSorted());
    expect(change).not.toHaveProperty('explicit_memory');
    expect(change).not.toHaveProperty('max_tokens');
  });
});

describe('the way with the fewest changes', () => {
  const is = (name: string, value: unknown = 1): Condition => ({
    field: `addVar.${name}`,
    operator: 'eq',
    value,
  });
  const engineOf = (...rules: { when: Condition[]; enabled?: boolean }[]): ContextRuleEngine => ({
    ...engineAdding('e'),
    rules: rules.map((rule, index) => ({
      id: `r${index}`,
      name: `r${index}`,
      then: { add_memories: ['m'] },
      ...rule,
    })),
  });
  const plain = memoryOf('m', { pipeline: [staticStep('text')] });

  it('counts what the pipeline needs among them', async () => {
    // One change makes the first rule fire, which then lacks another; two make the second, which gives it.
    const needy = memoryOf('m', {
      additional_variables: [
        { name: 'x', type: 'number', required: true },
        { name: 'y', type: 'number', required: true },
      ],
      pipeline: [staticStep('text')],
    });
    const engines = [engineOf({ when: [is('a')] }, { when: [is('x'), is('y')] })];
    expect((await changesOf({ engines, memories: [needy] }))?.map(({ field }) => field)).toEqual([
      'addVar.x',
      'addVar.y',
    ]);
  });

  it('passes over muted rules, and names the memory where none can be made to add it', async () => {
    const engines = [engineOf({ when: [], enabled: false }, { when: [is('a'), is('a', 2)] })];
    const { change, memory_change } = await explain({ engines, memories: [plain] });
    expect(change).toEqual({
      variables: [],
      explicit_memory: 'm',
      request: requestOf({ explicit_memory: ['m'] }),
    });
    expect(memory_change).toBeUndefined();
  });

  it('names the memory beside those that are named, and gives it what it lacks', async () => {
    const { change } = await explain({
      engines: [],
      memories: [needing('number'), memoryOf('other')],
      request: requestOf({ explicit_memory: ['other'] }),
    });
    expect(change).toEqual({
      variables: [{ field: 'addVar.given', to: 1 }],
      explicit_memory: 'm',
      request: requestOf({ explicit_memory: ['other', 'm'], additional_variables: { given: 1 } }),
    });
  });

  it('is none where the memory is not known, gives nothing, or its pipeline fails', async () => {
    const failing = memoryOf('m', { pipeline: [{ type: 'handler', params: { name: 'nobody' } }] });
    for (const memories of [[], [memoryOf('m')], [failing]]) {
      const explanation = await explain({ memories });
      expect(explanation.included).toBe(false);
      for (const key of ['change', 'memory_change', 'memory_changes', 'item_id'])
        expect(explanation).not.toHaveProperty(key);
    }
  });

  it('tries sixteen rules, the nearest ones, before it names the memory', async () => {
    // Each is one change away, and lacks a value of its own then; only the last needs nothing else.
    const needy = memoryOf('m', { pipeline: [staticStep('${a17}')] });
    const rules = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ when: [is(`a${index}`)] }));
    const rulesChange = async (count: number) =>
      (await changesOf({ engines: [engineOf(...rules(count))], memories: [needy] }))?.length;
    expect(await rulesChange(17)).toBe(2);
    const plainRules = [...rules(16).map(rule => ({ when: [...rule.when] })), { when: [is('a17')] }];
    expect((await changesOf({ engines: [engineOf(...plainRules)], memories: [needy] }))?.length).toBe(2);
    expect(
      (await changesOf({ engines: [engineOf(...plainRules.slice(1))], memories: [needy] }))?.length,
    ).toBe(1);
  });
});

describe('the least limit', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
  const pair = [
    memoryOf('other', { pipeline: [staticStep(words(3))], contribution: { section: 'state' } }),
    memoryOf('m', { pipeline: [staticStep(words(4), `${words(2)} end`)] }),
  ];
  const request = (constraints: ContextRequest['constraints']) =>
    requestOf({ explicit_memory: ['other', 'm'], ...(constraints && { constraints }) });

  it.each<[string, ContextRequest['constraints'], string, number]>([
    ['of items, peeled', { max_tokens: 1, estimator: 'o200k_base' }, 'm#0', 7],
    ['of items, packed', { max_tokens: 1, estimator: 'o200k_base', budget_strategy: 'pack' }, 'm#0', 7],
    ['of items, packed', { max_tokens: 2, estimator: 'o200k_base', budget_strategy: 'pack' }, 'm#1', 6],
    // Each frame is "## Title", and "-" before each item.
    ['of the text, peeled', { max_tokens: 1, estimator: 'o200k_base', count: 'rendered' }, 'm#0', 13],
    ['of the text, peeled', { max_tokens: 1, estimator: 'o200k_base', count: 'rendered' }, 'm#1', 17],
  ])('%s: %j keeps %s from %d on', async (_, constraints, itemId, least) => {
    const explanation = await explain({ engines: [], memories: pair, request: request(constraints), itemId });
    const limit = constraints?.max_tokens ?? 0;
    expect([explanation.cause, explanation.change?.max_tokens, explanation.item_id]).toEqual([
      'budget',
      least,
      itemId,
    ]);
    expect(explanation.change?.request.constraints).toEqual({ ...constraints, max_tokens: least });
    expect(explanation.chain.at(-1)).toMatchObject({
      at: 'budget',
      passed: false,
      short_by: least - limit,
      message: `${explanation.chain.at(-1)?.message.split(':')[0]}: the limit of ${limit} is ${least - limit} short`,
    });
    expect(explanation.message).toContain(`the budget cut ${itemId} (`);
  });

  it('of a memory is that of the item which comes in first', async () => {
    for (const [budget_strategy, least] of [
      ['peel', 7],
      ['pack', 6],
    ] as const) {
      const constraints = { max_tokens: 2, estimator: 'o200k_base', budget_strategy } as const;
      const explanation = await explain({ engines: [], memories: pair, request: request(constraints) });
      expect([explanation.cause, explanation.change?.max_tokens]).toEqual(['budget', least]);
      expect(explanation.chain.at(-1)?.short_by).toBe(least - 2);
    }
  });

  it('of a required memory whose item stands as data is that of an item which is not required', async () => {
    const text = (length: number) => staticStep('x'.repeat(length));
    const memories = [
      memoryOf('k', { pipeline: [text(400)], contribution: { priority: 'high' } }),
      memoryOf('m', {
        origin: 'import',
        pipeline: [text(247)],
        contribution: { section: 'constraints', required: true },
      }),
      memoryOf('h', { pipeline: [text(200)], contribution: { section: 'history' } }),
    ];
    const explanation = await explain({
      engines: [],
      memories,
      request: requestOf({ explicit_memory: ['k', 'm', 'h'], constraints: { max_tokens: 60 } }),
      authority: defaultAuthority,
    });
    expect([explanation.cause, explanation.change?.max_tokens]).toEqual(['budget', 180]);
    expect(explanation.chain.at(-1)?.short_by).toBe(120);
  });

  it('is not needed where the item is there', async () => {
    const explanation = await explain({ engines: [], memories: pair, request: request(undefined) });
    expect(explanation).toMatchObject({ included: true, cause: 'included' });
    for (const key of ['change', 'memory_change', 'memory_changes'])
      expect(explanation).not.toHaveProperty(key);
    expect(explanation.chain.every(({ passed }) => passed)).toBe(true);
    expect(explanation.chain.at(-1)).not.toHaveProperty('short_by');
  });
});

describe('what of the memory would keep it', () => {
  it('that it is required, or the nearest section in front in which it stays', async () => {
    const other = memoryOf('other', {
      pipeline: [staticStep('four')],
      contribution: { section: 'knowledge' },
    });
    const late = memoryOf('m', { pipeline: [staticStep('more')], contribution: { section: 'history' } });
    const request = requestOf({ explicit_memory: ['other', 'm'], constraints: { max_tokens: 1 } });
    const { memory_changes } = await explain({ engines: [], memories: [other, late], request });
    expect(memory_changes).toEqual([
      { memory_id: 'm', required: true },
      { memory_id: 'm', section: { from: 'history', to: 'constraints' } },
    ]);
    const tooLong = memoryOf('m', { pipeline: [staticStep('longer than all that there is')] });
    const helpless = await explain({
      engines: [],
      memories: [tooLong],
      request: requestOf({ ...request, explicit_memory: ['m'] }),
    });
    expect(helpless.cause).toBe('budget');
    expect(helpless).not.toHaveProperty('memory_changes');
    const firm = { ...late, contribution: { ...late.contribution, required: true } };
    const both = [{ ...other, contribution: { ...other.contribution, required: true } }, firm];
    expect((await explain({ engines: [], memories: both, request })).memory_changes).toEqual([
      { memory_id: 'm', section: { from: 'history', to: 'constraints' } },
    ]);
  });

  it('a higher max_items, with what the request needs besides', async () => {
    const limited = memoryOf('m', {
      additional_variables: [{ name: 'given', type: 'number', required: true }],
      pipeline: [staticStep('one', 'two', 'three')],
      contribution: { max_items: 1 },
    });
    const memory_change = { memory_id: 'm', max_items: { from: 1, to: 3 } };
    const given = requestOf({ additional_variables: { given: 1 } });
    const alone = await explain({ memories: [limited], request: given, itemId: 'm#2' });
    expect([alone.cause, alone.change]).toEqual(['max_items', undefined]);
    expect(alone.memory_change).toStrictEqual(memory_change);
    const more = await explain({ memories: [limited], itemId: 'm#2' });
    expect([more.cause, more.change]).toEqual(['skipped', undefined]);
    expect(more.memory_change).toStrictEqual({
      ...memory_change,
      request_change: { variables: [{ field: 'addVar.given', to: 1 }], request: given },
    });
    const unnamed = await explain({ engines: [], memories: [limited], request: given, itemId: 'm#2' });
    expect(unnamed.memory_change).toMatchObject({
      ...memory_change,
      request_change: { explicit_memory: 'm' },
    });
    const tight = { ...given, constraints: { max_tokens: 1 } };
    const short = await explain({ memories: [limited], request: tight, itemId: 'm#2' });
    expect(short.memory_change).toMatchObject({
      ...memory_change,
      request_change: { variables: [], max_tokens: 4 },
    });
    expect(await explain({ memories: [limited], request: given, itemId: 'm#9' })).not.toHaveProperty(
      'memory_change',
    );
  });
});
