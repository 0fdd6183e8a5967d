import { describe, expect, it } from 'vitest';
import type { RuleEvaluation } from '../../../shared/model/evaluation.ts';
import { memoryOf, requestOf } from '../../../test/support/engine-definitions.ts';
import { definitionsById } from './definitions-by-id.ts';
import { resolveMemories } from './resolve-memories.ts';

/** What rules of some engines ask for: `[engine, rule, ...memories]`. */
const evaluated = (...rules: readonly (readonly [string, string, ...string[]])[]): RuleEvaluation => ({
  matchedMemories: [],
  engineResults: rules.map(([engine_id, rule_id, ...memories]) => ({
    engine_id,
    engine_name: engine_id,
    matched_rules: [{ rule_id, rule_name: rule_id, memories }],
  })),
  variablesUsed: [],
  warnings: [],
});

const rule = (engine_id: string, rule_id: string) => ({ kind: 'rule', engine_id, rule_id });

describe('resolveMemories', () => {
  it('takes explicit ones first, then those of rules, each once with all who asked', () => {
    const memories = ['a', 'b', 'c'].map(id => memoryOf(id));
    const { memories: resolved, warnings } = resolveMemories(
      requestOf({ explicit_memory: ['b', 'b'] }),
      evaluated(['e', 'r', 'c', 'b', 'c'], ['f', 's', 'a', 'c']),
      memories,
    );
    expect(resolved).toEqual([
      { id: 'b', memory: memories[1], requested_by: [{ kind: 'explicit' }, rule('e', 'r')] },
      { id: 'c', memory: memories[2], requested_by: [rule('e', 'r'), rule('f', 's')] },
      { id: 'a', memory: memories[0], requested_by: [rule('f', 's')] },
    ]);
    expect(warnings).toEqual([]);
  });

  it('warns of what nobody defined, by who asks for it, and of what is deprecated', () => {
    const { memories, warnings } = resolveMemories(
      requestOf({ explicit_memory: ['gone', 'old', 'torn'] }),
      evaluated(['e', 'r', 'lost'], ['f', 's', 'lost', 'old']),
      [memoryOf('old', { status: 'deprecated' })],
      { engines: [], memories: [{ file: 'memories/torn.json', reason: 'it is no JSON' }] },
    );
    expect(memories.map(({ id }) => id)).toEqual(['old']);
    expect(warnings).toEqual([
      { code: 'unknown_memory', message: 'the request asks for "gone"; there is no memory "gone"' },
      { code: 'deprecated_memory', message: 'memory "old" is deprecated and was used all the same' },
      {
        code: 'unknown_memory',
        message:
          'the request asks for "torn"; the memory "torn" cannot be read: memories/torn.json: it is no JSON',
      },
      {
        code: 'unknown_memory',
        message: 'rule "r" of e and "s" of f asks for "lost"; there is no memory "lost"',
      },
    ]);
  });

  it('without definitions everything stays an id, and nothing is warned of', () => {
    expect(resolveMemories(requestOf({ explicit_memory: ['a'] }), evaluated(), undefined)).toEqual({
      memories: [{ id: 'a', memory: undefined, requested_by: [{ kind: 'explicit' }] }],
      warnings: [],
    });
  });
});

it('definitions are found by id, of equal ids the last, by an index that is made once', () => {
  const list = [
    { id: 'a', at: 0 },
    { id: 'b', at: 1 },
    { id: 'a', at: 2 },
  ];
  const index = definitionsById(list);
  expect([...index]).toEqual([
    ['a', list[2]],
    ['b', list[1]],
  ]);
  expect(definitionsById(list)).toBe(index);
  expect(definitionsById([...list])).not.toBe(index);
});
