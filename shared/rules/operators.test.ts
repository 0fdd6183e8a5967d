import { describe, expect, it } from 'vitest';
import { constantsFor } from '../../test/support/operator-constants.ts';
import type { Condition } from '../model/rule.ts';
import { analyzeRules } from './analysis/analyze-rules.ts';
import { demand, denial } from './analysis/literal.ts';
import { solveField } from './analysis/solve-field.ts';
import { compileRules } from './compiled/compile-rules.ts';
import { compileTest } from './compiled/compiled-test.ts';
import { createRegexCache } from './evaluation/regex-cache.ts';
import { conditionOutcome, testCondition } from './evaluation/test-condition.ts';
import { type Operator, operatorNamed, operatorNames, operators } from './operators.ts';
import { sentenceText } from './rule-sentence.ts';
import { checkCondition } from './validate-rule.ts';

const regexes = createRegexCache();
const field = 'addVar.a';
const given = (actual: unknown) => new Map([[field, actual]]);

/** Every operator with every constant, and every value that some operator says is at its boundary. */
const conditions = operatorNames.flatMap(operator =>
  constantsFor(operator).map((value): Condition => ({ field, operator, value })),
);
const boundaries = [
  undefined,
  null,
  ...new Map(
    conditions
      .flatMap(({ operator, value }) => operators[operator].boundaries(value))
      .map(value => [JSON.stringify(value), value]),
  ).values(),
];
const holdsFor = (condition: Condition, actual: unknown) =>
  conditionOutcome(condition, given(actual), regexes) === 'matched';
const matching = (operator: Operator, value: unknown) =>
  boundaries.map(actual => holdsFor({ field, operator, value }, actual));

it('an operator has one name: its sign is the name itself, or no word', () => {
  const twice = operatorNames.filter(operator => {
    const { label, symbol } = operators[operator];
    return symbol !== label && /\p{L}/u.test(symbol);
  });
  expect(twice).toEqual([]);
  expect(new Set(operatorNames.map(operator => operators[operator].label)).size).toBe(operatorNames.length);
});

it('sentences say the name that rows and chips bear', () => {
  const named = operatorNames.flatMap(operator =>
    constantsFor(operator)
      .slice(0, 1)
      .map(value => {
        const rule = { id: 'r', name: 'R', when: [{ field, operator, value }], then: { add_memories: [] } };
        return [operators[operator].label, sentenceText(rule)] as const;
      }),
  );
  // A sentence joins two things that read badly side by side: "is missing" for "does not exist", "is given" for "exists".
  expect(named.filter(([label, sentence]) => !sentence.includes(label)).map(([label]) => label)).toEqual([]);
});

it('what is wrong with a condition, and why it does not match, say that name and not the code', () => {
  const codes = operatorNames.filter(operator => operators[operator].label !== operator);
  const coded = new RegExp(`"(?:${codes.join('|')})"`);
  const wrong = [undefined, null, 5, 'x', '(', true, {}, [], [5]];
  const said = operatorNames.flatMap(operator =>
    [...wrong, ...constantsFor(operator)].flatMap(value => {
      const condition: Condition = { field, operator, value };
      const samples = [
        { id: 's', name: 's', request: { scope_variables: {}, additional_variables: { a: 5 } } },
      ];
      const rule = { id: 'r', name: 'R', when: [condition], then: { add_memories: [] } };
      const engines = [{ id: 'e', name: 'E', description: '', enabled: true, rules: [rule] }];
      return [
        ...checkCondition(condition, 'when.0').map(({ message }) => message),
        ...boundaries.map(actual => testCondition(condition, given(actual), regexes).reason ?? ''),
        ...analyzeRules({ engines, samples }).map(({ message }) => message),
      ];
    }),
  );
  expect(said.length).toBeGreaterThan(1000);
  expect([...new Set(said.filter(text => coded.test(text)))]).toEqual([]);
  expect('"not_in" needs a list of values').toMatch(coded);
});

describe.each(operatorNames)('%s', operator => {
  const own = conditions.filter(condition => condition.operator === operator);

  it('holds for one of its boundaries and not for another, with every constant it takes', () => {
    const one = own.map(({ value }) => {
      const near = [undefined, ...operators[operator].boundaries(value)];
      return new Set(near.map(actual => holdsFor({ field, operator, value }, actual))).size;
    });
    expect(one).toEqual(own.map(() => 2));
  });

  it('is told from every operator that takes the same by some boundary', () => {
    const { takes } = operators[operator];
    const alike = operatorNames.filter(
      other =>
        other !== operator &&
        operators[other].takes === takes &&
        own.every(
          ({ value }) => JSON.stringify(matching(other, value)) === JSON.stringify(matching(operator, value)),
        ),
    );
    expect(alike).toEqual([]);
  });

  it('answers the same in both evaluators at every boundary', () => {
    for (const condition of own) {
      const rule = { id: 'r', name: 'r', when: [condition], then: { add_memories: [] } };
      const compiled = compileRules([rule], regexes);
      const test = compileTest(condition, regexes);
      for (const actual of boundaries)
        expect([
          condition.value,
          actual,
          test(actual ?? undefined),
          compiled.firing(given(actual)).length === 1,
        ]).toEqual([condition.value, actual, holdsFor(condition, actual), holdsFor(condition, actual)]);
    }
  });

  it('means to the solver what it does: no boundary is denied that it holds for', () => {
    for (const condition of own)
      for (const literal of [demand(condition), denial(condition)]) {
        const some = boundaries.some(actual => holdsFor(condition, actual) === literal.holds);
        const { kind } = solveField(field, [literal], regexes);
        expect([condition.value, literal.holds, some && kind === 'none']).toEqual([
          condition.value,
          literal.holds,
          false,
        ]);
      }
  });

  it('has no problem with the constants it takes, and says of others what it needs', () => {
    expect(own.map(condition => checkCondition(condition, ''))).toEqual(own.map(() => []));
    const { takes } = operators[operator];
    const wrong =
      takes === 'none' || takes === 'any' ? [] : checkCondition({ field, operator, value: { x: 1 } }, '');
    expect(wrong.map(({ code }) => code)).toEqual(
      takes === 'none' || takes === 'any' ? [] : ['wrong_operand'],
    );
  });

  it('gives a reason where it does not hold, and a sentence', () => {
    for (const condition of own) {
      for (const actual of boundaries) {
        const { outcome, reason = '' } = testCondition(condition, given(actual), regexes);
        expect(reason === '').toBe(outcome === 'matched' && actual !== undefined && actual !== null);
      }
      const sentence = sentenceText({ when: [condition], then: { add_memories: ['m'] } });
      expect(sentence).toMatch(/^When a .+, add m\.$/);
    }
  });

  it('decides by its constant only what no variable changes', () => {
    for (const value of [...constantsFor(operator), null, []]) {
      const verdict = operators[operator].constant?.(value);
      const held = boundaries.map(actual => holdsFor({ field, operator, value }, actual));
      if (verdict) expect(held).toEqual(boundaries.map(() => verdict.holds === 'always'));
    }
  });

  it('is found by its name and by its alias', () => {
    const { alias } = operators[operator];
    expect([operator, alias ?? operator].map(operatorNamed)).toEqual([operator, operator]);
    expect([undefined, null, '', 'toString', operator.toUpperCase()].map(operatorNamed)).toEqual(
      Array.from({ length: 5 }),
    );
  });
});

it('what is missing is none of the values that a condition holds for, or shuts out', () => {
  const domains = operatorNames.flatMap(operator => {
    const domain = operators[operator].domain?.([null, 'a']);
    return domain?.kind === 'one_of' || domain?.kind === 'none_of' ? [domain] : [];
  });
  const lists = domains.filter(({ values }) => !Array.isArray(values[0]));
  expect(lists.map(({ kind, values }) => [kind, values])).toEqual([
    ['one_of', ['a']],
    ['none_of', ['a']],
  ]);
  const nothing = operatorNames.flatMap(operator => {
    const domain = operators[operator].takes === 'any' ? operators[operator].domain?.(null) : undefined;
    return domain?.kind === 'one_of' || domain?.kind === 'none_of' ? [domain.values] : [];
  });
  expect(nothing).toEqual([[]]);
});

it('no name, alias or label stands for two operators', () => {
  const named = operatorNames.flatMap(name => [name, operators[name].alias ?? []].flat());
  const labels = operatorNames.map(name => operators[name].label);
  expect([new Set(named).size, new Set(labels).size]).toEqual([named.length, labels.length]);
});
