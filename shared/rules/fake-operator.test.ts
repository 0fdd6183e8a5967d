// Alone: it puts an operator into the table.
import { describe, expect, it } from 'vitest';
import type { Condition, ContextRule } from '../model/rule.ts';
import { numericValue } from './numeric-value.ts';
import type { OperatorKind } from './operators/operator-kind.ts';
import { type Operator, operatorNames, operators } from './operators.ts';

const pairOf = (value: unknown): readonly [number, number] | undefined => {
  const [low, high] = Array.isArray(value) && value.length === 2 ? value.map(numericValue) : [];
  return low !== undefined && high !== undefined && low <= high ? [low, high] : undefined;
};

/** An operator that Weft does not have. */
const within: OperatorKind = {
  label: 'is within',
  symbol: '≤ ≤',
  takes: 'list',
  suits: ['number', 'string', 'unknown'],
  cost: 2,
  test(actual, value) {
    const pair = pairOf(value);
    if (!pair) return 'error';
    if (actual === undefined || actual === null) return 'missing';
    const number = numericValue(actual);
    if (number === undefined) return 'error';
    return number >= pair[0] && number <= pair[1] ? 'matched' : 'failed';
  },
  reason: (actual, value, { show }) => `is ${show(actual)}, not between the ends of ${show(value)}`,
  sentence(value) {
    const [low, high] = pairOf(value) ?? [];
    return ['is within ', { value: low }, ' and ', { value: high }];
  },
  constant: value =>
    pairOf(value)
      ? undefined
      : {
          holds: 'never',
          because: '"within" needs two numbers, the lower one first',
          code: 'wrong_operand',
        },
  domain(value) {
    const [from, upTo] = pairOf(value) ?? [];
    return from === undefined || upTo === undefined ? { kind: 'never' } : { kind: 'range', from, upTo };
  },
  boundaries(value) {
    const [low, high] = pairOf(value) ?? [0, 0];
    return [low, high, low - 1, high + 1];
  },
};

// Before anything that is made of the table is loaded.
const fake = 'within' as Operator;
const { domain: _domain, ...rest } = within;
const silent: OperatorKind = rest;
const table: Record<string, OperatorKind> = operators;
table[fake] = within;
operatorNames.push(fake);

const { checkEngine } = await import('./validate-rule.ts');
const { engineSchema } = await import('../model/rule.ts');
const { evaluationSchema } = await import('../model/evaluation.ts');
const { evaluateRules } = await import('./evaluation/evaluate-rules.ts');
const { compileRules } = await import('./compiled/compile-rules.ts');
const { analyzeRules } = await import('./analysis/analyze-rules.ts');
const { fixRule } = await import('./analysis/fix-rule.ts');
const { createRegexCache } = await import('./evaluation/regex-cache.ts');
const { sentenceText } = await import('./rule-sentence.ts');
const { possibleVariables } = await import('./evaluation/possible-variables.ts');
const { describeContract } = await import('../contract/contract-schemas.ts');
const { checkPipeline } = await import('../pipeline/check-pipeline.ts');

const condition = (value: unknown, field = 'addVar.age'): Condition => ({ field, operator: fake, value });
const rule = (id: string, ...when: Condition[]): ContextRule => ({
  id,
  name: id,
  when,
  then: { add_memories: ['m'] },
});
const engine = (...rules: ContextRule[]) => ({ id: 'e', name: 'E', description: '', enabled: true, rules });
const request = (age: unknown) => ({ scope_variables: {}, additional_variables: { age }, input: 'x' });
const ages = [undefined, 1, 2, 3.5, '4', 5, 5.1, 'x', [3]];
const matching = [2, 3.5, '4', 5];

describe.each<[string, OperatorKind]>([
  ['that says which values it holds for', within],
  ['that says nothing of its values', silent],
])('an operator that is new, %s', (_what, kind) => {
  const using = <Result>(use: () => Result): Result => {
    table[fake] = kind;
    return use();
  };

  it('is parsed, and checked by what it takes and by its own word', () => {
    using(() => {
      const problems = [[2, 5], 5, [5, 2], ['a', 'b']].map(value =>
        checkEngine(engine(rule('r', condition(value)))),
      );
      expect(engineSchema.safeParse(engine(rule('r', condition([2, 5])))).success).toBe(true);
      expect(problems.map(list => list.map(({ code, message }) => `${code}: ${message}`))).toEqual([
        [],
        ['wrong_operand: "is within" needs a list of values'],
        ['wrong_operand: "within" needs two numbers, the lower one first'],
        ['wrong_operand: "within" needs two numbers, the lower one first'],
      ]);
    });
  });

  it('is evaluated, plain and compiled, and explained', () => {
    using(() => {
      const rules = [rule('r', condition([2, 5]))];
      const compiled = compileRules(rules);
      const fired = (age: unknown) => compiled.firing(new Map([['addVar.age', age]])).length === 1;
      const evaluated = ages.map(age => evaluateRules(request(age), [engine(...rules)], { explain: true }));
      expect(ages.filter(fired)).toEqual(matching);
      expect(ages.filter((_, at) => evaluated[at]?.matchedMemories.length === 1)).toEqual(matching);
      expect(evaluated.map(one => evaluationSchema.parse(one))).toEqual(evaluated);
      expect(evaluated[1]?.engineResults[0]?.rules?.[0]?.conditions).toEqual([
        {
          field: 'addVar.age',
          operator: 'within',
          value: [2, 5],
          actual: 1,
          outcome: 'failed',
          reason: 'age is 1, not between the ends of [2,5]',
        },
      ]);
    });
  });

  it('is never believed further than it says', () => {
    using(() => {
      const below: Condition = { field: 'addVar.age', operator: 'lt', value: 2 };
      const [finding] = analyzeRules({ engines: [engine(rule('r', condition([2, 5]), below))], samples: [] });
      expect([finding?.code, finding?.possible]).toEqual(['never-fires', kind.domain === undefined]);
      const wide = rule('wide', condition([1, 9]));
      const narrow = rule('narrow', condition([2, 5]));
      const pairs = analyzeRules({ engines: [engine(wide, narrow)], samples: [] });
      expect(pairs.map(({ code, possible }) => [code, possible])).toEqual(
        kind.domain === undefined ? expect.not.arrayContaining([['subsumed', false]]) : [['subsumed', false]],
      );
    });
  });

  it('is fixed by a value that was tried', () => {
    using(() => {
      const fix = fixRule(rule('r', condition([2, 5])), request('x'), createRegexCache());
      expect([fix.kind, fix.changes.map(({ field }) => field)]).toEqual(['found', ['addVar.age']]);
    });
  });

  it('is said in a sentence, and its constants are known as values of the variable', () => {
    using(() => {
      const one = rule('r', condition([2, 5]));
      expect(sentenceText(one)).toBe('When age is within 2 and 5, add m.');
      const known = possibleVariables([engine(one)], [], []).find(({ name }) => name === 'addVar.age');
      expect(known?.type).toBe(kind.domain === undefined ? 'unknown' : 'number');
    });
  });
});

it('stands in the JSON Schema of the contract, and filters of pipelines take it', () => {
  expect(JSON.stringify(describeContract())).toContain('"regex","within"');
  const step = { type: 'filter' as const, params: { field: 'age', operator: fake, value: [2, 5] } };
  expect(JSON.stringify(checkPipeline([step]))).not.toContain('operator');
});
