import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { type AuthorityPolicy, defaultAuthority } from '../../model/authority.ts';
import type { ContractState, ContractVerdict } from '../../model/context-contract.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import { placedRules } from '../testing/rule-case.ts';
import { type FinalGround, proofOf } from './prove-final.ts';

type Contribution = Partial<PersistentMemory['contribution']>;
/** A memory with a text written in it. */
const memory = (id: string, contribution: Contribution = {}, more: Partial<PersistentMemory> = {}) => ({
  ...memoryOf(id, { contribution }),
  ...more,
});
const engine = (id: string, ...memories: string[]): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules: [{ id: 'r', name: 'R', when: [], then: { add_memories: memories } }],
});

interface World {
  readonly memories: readonly PersistentMemory[];
  /** Texts of memories; those that are not told hang on what is stored. Absent: each has one of its own. */
  readonly texts?: Readonly<Record<string, readonly string[]>>;
  readonly engines?: readonly ContextRuleEngine[];
  readonly authority?: AuthorityPolicy | undefined;
  readonly byRules?: ContractVerdict;
}
/** No two estimators make the same of a text. */
const most = { chars4: 3, o200k_base: 7, cl100k_base: 5, rendered: 20 } as const;
const provedByRules: ContractVerdict = { answer: 'proved', reason: 'because of rules' };

function proof(state: ContractState, world: World): string | undefined {
  const { memories, engines = [engine('e', ...memories.map(({ id }) => id))] } = world;
  const textsOf = (id: string) => (world.texts ? world.texts[id] : [`text of ${id}`]);
  const ground: FinalGround = {
    engines,
    rules: placedRules(engines).map(({ rule }) => rule),
    memories,
    tokensOf: id => textsOf(id) && 7,
    textsOf,
    mostTokensOf: (id, count) => textsOf(id) && most[count],
    authority: world.authority,
  };
  return proofOf(state, world.byRules ?? provedByRules, ground);
}

const always: ContractState = { kind: 'always', memory: 'm' };
const pinned = { required: true };
const isPinned =
  'because of rules, and "m" is pinned: no limit of at least 7 tokens cuts that, and of rendered text none of at least 20';

describe('what is pinned', () => {
  it('is always there, where the limit has room for all that is', () => {
    expect(proof(always, { memories: [memory('m', pinned)] })).toBe(isPinned);
    expect(proof(always, { memories: [memory('m', pinned), memory('n', pinned), memory('o')] })).toBe(
      'because of rules, and "m" is pinned: no limit of at least 14 tokens cuts that, and of rendered text none of at least 40',
    );
    const both = [memory('m', pinned), memory('n', pinned)];
    expect(proof({ kind: 'together', memory: 'm', other: 'n' }, { memories: both })).toBe(
      'because of rules, and "m" and "n" are pinned: no limit of at least 14 tokens cuts that, and of rendered text none of at least 40',
    );
    expect(proof({ kind: 'implies', memory: 'o', other: 'm' }, { memories: [memory('m', pinned)] })).toBe(
      isPinned,
    );
  });

  it.each<[string, World]>([
    ['it is not', { memories: [memory('m')] }],
    ['it may bring no items', { memories: [memory('m', { ...pinned, max_items: 0 })] }],
    ['it hangs on what is stored', { memories: [memory('m', pinned)], texts: {} }],
    ['it brings nothing', { memories: [memory('m', pinned)], texts: { m: [] } }],
    ['no rule adds it', { memories: [memory('m', pinned)], engines: [engine('e', 'n')] }],
    [
      'rules do not always add it',
      { memories: [memory('m', pinned)], byRules: { answer: 'open', reason: '' } },
    ],
    [
      'what else is pinned hangs on what is stored',
      { memories: [memory('m', pinned), memory('n', pinned)], texts: { m: ['m'] } },
    ],
    [
      'what else is pinned before it hangs on what is stored',
      { memories: [memory('n', pinned), memory('m', pinned)], texts: { m: ['m'] } },
    ],
    [
      'its section needs more authority',
      {
        memories: [memory('m', { ...pinned, section: 'warnings' }, { origin: 'web' })],
        authority: defaultAuthority,
      },
    ],
    [
      'the same text may stand before it',
      { memories: [memory('m', pinned), memory('n')], texts: { m: ['a', 'b'], n: ['c', 'b'] } },
    ],
    [
      'the same text may come before it where another one took the place of the first',
      {
        memories: [memory('m', pinned), memory('n', { max_items: 1 })],
        texts: { m: ['a'], n: ['c', 'a'] },
      },
    ],
    [
      'what stands before it hangs on what is stored',
      { memories: [memory('m', pinned), memory('n', { section: 'state' })], texts: { m: ['m'] } },
    ],
  ])('is not proved where %s', (_why, world) => {
    expect(proof(always, world)).toBeUndefined();
  });

  it.each<[string, World]>([
    [
      'its section takes it',
      {
        memories: [memory('m', { ...pinned, section: 'warnings' }, { origin: 'project' })],
        authority: defaultAuthority,
      },
    ],
    [
      'it is not the first that is added',
      { memories: [memory('n', { section: 'history' }), memory('m', pinned)] },
    ],
    ['it may bring one item', { memories: [memory('m', { ...pinned, max_items: 1 })] }],
    [
      'what is before it may bring none',
      { memories: [memory('m', pinned), memory('n', { max_items: 0 })], texts: { m: ['a'], n: ['a'] } },
    ],
    [
      'the same text stands behind it',
      {
        memories: [memory('m', pinned), memory('n', { section: 'history' })],
        texts: { m: ['a'], n: ['a'] },
      },
    ],
    [
      'the same text has less priority',
      {
        memories: [memory('m', pinned), memory('n', { priority: 'low' })],
        texts: { m: ['a'], n: ['a'] },
      },
    ],
    [
      'another text stands before it',
      {
        memories: [memory('m', pinned), memory('n', { section: 'state' })],
        texts: { m: ['a'], n: ['b'] },
      },
    ],
  ])('is proved where %s', (_why, world) => {
    expect(proof(always, world)).toBe(isPinned);
  });

  it('keeps its place before the same text that is pinned too', () => {
    const memories = [memory('m', pinned), memory('n', { ...pinned, section: 'state' })];
    expect(proof(always, { memories, texts: { m: ['a'], n: ['a'] } })).toContain('"m" is pinned');
  });

  it('is needed of both where both are spoken of', () => {
    const one = { memories: [memory('m', pinned), memory('n')] };
    expect(proof({ kind: 'together', memory: 'm', other: 'n' }, one)).toBeUndefined();
    expect(proof({ kind: 'implies', memory: 'm', other: 'n' }, one)).toBeUndefined();
  });
});

describe('what a budget only takes away from', () => {
  const taken = 'because of rules, and a budget only takes away';
  const open: ContractVerdict = { answer: 'open', reason: '' };

  it('is never there where rules never add it', () => {
    const world = { memories: [memory('m')] };
    expect(proof({ kind: 'never', memory: 'm' }, world)).toBe(taken);
    expect(proof({ kind: 'never', memory: 'm' }, { ...world, byRules: open })).toBeUndefined();
    expect(proof({ kind: 'reachable', rule: 'e/r' }, world)).toBeUndefined();
  });

  const lowered = memory('m', { section: 'warnings' }, { origin: 'web' });
  const kept = memory('n', { section: 'state' }, { origin: 'web' });
  type Counted = Extract<ContractState, { kind: 'limit' }>['of'];
  it.each<[Counted, boolean]>([
    [{ memory: 'm' }, false],
    [{ memory: 'n' }, true],
    [{ section: 'warnings' }, false],
    [{ section: 'state' }, true],
    // What is lowered stands here.
    [{ section: 'knowledge' }, false],
    [{ origin: 'project' }, false],
    [{ origin: 'web', section: 'state' }, true],
  ])('of %j is a limit where what is counted stays where it is: %s', (of, isProved) => {
    const limit: ContractState = { kind: 'limit', of, tokens: 9 };
    const world = { memories: [lowered, kept], authority: defaultAuthority };
    expect(proof(limit, world)).toBe(isProved ? taken : undefined);
    expect(proof(limit, { ...world, byRules: open })).toBeUndefined();
    // Without anything that is lowered, all of it stays.
    expect(proof(limit, { memories: [lowered, kept] })).toBe(taken);
    expect(proof(limit, { memories: [kept], authority: defaultAuthority })).toBe(taken);
  });

  it('is no limit of a memory that brings another text where the first one is there already', () => {
    const limit: ContractState = { kind: 'limit', of: { memory: 'm' }, tokens: 9 };
    const some = (max_items: number) =>
      proof(limit, { memories: [memory('m', { max_items })], texts: { m: ['short', 'a long one'] } });
    expect([some(1), some(2)]).toEqual([undefined, taken]);
  });

  it('is nothing of what has too little authority for the section, whatever rules say', () => {
    const none = (of: Counted, authority?: AuthorityPolicy) =>
      proof({ kind: 'limit', of, tokens: 0 }, { memories: [], authority, byRules: open });
    const shut = 'what comes from there has less authority than the section needs';
    expect(none({ origin: 'web', section: 'warnings' }, defaultAuthority)).toBe(shut);
    expect(none({ origin: 'agent', section: 'warnings' }, defaultAuthority)).toBe(shut);
    expect(none({ origin: 'project', section: 'warnings' }, defaultAuthority)).toBeUndefined();
    expect(none({ origin: 'web', section: 'state' }, defaultAuthority)).toBeUndefined();
    expect(none({ origin: 'web' }, defaultAuthority)).toBeUndefined();
    expect(none({ section: 'warnings' }, defaultAuthority)).toBeUndefined();
    expect(none({ origin: 'web', section: 'warnings' })).toBeUndefined();
  });
});

describe('an order', () => {
  const order: ContractState = { kind: 'order', memory: 'm', other: 'n' };
  const placed = 'the section and the priority of "m" place it first';
  const open: ContractVerdict = { answer: 'refuted', reason: '' };
  const of = (one: Contribution, other: Contribution, byRules = open, authority?: AuthorityPolicy) =>
    proof(order, { memories: [memory('m', one), memory('n', other)], byRules, authority });

  it('is one of sections, then of priorities, then of rules', () => {
    expect(of({ section: 'state' }, { section: 'history' })).toBe(placed);
    expect(of({ section: 'state', priority: 'low' }, { section: 'history', priority: 'high' })).toBe(placed);
    expect(of({ priority: 'high' }, { priority: 'low' })).toBe(placed);
    expect(of({ section: 'history' }, { section: 'state' }, provedByRules)).toBeUndefined();
    expect(of({ priority: 'low' }, { priority: 'high' }, provedByRules)).toBeUndefined();
    expect(of({}, {}, provedByRules)).toBe('because of rules, in one place');
    expect(of({}, {})).toBeUndefined();
  });

  it('is not known where one of them may be lowered, or is not there', () => {
    const memories = [
      memory('m', { section: 'state' }),
      memory('n', { section: 'warnings' }, { origin: 'web' }),
    ];
    expect(proof(order, { memories })).toBe(placed);
    expect(proof(order, { memories, authority: defaultAuthority })).toBeUndefined();
    const turned: ContractState = { kind: 'order', memory: 'n', other: 'm' };
    expect(proof(turned, { memories: [memory('n'), memory('m')], authority: defaultAuthority })).toContain(
      'place',
    );
    expect(proof(order, { memories: memories.slice(0, 1) })).toBeUndefined();
    expect(proof(order, { memories: memories.slice(1) })).toBeUndefined();
    expect(of({ section: 'warnings' }, { section: 'history' }, open, defaultAuthority)).toBe(placed);
  });
});

describe('two engines', () => {
  const compared: ContractState = { kind: 'equivalent', engines: ['e', 'f'] };
  const engines = [engine('e', 'm', 'n'), engine('f', 'm'), engine('g', 'o')];
  const same = 'because of rules, and each has a place of its own, so that a budget cuts the same';

  it('lead to the same where no two memories of theirs share a place', () => {
    const own = [memory('m'), memory('n', { priority: 'high' }), memory('o')];
    expect(proof(compared, { memories: own, engines })).toBe(same);
    expect(proof(compared, { memories: [memory('m'), memory('n', { section: 'state' })], engines })).toBe(
      same,
    );
    expect(proof(compared, { memories: [memory('m'), memory('n')], engines })).toBeUndefined();
    const lowered = [memory('m', { section: 'warnings' }, { origin: 'web' })];
    expect(proof(compared, { memories: lowered, engines, authority: defaultAuthority })).toBeUndefined();
    expect(proof(compared, { memories: lowered, engines })).toBe(same);
  });
});

it('nothing but what rules prove is known where nobody knows which memories there are', () => {
  const ground: FinalGround = {
    engines: [engine('e', 'm'), engine('f', 'm')],
    rules: [],
    memories: undefined,
    tokensOf: () => undefined,
    textsOf: () => undefined,
    mostTokensOf: () => undefined,
    authority: undefined,
  };
  const states: ContractState[] = [
    always,
    { kind: 'implies', memory: 'm', other: 'n' },
    { kind: 'order', memory: 'm', other: 'n' },
  ];
  expect(states.map(state => proofOf(state, provedByRules, ground))).toEqual(states.map(() => undefined));
});
