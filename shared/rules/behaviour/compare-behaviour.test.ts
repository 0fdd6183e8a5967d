import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineAdding, memoryOf } from '../../../test/support/engine-definitions.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { isJsonEqual } from '../../model/json.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import type { ContextRequest } from '../../model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import type { Sample } from '../../model/sample.ts';
import { atOnce } from '../../stretches.ts';
import { requestWith } from '../analysis/witness-request.ts';
import { evaluateRules } from '../evaluation/evaluate-rules.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { operatorNames, operators } from '../operators.ts';
import { asOneEngine, compareBehaviour, ofAnyEngine } from './compare-behaviour.ts';

const regexes = createRegexCache();
const phases = ['a', 'b', 'c', 'd'];
const pairs = phases.flatMap(one => phases.map(other => `${one}${other}`));
const fields = ['addVar.phase', 'addVar.files'];

const decided = operatorNames.filter(name => operators[name].takes !== 'pattern');
const condition: fc.Arbitrary<Condition> = fc.constantFrom(...decided).chain(operator => {
  const { takes } = operators[operator];
  if (takes === 'none')
    return fc.record({ field: fc.constantFrom(...fields), operator: fc.constant(operator) });
  if (takes === 'number')
    return fc.record({
      field: fc.constant('addVar.files'),
      operator: fc.constant(operator),
      value: fc.integer({ min: 1, max: 4 }),
    });
  const phase = fc.constantFrom(...phases);
  return fc.record({
    field: fc.constant('addVar.phase'),
    operator: fc.constant(operator),
    value: takes === 'list' ? fc.uniqueArray(phase, { minLength: 2 }) : phase,
  });
});
const rule = (at: number): fc.Arbitrary<ContextRule> =>
  fc.record({
    id: fc.constant(`r${at}`),
    name: fc.constant(`Rule ${at}`),
    priority: fc.integer({ min: 0, max: 2 }),
    when: fc.array(condition, { maxLength: 3 }),
    then: fc.record({
      add_memories: fc.uniqueArray(fc.constantFrom('m', 'n', 'o', 'p'), { minLength: 1, maxLength: 3 }),
    }),
  });
const rules: fc.Arbitrary<ContextRule[]> = fc
  .integer({ min: 2, max: 6 })
  .chain(count => fc.tuple(...Array.from({ length: count }, (_, at) => rule(at))))
  .map(each => [...each].sort((left, right) => (right.priority ?? 0) - (left.priority ?? 0)));

const engineOf = (all: ContextRule[]): ContextRuleEngine => ({ ...engineAdding('e'), rules: all });
const compare = (before: ContextRule[], after: ContextRule[], samples: Sample[] = [], fired = false) =>
  atOnce(
    compareBehaviour(
      { engines: [engineOf(before)], memories: [] },
      { engines: [engineOf(after)], memories: [] },
      samples,
      { regexes, fired },
    ),
  );
const memoriesOf = (all: ContextRule[], request: ContextRequest) =>
  evaluateRules(request, [engineOf(all)], { regexes }).matchedMemories;

/** Told by evaluating every request that the conditions tell apart, and by nothing else. */
function isDifferent(before: ContextRule[], after: ContextRule[]): boolean {
  const valuesOf = (field: string) => {
    const asked = [...before, ...after].flatMap(({ when }) => when.filter(one => one.field === field));
    const told = asked.flatMap(one => [...operators[one.operator].boundaries(one.value ?? null)]);
    const values: unknown[] = [undefined, 'zz', 9, ...phases, ...pairs, ...told];
    return values.filter((value, at) => values.findIndex(other => isJsonEqual(other, value)) === at);
  };
  const files = valuesOf('addVar.files');
  return valuesOf('addVar.phase').some(phase =>
    files.some(count => {
      const values = { 'addVar.phase': phase, 'addVar.files': count };
      const request = requestWith(new Map(Object.entries(values)));
      return !isJsonEqual(memoriesOf(before, request), memoriesOf(after, request));
    }),
  );
}

/** Ways to edit a rule; what they come to is found out afterwards. */
const edits: Readonly<Record<string, (rule: ContextRule, at: number) => ContextRule[]>> = {
  'drop a condition': (one, at) => [{ ...one, when: one.when.filter((_, place) => place !== at % 3) }],
  'shift a bound': one => [
    {
      ...one,
      when: one.when.map(each =>
        typeof each.value === 'number' ? { ...each, value: each.value + 1 } : each,
      ),
    },
  ],
  'swap an operator': (one, at) => [{ ...one, when: one.when.map(each => swapped(each, at)) }],
  'take a value away': one => [
    {
      ...one,
      when: one.when.map(each =>
        Array.isArray(each.value) ? { ...each, value: each.value.slice(1) } : each,
      ),
    },
  ],
  'take a memory away': one => [{ ...one, then: { add_memories: one.then.add_memories.slice(1) } }],
  'turn memories around': one => [{ ...one, then: { add_memories: one.then.add_memories.toReversed() } }],
  'raise the priority': one => [{ ...one, priority: 9 }],
  'mute it': one => [{ ...one, enabled: false }],
  'take it away': () => [],
};
/** The same with another operator that takes such a constant. */
function swapped(one: Condition, at: number): Condition {
  const { takes } = operators[one.operator];
  const others = decided.filter(name => name !== one.operator && operators[name].takes === takes);
  const operator = others[at % others.length];
  return operator === undefined ? one : { ...one, operator };
}

type Rewriting = readonly [before: ContextRule[], after: ContextRule[]];
const inPhase = (id: string, operator: 'eq' | 'in', value: unknown, ...memories: string[]): ContextRule => ({
  ...ruleAdding(id, ...memories),
  when: [{ field: 'addVar.phase', operator, value }],
});
const ruleAdding = (id: string, ...memories: string[]): ContextRule => ({
  id,
  name: id,
  when: [],
  then: { add_memories: memories },
});

/** Ways to write the same in other words. */
const rewrites: Readonly<Record<string, (all: ContextRule[], at: number) => Rewriting>> = {
  'split an in': (all, at) => {
    const one = inPhase('one', 'in', phases.slice(at % 3), 'n', 'm');
    return [
      [...all, one],
      [...all, ...splitByValue(one)],
    ];
  },
  'split every in': all => [all, all.flatMap(splitByValue)],
  'merge rules of one outcome': all => {
    const each = phases.map(phase => inPhase(phase, 'eq', phase, 'o', 'm'));
    return [
      [...each, ...all],
      [inPhase('all', 'in', phases, 'o', 'm'), ...all],
    ];
  },
  'merge what one condition adds': (all, at) => {
    const [one, other] = ['m', 'n'].map(memory => inPhase(memory, 'eq', phases[at % 4], memory));
    const merged = inPhase('mn', 'eq', phases[at % 4], 'm', 'n');
    return [
      [...all, ...(one && other ? [one, other] : [])],
      [...all, merged],
    ];
  },
  'turn rules around that never fire together': all => {
    const [one, other] = [inPhase('a', 'eq', 'a', 'm', 'n'), inPhase('b', 'eq', 'b', 'n', 'm')];
    return [
      [one, other, ...all],
      [other, one, ...all],
    ];
  },
  'reorder conditions and values': all => [
    all,
    all.map(one => ({
      ...one,
      when: one.when
        .toReversed()
        .map(each => (Array.isArray(each.value) ? { ...each, value: each.value.toReversed() } : each)),
    })),
  ],
  'space out priorities': all => [all, all.map(one => ({ ...one, priority: (one.priority ?? 0) * 10 - 7 }))],
  'repeat a rule behind it': (all, at) => [
    all,
    replaced(all, at, one => [one, { ...one, id: `${one.id}-again` }]),
  ],
  'put the narrower before it': (all, at) => [
    all,
    replaced(all, at, one => [
      {
        ...one,
        id: `${one.id}-few`,
        when: [...one.when, { field: 'addVar.files', operator: 'lt', value: 3 }],
      },
      one,
    ]),
  ],
  'add what never fires': all => [[...all, inPhase('never', 'in', [], 'never')], all],
};
const replaced = (all: ContextRule[], at: number, change: (one: ContextRule) => ContextRule[]) =>
  all.flatMap((one, place) => (place === at ? change(one) : [one]));

/** One rule for each value of its first list; without one it stays. */
function splitByValue(one: ContextRule): ContextRule[] {
  const at = one.when.findIndex(({ operator }) => operator === 'in');
  const values = one.when[at]?.value;
  if (!Array.isArray(values)) return [one];
  return values.map((value, place) => ({
    ...one,
    id: `${one.id}-${place}`,
    when: one.when.map((each, index) => (index === at ? { ...each, value: [value] } : each)),
  }));
}

describe('what an edit changes', () => {
  it('is found with a request that reproduces it, or proved to be nothing, as trying all requests has it', () => {
    const seen = { different: 0, equivalent: 0 };
    const property = fc.property(
      rules,
      fc.nat(),
      fc.constantFrom(...Object.values(edits)),
      (before, at, change) => {
        const after = replaced(before, at % before.length, one => change(one, at));
        const { answer, witness } = compare(before, after);
        // A difference that no value tried shows may be found as well: the request is held against the rules.
        if (isDifferent(before, after)) expect(answer).toBe('different');
        expect([answer, witness !== undefined]).toEqual(
          answer === 'different' ? ['different', true] : ['equivalent', false],
        );
        seen[witness ? 'different' : 'equivalent'] += 1;
        if (witness)
          expect(memoriesOf(after, witness.request)).not.toEqual(memoriesOf(before, witness.request));
      },
    );
    fc.assert(property, { numRuns: propertyRuns(2500, 1 / 50) });
    expect(seen.different).toBeGreaterThanOrEqual(propertyRuns(1000, 1 / 100));
    expect(seen.equivalent).toBeGreaterThan(5);
  });

  it('is proved to be nothing where the same is written in other words; control: not where a part is left out', () => {
    const seen = { found: 0 };
    const property = fc.property(
      rules,
      fc.nat(),
      fc.constantFrom(...Object.values(rewrites)),
      (all, chosen, rewrite) => {
        const [before, after] = rewrite(all, chosen % all.length);
        expect(compare(before, after)).toMatchObject({ answer: 'equivalent', flips: [] });
        const broken = after.slice(1);
        const { answer } = compare(before, broken);
        if (isDifferent(before, broken)) expect(answer).toBe('different');
        if (answer === 'different') seen.found += 1;
      },
    );
    fc.assert(property, { numRuns: propertyRuns(1000, 1 / 20) });
    expect(seen.found).toBeGreaterThan(5);
  });

  it('is told by the samples that change, and by a new request where none does', () => {
    const sample = (id: string, phase: unknown): Sample => ({
      id,
      name: `Task ${id}`,
      request: { scope_variables: {}, additional_variables: { phase } },
    });
    const before = [inPhase('r', 'in', ['a', 'b'], 'm'), ruleAdding('always', 'n')];
    const after = [ruleAdding('always', 'n'), inPhase('r', 'in', ['a', 'c'], 'm')];
    const broken: Sample = { id: 'half', name: 'Half', request: { scope_variables: 3 } };
    expect(compare(before, after, [sample('2', 'b'), sample('1', 'a'), sample('3', 'd'), broken])).toEqual({
      answer: 'different',
      reason: '2 of 3 samples change',
      samples: 3,
      flipped: 2,
      skipped: 1,
      flips: [
        { sample_id: '1', name: 'Task 1', gained: [], lost: [], reordered: true },
        { sample_id: '2', name: 'Task 2', gained: [], lost: ['m'], reordered: false },
      ],
      structure: expect.objectContaining({ engines: [expect.objectContaining({ fields: ['order'] })] }),
    });
    expect(compare(before, after, [sample('3', 'd')])).toMatchObject({
      answer: 'different',
      reason: 'no sample changes, but a request does',
      flipped: 0,
      witness: { request: { additional_variables: { phase: 'b' } }, lost: ['m'] },
    });
  });

  it('is, where it is asked, also which rules fire', () => {
    const before = [inPhase('a', 'eq', 'a', 'm'), ruleAdding('always', 'm')];
    const after = [ruleAdding('always', 'm')];
    expect(compare(before, after)).toMatchObject({ answer: 'equivalent' });
    expect(compare(before, after, [], true)).toMatchObject({
      answer: 'different',
      witness: { gained: [], lost: [], now_fires: [], no_longer_fires: ['e/a'] },
    });
    expect(compare(before, before, [], true)).toMatchObject({ answer: 'equivalent' });
  });

  it('is open, with the reason, where a pattern hides it', () => {
    const asking = (id: string, value: string, ...memories: string[]): ContextRule => ({
      ...ruleAdding(id, ...memories),
      when: [{ field: 'addVar.phase', operator: 'regex', value }],
    });
    expect(compare([asking('r', '^a.*b$', 'm')], [])).toMatchObject({ answer: 'different' });
    const [one, other] = [asking('r', '^a.*b$', 'm'), asking('r', '^a(?:.*)b$', 'm')];
    expect(compare([one], [other])).toMatchObject({
      answer: 'open',
      reason: 'a pattern, or a number of a demanded shape, hides the answer',
    });
  });

  it('is that of memories too: what one state does not have, its rules add in vain, and what is changed is named', () => {
    const engines = [engineOf([ruleAdding('r', 'm', 'n')])];
    const of = (before: readonly PersistentMemory[], after: readonly PersistentMemory[]) =>
      atOnce(compareBehaviour({ engines, memories: before }, { engines, memories: after }, [], { regexes }));
    const [m, n, unused] = [memoryOf('m'), memoryOf('n'), memoryOf('unused')];
    expect(of([m, n], [n])).toMatchObject({ answer: 'different', witness: { gained: [], lost: ['m'] } });
    expect(of([n], [m, n])).toMatchObject({ answer: 'different', witness: { gained: ['m'], lost: [] } });
    const same = { answer: 'equivalent', reason: 'every request gets the same memories in the same order' };
    expect(of([m, n, unused], [{ ...m, label: 'M' }, n])).toMatchObject(same);
    // What neither state has counts by its name.
    expect(of([n], [n])).toMatchObject(same);
    expect(of([m, n], [memoryOf('m', { contribution: { section: 'history' } }), n])).toMatchObject({
      answer: 'equivalent',
      reason: 'rules add the same memories in the same order to every request; changed themselves are "m"',
    });
  });

  it('is the same between two engines, whatever they are called and whether they are enabled', () => {
    const one = { ...engineAdding('one'), rules: [inPhase('r', 'in', ['a', 'b'], 'm')] };
    const other = {
      ...engineAdding('other'),
      enabled: false,
      rules: splitByValue(one.rules[0] ?? ruleAdding('r')),
    };
    const sample = ofAnyEngine({
      id: 's',
      name: 'S',
      request: { scope_variables: {}, rule_engine_ids: ['x'] },
    });
    const [before, after] = asOneEngine(one, other);
    expect(atOnce(compareBehaviour(before, after, [sample], { regexes }))).toMatchObject({
      answer: 'equivalent',
      samples: 1,
    });
  });
});
