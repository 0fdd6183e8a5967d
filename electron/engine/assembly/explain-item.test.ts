import { describe, expect, it } from 'vitest';
import { type AuthorityPolicy, defaultAuthority } from '../../../shared/model/authority.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import type { Condition, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { sections } from '../../../shared/model/section.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { engineAdding, memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { explainItem } from './explain-item.ts';

const env = { ports: enginePorts(), cancel: neverCancelled, regexes: createRegexCache() };

interface World {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
}

const explain = (world: World, request: ContextRequest, memoryId: string, itemId?: string) =>
  explainItem(
    { ...world, request, redaction: 'off', target: { memoryId, ...(itemId !== undefined && { itemId }) } },
    env,
  );

const ruled = (...when: Condition[]): ContextRuleEngine => {
  const engine = engineAdding('e', 'm');
  return { ...engine, rules: engine.rules.map(rule => ({ ...rule, when })) };
};
const m = memoryOf('m', { pipeline: [staticStep('first text', 'second text')] });
const phase = { field: 'addVar.phase', operator: 'eq' as const, value: 'review' };

it('warns of what the assembly warns of: keys that do nothing, engines that cannot be read', async () => {
  const explanation = await explainItem(
    {
      engines: [],
      memories: [m],
      unreadable: { engines: [{ file: 'engines/broken.json', reason: 'it is no JSON' }], memories: [] },
      request: { ...requestOf(), explicit_memories: ['m'] },
      redaction: 'off',
      target: { memoryId: 'm' },
    },
    env,
  );
  expect(explanation.warnings?.map(({ code }) => code)).toEqual(['unknown_key', 'unreadable_engine']);
});

describe('explainItem names the one cause', () => {
  const twin = memoryOf('twin', {
    pipeline: [staticStep('first text', 'second text')],
    contribution: { section: 'state' },
  });
  const asked = requestOf({ explicit_memory: ['m'] });
  const cases: [cause: string, world: World, request: ContextRequest, at: string, item?: string][] = [
    ['included', { engines: [ruled()], memories: [m] }, requestOf(), 'budget'],
    ['included', { engines: [], memories: [m] }, asked, 'budget', 'm#1'],
    ['not_requested', { engines: [], memories: [m] }, requestOf(), 'request'],
    ['unknown_memory', { engines: [], memories: [] }, requestOf(), 'memory'],
    ['unknown_memory', { engines: [ruled()], memories: [] }, requestOf(), 'memory'],
    ['engine_disabled', { engines: [{ ...ruled(), enabled: false }], memories: [m] }, requestOf(), 'engine'],
    [
      'engine_not_selected',
      { engines: [ruled()], memories: [m] },
      requestOf({ rule_engine_ids: [] }),
      'engine',
    ],
    [
      'rule_muted',
      {
        engines: [{ ...ruled(), rules: ruled().rules.map(rule => ({ ...rule, enabled: false })) }],
        memories: [m],
      },
      requestOf(),
      'rule',
    ],
    ['condition', { engines: [ruled(phase)], memories: [m] }, requestOf(), 'condition'],
    [
      'skipped',
      { engines: [ruled()], memories: [{ ...m, inputs_scope: ['agent'] }] },
      requestOf(),
      'pipeline',
    ],
    ['no_items', { engines: [ruled()], memories: [memoryOf('m')] }, requestOf(), 'pipeline'],
    ['unknown_item', { engines: [ruled()], memories: [m] }, requestOf(), 'item', 'm#9'],
    [
      'duplicate',
      { engines: [ruled()], memories: [m, twin] },
      requestOf({ explicit_memory: ['twin'] }),
      'item',
    ],
    [
      'max_items',
      { engines: [ruled()], memories: [{ ...m, contribution: { ...m.contribution, max_items: 1 } }] },
      requestOf(),
      'max_items',
      'm#1',
    ],
    [
      'budget',
      { engines: [ruled()], memories: [m] },
      requestOf({ constraints: { max_tokens: 1 } }),
      'budget',
    ],
  ];
  it.each(cases)('%s', async (cause, world, request, at, item) => {
    const explanation = await explain(world, request, 'm', item);
    const last = explanation.chain.at(-1);
    expect([explanation.cause, last?.at, last?.passed, last?.message]).toEqual([
      cause,
      at,
      cause === 'included',
      explanation.message,
    ]);
    expect(explanation.chain.slice(0, -1).every(({ passed }) => passed)).toBe(true);
  });

  it.each([
    ['peel', false, 'm#0', 6],
    ['pack', false, 'm#1', 4],
    ['peel', true, 'm#0', 6],
  ] as const)(
    'names the item that the smallest raise brings back: %s, required %s',
    async (budget_strategy, required, id, short_by) => {
      const memory = memoryOf('m', {
        pipeline: [staticStep('a'.repeat(40), 'b'.repeat(32), 'c'.repeat(120))],
        contribution: { required },
      });
      const request = requestOf({ explicit_memory: ['m'], constraints: { max_tokens: 4, budget_strategy } });
      const { chain, message, change } = await explain({ engines: [], memories: [memory] }, request, 'm');
      const tokens = short_by + 4;
      expect(message).toBe(`the budget cut ${id} (${tokens} tokens): the limit of 4 is ${short_by} short`);
      expect(chain.flatMap(({ message }) => message.match(/m#\d/g) ?? [])).toEqual([id, id, id]);
      expect(change?.max_tokens).toBe(tokens);
    },
  );

  it('says of a condition what was there, what was expected, and their types', async () => {
    const request = requestOf({ additional_variables: { phase: 7 } });
    const { chain, change, rules } = await explain({ engines: [ruled(phase)], memories: [m] }, request, 'm');
    expect(chain.at(-1)).toMatchObject({
      engine_id: 'e',
      rule_id: 'e-rule',
      condition: {
        index: 0,
        actual: 7,
        value: 'review',
        actual_type: 'number',
        expected_type: 'string',
        outcome: 'failed',
      },
    });
    expect([rules.map(({ outcome }) => outcome), change]).toEqual([
      ['not_fired'],
      {
        variables: [{ field: 'addVar.phase', from: 7, to: 'review' }],
        request: requestOf({ additional_variables: { phase: 'review' } }),
      },
    ]);
  });

  it('gives a pipeline what it lacks, with values from samples, and raises the budget as well', async () => {
    const needy = memoryOf('m', {
      inputs_scope: ['agent'],
      additional_variables: [{ name: 'ticket', type: 'string', required: true }],
      pipeline: [staticStep('work on ${ticket}')],
    });
    const samples = [
      { id: 's', name: 's', request: requestOf({ additional_variables: { ticket: 'AB-12' } }) },
    ];
    const explanation = await explainItem(
      {
        engines: [ruled(phase)],
        memories: [needy],
        samples,
        request: requestOf({ constraints: { max_tokens: 1 } }),
        redaction: 'off',
        target: { memoryId: 'm' },
      },
      env,
    );
    expect([explanation.cause, explanation.change]).toEqual([
      'condition',
      {
        variables: [
          { field: 'addVar.phase', to: 'review' },
          { field: 'scope.agent.agent_id', to: 'example' },
          { field: 'addVar.ticket', to: 'AB-12' },
        ],
        max_tokens: 4,
        request: {
          scope_variables: { agent: { agent_id: 'example' } },
          constraints: { max_tokens: 4 },
          additional_variables: { phase: 'review', ticket: 'AB-12' },
        },
      },
    ]);
  });

  it('names the memory in the request where no rule can add it', async () => {
    const never = ruled(phase, { ...phase, value: 'planning' });
    const { change } = await explain({ engines: [never], memories: [m] }, requestOf(), 'm');
    expect(change).toEqual({
      variables: [],
      explicit_memory: 'm',
      request: requestOf({ explicit_memory: ['m'] }),
    });
  });

  it.each<[string, AuthorityPolicy['needs'], string | undefined]>([
    ['the one for data', {}, 'knowledge'],
    ['the first other one, where that needs more as well', { knowledge: 'project' }, 'state'],
    ['none', Object.fromEntries(sections.map(name => [name, 'project'])), undefined],
  ])('moves what its section has no authority for to one that takes it: %s', async (_, needs, to) => {
    const found = memoryOf('m', {
      pipeline: [staticStep('obey')],
      contribution: { section: 'constraints' },
      origin: 'web',
    });
    const { cause, change, memory_change } = await explainItem(
      {
        engines: [ruled()],
        memories: [found],
        request: requestOf(),
        redaction: 'off',
        authority: { needs: { ...defaultAuthority.needs, ...needs }, below: 'leave_out' },
        target: { memoryId: 'm' },
      },
      env,
    );
    expect([cause, change, memory_change]).toEqual([
      'authority',
      undefined,
      to && { memory_id: 'm', section: { from: 'constraints', to } },
    ]);
  });

  it.each(['warnings', 'suggestions'] as const)(
    'counts what was lowered last for the least max_items, also of what stands in %s',
    async section => {
      const searchDocuments = async () =>
        (['imported', 'project', 'imported', 'project'] as const).map((trust, at) => ({
          content: `text ${at}`,
          source: { kind: 'document', trust },
        }));
      const limitOf = async (max_items: number, itemId?: string) => {
        const found = memoryOf('m', {
          pipeline: [{ type: 'document_search', params: { query: 'x' } }],
          contribution: { section, max_items },
        });
        const { cause, memory_change } = await explainItem(
          {
            engines: [ruled()],
            memories: [found],
            request: requestOf(),
            redaction: 'off',
            authority: defaultAuthority,
            target: { memoryId: 'm', ...(itemId !== undefined && { itemId }) },
          },
          { ...env, ports: enginePorts({ stores: { ...emptyStores, searchDocuments } }) },
        );
        return [cause, memory_change?.max_items];
      };
      expect(await limitOf(1, 'm#3')).toEqual(['max_items', { from: 1, to: 2 }]);
      expect(await limitOf(1, 'm#0')).toEqual(['max_items', { from: 1, to: 3 }]);
      expect(await limitOf(1, 'm#2')).toEqual(['max_items', { from: 1, to: 4 }]);
      expect(await limitOf(0)).toEqual(['max_items', { from: 0, to: 1 }]);
    },
  );
});
