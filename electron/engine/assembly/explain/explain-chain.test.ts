import { describe, expect, it } from 'vitest';
import type {
  AssembledContext,
  DroppedItem,
  MemoryCall,
} from '../../../../shared/model/assembled-context.ts';
import { dropReasons } from '../../../../shared/model/assembled-context.ts';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../../shared/model/request.ts';
import type { Condition, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { createRegexCache } from '../../../../shared/rules/evaluation/regex-cache.ts';
import { engineAdding, memoryOf, requestOf } from '../../../../test/support/engine-definitions.ts';
import { addingRules } from './adding-rules.ts';
import { explainChain } from './explain-chain.ts';

const phase: Condition = { field: 'addVar.phase', operator: 'eq', value: 'review' };
const ruled = (...when: Condition[]): ContextRuleEngine => {
  const engine = engineAdding('e', 'm');
  return { ...engine, name: 'Engine', rules: engine.rules.map(rule => ({ ...rule, when })) };
};

interface Given {
  readonly engines?: readonly ContextRuleEngine[];
  readonly memories?: readonly PersistentMemory[];
  readonly request?: ContextRequest;
  readonly itemId?: string;
  readonly call?: Partial<MemoryCall> | null;
  readonly trace?: Partial<AssembledContext['trace']>;
  readonly kept?: readonly string[];
}

const named = requestOf({ explicit_memory: ['m'] });
const known = memoryOf('m', { contribution: { max_items: 2 } });

/** The chain for an assembly that came out as is said: `[at, message]` of each link, and the cause. */
function chainOf({
  engines = [],
  memories = [known],
  request = named,
  itemId,
  call,
  trace,
  kept = [],
}: Given) {
  const whole: MemoryCall = {
    memory_id: 'm',
    requested_by: [],
    status: 'ok',
    items: 3,
    kept: 0,
    started_ms: 0,
    duration_ms: 0,
    format: 'prose',
    steps: [],
  };
  const other = { ...whole, memory_id: 'other', status: 'failed' as const };
  const assembled: AssembledContext = {
    request_id: 'r',
    context: {
      knowledge: kept.map(id => ({
        id,
        memory_id: id.slice(0, id.indexOf('#')),
        content: 'text',
        tokens: 1,
        weight: 2,
        source: { kind: 'static' },
      })),
    },
    trace: {
      memory_calls: call === null ? [other] : [other, { ...whole, ...call }],
      rules_applied: [],
      variables_used: [],
      missing_variables: [],
      shadowed_variables: [],
      dropped: [],
      warnings: [],
      stages: [],
      ...trace,
    },
    meta: {
      token_estimate: 0,
      estimator: 'chars4',
      section_tokens: {},
      total_items: 0,
      truncated: false,
      degraded: false,
      duration_ms: 0,
    },
  };
  const links = explainChain(request, addingRules('m', request, engines, createRegexCache()), assembled, {
    request,
    engines,
    memories,
    redaction: 'off',
    target: { memoryId: 'm', ...(itemId !== undefined && { itemId }) },
  });
  return { links, said: links.map(({ at, message }) => [at, message]), cause: links.at(-1)?.cause };
}

const dropped = (
  position: number,
  reason: DroppedItem['reason'],
  more: Partial<DroppedItem> = {},
): DroppedItem => ({
  item_id: `m#${position}`,
  memory_id: 'm',
  section: 'knowledge',
  tokens: 7,
  reason,
  ...more,
});

const asked = ['request', 'the request names "m"'];
const defined = ['memory', 'memory "m" is defined'];
const returned = ['pipeline', 'its pipeline returned 3 items'];
const own = (id = 'm#0') => ['item', `${id} says what no item before it says`];
const within = (id = 'm#0') => ['max_items', `${id} is within the number of items that its memory may bring`];

describe('who asks for it', () => {
  const kept = ['m#0'];
  const rest = [defined, returned, own(), within(), ['budget', 'm#0 is in the context']];

  it('the request, whatever the rules say', () => {
    const { said, cause } = chainOf({ kept, engines: [ruled(phase)] });
    expect([said, cause]).toEqual([[asked, ...rest], 'included']);
  });

  it.each<[string, Condition[], string]>([
    ['without conditions', [], 'the rule has no conditions and fires always'],
    ['whose conditions hold', [phase, phase], 'its conditions hold, all 2'],
  ])('a rule %s', (_, when, message) => {
    const request = requestOf({ additional_variables: { phase: 'review' } });
    const { links, said, cause } = chainOf({ kept, request, engines: [ruled(...when)] });
    expect([said, cause]).toEqual([
      [
        ['engine', 'engine "Engine" is evaluated'],
        ['rule', 'rule "Always" adds it'],
        ['condition', message],
        ...rest,
      ],
      'included',
    ]);
    expect(links.slice(0, 3).map(link => [link.engine_id, link.rule_id])).toEqual([
      ['e', undefined],
      ['e', 'e-rule'],
      ['e', 'e-rule'],
    ]);
  });

  it('a rule whose condition does not hold ends the way, with what was there and what was expected', () => {
    const request = requestOf({ additional_variables: { phase: 7, open: true } });
    const open: Condition = { field: 'addVar.open', operator: 'eq', value: true };
    const { links, said, cause } = chainOf({ kept, request, engines: [ruled(open, phase)] });
    const { message, condition } = links.at(-1) ?? {};
    expect([said.length, cause]).toEqual([3, 'condition']);
    expect(message).toBe(`condition 2 does not hold: ${condition?.reason}`);
    expect(condition).toMatchObject({
      index: 1,
      field: 'addVar.phase',
      actual: 7,
      actual_type: 'number',
      value: 'review',
      expected_type: 'string',
    });
  });

  const muted = { ...ruled(), rules: ruled().rules.map(rule => ({ ...rule, enabled: false })) };
  it.each<[string, Given, string[][], object]>([
    [
      'not_requested',
      {},
      [['request', 'no rule adds "m", and the request does not name it']],
      { at: 'request' },
    ],
    ['unknown_memory', { memories: [] }, [['memory', 'there is no memory "m", and no rule adds it']], {}],
    [
      'engine_disabled',
      { engines: [{ ...ruled(), enabled: false }] },
      [['engine', 'engine "Engine" is disabled']],
      { engine_id: 'e' },
    ],
    [
      'engine_not_selected',
      { engines: [ruled()], request: requestOf({ rule_engine_ids: ['other'] }) },
      [['engine', 'engine "Engine" is not among the rule_engine_ids of the request']],
      { engine_id: 'e' },
    ],
    [
      'rule_muted',
      { engines: [muted] },
      [
        ['engine', 'engine "Engine" is evaluated'],
        ['rule', 'rule "Always" is muted'],
      ],
      { engine_id: 'e', rule_id: 'e-rule' },
    ],
  ])('nobody: %s', (cause, given, said, last) => {
    const chain = chainOf({ kept, request: requestOf(), ...given });
    expect([chain.said, chain.cause]).toEqual([said, cause]);
    expect(chain.links.at(-1)).toMatchObject(last);
  });
});

describe('what its pipeline did', () => {
  it.each<[string, Given, string[][]]>([
    ['unknown_memory', { memories: [] }, [asked, ['memory', 'there is no memory "m"']]],
    ['failed', { call: null }, [asked, defined, ['pipeline', 'its pipeline was not run']]],
    [
      'failed',
      { call: { status: 'failed', error: { code: 'timeout', message: 'it took too long' } } },
      [asked, defined, ['pipeline', 'its pipeline failed: it took too long']],
    ],
    [
      'failed',
      { call: { status: 'failed' } },
      [asked, defined, ['pipeline', 'its pipeline failed: for no known reason']],
    ],
    ['no_items', { call: { items: 0 } }, [asked, defined, ['pipeline', 'its pipeline found nothing']]],
    [
      'failed',
      { call: { items: 1 } },
      [
        asked,
        defined,
        ['pipeline', 'its pipeline returned 1 item'],
        ['item', 'its items were lost with a stage that failed'],
      ],
    ],
    ['unknown_item', { itemId: 'm#9' }, [asked, defined, returned, ['item', 'it returned no item m#9']]],
  ])('%s: %j', (cause, given, said) => {
    const chain = chainOf(given);
    expect([chain.said, chain.cause]).toEqual([said, cause]);
  });

  it('what it lacks is named, and not what others lack', () => {
    const { links, said, cause } = chainOf({
      call: { status: 'skipped', error: { code: 'missing_variable', message: 'it needs "topic"' } },
      trace: {
        missing_variables: [
          { name: 'topic', needed_by: ['other', 'm'] },
          { name: 'phase', needed_by: ['other'] },
        ],
      },
    });
    expect([said.at(-1), cause]).toEqual([
      ['pipeline', 'its pipeline was skipped: it needs "topic"'],
      'skipped',
    ]);
    expect(links.at(-1)?.missing).toEqual(['topic']);
  });

  it('a file that is broken is another thing than one that nobody made', () => {
    const unreadable = { engines: [], memories: [{ file: 'memories/m.json', reason: 'it is no JSON' }] };
    const input = {
      request: named,
      engines: [],
      memories: [],
      unreadable,
      redaction: 'off' as const,
      target: { memoryId: 'm' },
    };
    const { trace, context } = {
      trace: { memory_calls: [], dropped: [], missing_variables: [] },
      context: {},
    };
    const links = explainChain(named, [], { trace, context } as unknown as AssembledContext, input); // all it looks at
    expect(links.at(-1)?.message).toBe('the memory "m" cannot be read: memories/m.json: it is no JSON');
  });
});

describe('what became of an item', () => {
  const ends = {
    duplicate: [['item', 'm#1 says the same as other#0, which is there']],
    max_items: [own('m#1'), ['max_items', 'm#1 is beyond max_items, which is 2']],
    budget: [own('m#1'), within('m#1'), ['budget', 'the budget cut m#1 (7 tokens)']],
    redaction_failed: [['item', 'm#1 could not be redacted and was left out']],
    authority: [],
  } satisfies Record<DroppedItem['reason'], string[][]>;
  const more = { duplicate: { survivor: 'other#0' } } as Partial<Record<string, Partial<DroppedItem>>>;

  it.each(dropReasons.filter(reason => reason !== 'authority'))('%s', reason => {
    const chain = chainOf({
      itemId: 'm#1',
      trace: { dropped: [dropped(0, 'budget'), dropped(1, reason, more[reason])] },
    });
    expect([chain.said, chain.cause]).toEqual([[asked, defined, returned, ...ends[reason]], reason]);
    expect(chain.links.at(-1)?.survivor).toBe(reason === 'duplicate' ? 'other#0' : undefined);
  });

  it('of a memory of which nothing was kept, the item that came furthest tells', () => {
    const order = ['redaction_failed', 'duplicate', 'max_items', 'budget'] as const;
    for (let most = 1; most <= order.length; most += 1) {
      const items = order.slice(0, most).map((reason, position) => dropped(position, reason));
      for (const list of [items, items.toReversed()])
        expect(
          chainOf({ trace: { dropped: [dropped(9, 'budget', { memory_id: 'other' }), ...list] } }).cause,
        ).toBe(order[most - 1]);
    }
  });

  const lowered = (placed?: 'knowledge') => [
    {
      item_id: 'm#1',
      memory_id: 'm',
      section: 'constraints' as const,
      needs: 'project' as const,
      authority: 'imported' as const,
      origin: 'web' as const,
      ...(placed && { placed }),
    },
  ];
  const why = 'm#1 comes from the web; Constraints needs the authority "project", it has "imported"';

  it('too little authority keeps it out, and that is said once', () => {
    const trace = { dropped: [dropped(1, 'authority')], lowered: lowered() };
    const chain = chainOf({ itemId: 'm#1', trace });
    expect([chain.said, chain.cause]).toEqual([
      [asked, defined, returned, ['authority', `${why}, and stays out`]],
      'authority',
    ]);
  });

  it('or puts it elsewhere as data, where it is kept or cut like any other', () => {
    const low = ['authority', `${why}, and stands in Knowledge as data`];
    const keptThere = chainOf({
      itemId: 'm#1',
      kept: ['m#0', 'm#1'],
      trace: { lowered: lowered('knowledge') },
    });
    expect([keptThere.said, keptThere.cause]).toEqual([
      [asked, defined, returned, low, own('m#1'), within('m#1'), ['budget', 'm#1 is in the context']],
      'included',
    ]);
    const cut = chainOf({
      itemId: 'm#1',
      trace: { dropped: [dropped(1, 'budget')], lowered: lowered('knowledge') },
    });
    expect([cut.said.slice(3), cut.cause]).toEqual([[low, ...ends.budget], 'budget']);
    expect(
      chainOf({ itemId: 'm#0', kept: ['m#0', 'm#1'], trace: { lowered: lowered() } }).said.slice(3),
    ).toEqual([own(), within(), ['budget', 'm#0 is in the context']]);
  });
});

describe('the rules that add a memory', () => {
  const outcomes = (engines: readonly ContextRuleEngine[], request = requestOf()) =>
    addingRules('m', request, engines, createRegexCache()).map(({ engine, rule, outcome }) => [
      `${engine.id}/${rule.id}`,
      outcome,
    ]);
  const rule = (id: string, when: Condition[], more: object = {}) => ({
    id,
    name: id,
    when,
    then: { add_memories: ['other', 'm'] },
    ...more,
  });
  const engine = (id: string, rules: ReturnType<typeof rule>[], enabled = true): ContextRuleEngine => ({
    ...engineAdding(id),
    enabled,
    rules,
  });
  const is = (name: string, value: unknown): Condition => ({
    field: `addVar.${name}`,
    operator: 'eq',
    value,
  });

  it('come by how near they are to adding it: fired, few variables away, muted, not evaluated', () => {
    const never = [is('a', 1), is('a', 2)];
    expect(
      outcomes(
        [
          engine('off', [rule('fires', [])], false),
          engine('unselected', [rule('fires', [])]),
          engine('on', [
            rule('muted', [], { enabled: false }),
            rule('never', never),
            rule('two', [is('a', 1), is('b', 1)]),
            rule('one', [is('a', 1)]),
            rule('elsewhere', [], { then: { add_memories: ['other'] } }),
            rule('fires', []),
            rule('other-one', [is('b', 1)]),
          ]),
        ],
        requestOf({ rule_engine_ids: ['on', 'off'] }),
      ),
    ).toEqual([
      ['on/fires', 'fired'],
      ['on/one', 'not_fired'],
      ['on/other-one', 'not_fired'],
      ['on/two', 'not_fired'],
      ['on/never', 'not_fired'],
      ['on/muted', 'muted'],
      ['unselected/fires', 'engine_not_selected'],
      ['off/fires', 'engine_disabled'],
    ]);
  });

  it('are evaluated for the request as it is', () => {
    const engines = [engine('on', [rule('one', [is('a', 1)]), rule('fires', [])])];
    expect(outcomes(engines, requestOf({ additional_variables: { a: 1 } }))).toEqual([
      ['on/one', 'fired'],
      ['on/fires', 'fired'],
    ]);
    expect(outcomes([engine('on', [])])).toEqual([]);
  });
});
