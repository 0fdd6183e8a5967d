import fc from 'fast-check';
import { isJsonEqual } from '../../shared/model/json.ts';
import type { ContextRequest } from '../../shared/model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { requestWith } from '../../shared/rules/analysis/witness-request.ts';
import { operatorNames, operators } from '../../shared/rules/operators.ts';

const fields = ['addVar.p', 'addVar.q'];
export const smallMemories = ['m', 'n', 'o'];
const constants: readonly unknown[] = ['a', 'ab', 'b', 1, 2.5, true, null];

/** Conditions on two variables, with operators that say what they hold for. */
export const smallCondition: fc.Arbitrary<Condition> = fc
  .record({
    field: fc.constantFrom(...fields),
    operator: fc.constantFrom(...operatorNames.filter(name => operators[name].takes !== 'pattern')),
    value: fc.constantFrom(...constants),
  })
  .map(({ field, operator, value }) => {
    const { takes } = operators[operator];
    if (takes === 'none') return { field, operator };
    if (takes === 'list') return { field, operator, value: [value, 'c'] };
    return { field, operator, value: takes === 'number' ? 2 : value };
  });

const rule = (id: string): fc.Arbitrary<ContextRule> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    priority: fc.integer({ min: 0, max: 2 }),
    enabled: fc.boolean().map(isOn => isOn || id !== 'r2'),
    when: fc.array(smallCondition, { maxLength: 3 }),
    then: fc.record({ add_memories: fc.uniqueArray(fc.constantFrom(...smallMemories), { maxLength: 2 }) }),
  });

/** An engine of three rules, of which the last may be muted, over two variables and three memories. */
export const smallEngine = (id: string): fc.Arbitrary<ContextRuleEngine> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    description: fc.constant(''),
    enabled: fc.constant(true),
    rules: fc.tuple(rule('r0'), rule('r1'), rule('r2')).map(rules => [...rules]),
  });

/** Requests with every pair of values that tell conditions apart, missing ones among them. */
export function smallRequests(conditions: readonly Condition[]): ContextRequest[] {
  const told = conditions.flatMap(one => [...operators[one.operator].boundaries(one.value ?? null)]);
  const all = [undefined, 'zz', 3, 2, ['ab'], {}, ...constants, ...told];
  const values = all.filter((value, at) => all.findIndex(other => isJsonEqual(other, value)) === at);
  return values.flatMap(p =>
    values.map(q =>
      requestWith(
        new Map([
          ['addVar.p', p],
          ['addVar.q', q],
        ]),
      ),
    ),
  );
}
