import { expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { assembled, call, dropped } from '../../test/support/assembled.ts';
import { summaryOf } from './summary.ts';

const engine = (id: string, count: number): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules: Array.from({ length: count }, (_, index) => ({
    id: `${id}-${index}`,
    name: '',
    when: [],
    then: { add_memories: [] },
  })),
});

const result = assembled({
  trace: {
    memory_calls: [call('docs'), call('notes')],
    rules_applied: [
      { engine_id: 'a', rule_id: 'a-0', rule_name: '', memories: ['docs'] },
      { engine_id: 'b', rule_id: 'b-1', rule_name: '', memories: ['notes'] },
    ],
    dropped: [dropped('notes#1', 'budget'), dropped('notes#2', 'duplicate')],
  },
  meta: { token_estimate: 2940 },
});
const engines = { a: engine('a', 5), b: engine('b', 2) };

it.each([
  [undefined, { fired: 2, rules: 7, memories: 2, tokens: 2940, limit: 8000, cut: 1 }],
  ['b', { fired: 1, rules: 2, memories: 2, tokens: 2940, limit: 8000, cut: 1 }],
])('sums up the assembly, with the rules of engine %s', (engineId, expected) => {
  expect(summaryOf(result, engines, 8000, engineId)).toEqual(expected);
});
