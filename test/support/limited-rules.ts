import type { Condition, ContextRule } from '../../shared/model/rule.ts';
import { memoryOf } from './engine-definitions.ts';

/** What rules with many limits to hold add: 200 memories of one section. */
export const limitedMemories = Array.from({ length: 200 }, (_, at) => memoryOf(`m${at}`));

const eq = (field: string, value: unknown): Condition => ({
  field: `addVar.${field}`,
  operator: 'eq',
  value,
});

function thousand(of: (at: number) => readonly [when: Condition[], ...added: number[]]): ContextRule[] {
  return Array.from({ length: 1000 }, (_, at) => {
    const [when, ...added] = of(at);
    const add_memories = added.map(one => `m${one % 200}`);
    return { id: `r${at}`, name: `r${at}`, when, then: { add_memories } };
  });
}

/** 1,000 rules in the two shapes in which most of them cannot fire together. */
export const limitedRules = {
  /** Each for one task: five memories are the most that come together. */
  oftenApart: thousand(at => [
    [eq('phase', `p${at % 8}`), eq('task', `t${at % 40}`), eq(`x${at % 25}`, at)],
    at,
  ]),
  /** By ten fields of many values, each with a bound that hinders nothing. */
  oneOfMany: thousand(at => [
    [eq(`a${at % 10}`, `v${at % 37}`), { field: `addVar.b${at % 7}`, operator: 'gt', value: at }],
    at,
    at * 7,
  ]),
} as const;
