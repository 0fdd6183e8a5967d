import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { unreachable } from '../../contract/errors.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { conditionOutcome } from '../evaluation/test-condition.ts';
import type { OperandKind } from '../operators/operator-kind.ts';
import { operatorNames, operators } from '../operators.ts';
import { alwaysFires, firesOnMissing, neverFires } from './analyze-rules.ts';
import { pairFindings } from './findings/pair-findings.ts';
import { fires, fixRule } from './fix-rule.ts';
import { gatherFindings } from './gather-findings.ts';
import { judgeRules } from './judged-rule.ts';

/** Constants that rules may use, and a domain rich enough to tell every set of them apart. */
const constants = ['a', 'b', 'ab', '', 1, 2, 2.5, '2', true, null];
const letters = ['a', 'b', '2', '~'];
const upTo = (length: number): string[] =>
  length === 0 ? [''] : ['', ...upTo(length - 1).flatMap(text => letters.map(letter => text + letter))];
const shapes = ['', 'a', 'b', 'ab'];
const framed = shapes.flatMap(start => shapes.flatMap(end => upTo(3).map(middle => start + middle + end)));
const numerals = ['02', ' 2', '1.0', '02.5', '2.50', '0.5', '1.7', '2.2', '9', '0'];
/** Numerals with a 2 at the start, the end or inside, of every size and sign that the constants can tell apart. */
const pieces = ['', '2', '0', '1', '9', '.', '-', '0.', '.0', '.5', '.1', 'e1', 'e9', 'e-9', '000', '-0.'];
const shapedNumerals = pieces.flatMap(one => pieces.flatMap(two => pieces.map(three => one + two + three)));
const elements: unknown[][] = [[], ['a'], ['b'], ['ab'], [''], [1], [2], [2.5], ['2'], [true], [null]];
const lists = elements.flatMap(one =>
  elements.flatMap(two => elements.map(three => [...one, ...two, ...three, '~'])),
);
const others: unknown[] = [
  undefined,
  0,
  1,
  1.5,
  2,
  2.25,
  2.5,
  3,
  true,
  false,
  ...elements,
  ...lists,
  { x: 1 },
];
const domain: unknown[] = [...new Set<unknown>([...framed, ...numerals, ...shapedNumerals, ...others])];
const fields = ['addVar.p', 'addVar.q'];
const regexes = createRegexCache();
const runs = propertyRuns(20_000);

/** Every operator but those whose answers are `possible`: what a pattern finds is not decided. */
const decided = operatorNames.filter(name => operators[name].takes !== 'pattern');
const condition: fc.Arbitrary<Condition> = fc
  .constantFrom(...decided)
  .chain(operator =>
    fc
      .tuple(fc.constantFrom(...fields), constantOf(operators[operator].takes))
      .map(([field, value]) => ({ field, operator, ...(value !== undefined && { value }) })),
  );

function constantOf(takes: OperandKind): fc.Arbitrary<unknown> {
  switch (takes) {
    case 'none':
      return fc.constant(undefined);
    case 'list':
      return fc.uniqueArray(fc.constantFrom<unknown>(...constants), { maxLength: 3 });
    case 'number':
      return fc.constantFrom<unknown>(1, 2, 2.5, '2', 'a');
    case 'text':
    case 'pattern':
      return fc.constantFrom<unknown>('a', 'b', 'ab', '', 1);
    case 'any':
      return fc.constantFrom<unknown>(...constants);
    default:
      return unreachable(takes);
  }
}

const rule = (id: string): fc.Arbitrary<ContextRule> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    when: fc.array(condition, { maxLength: 3 }),
    then: fc.record({ add_memories: fc.uniqueArray(fc.constantFrom('m', 'n'), { maxLength: 2 }) }),
  });
const engine: fc.Arbitrary<ContextRuleEngine> = fc.record({
  id: fc.constant('e'),
  name: fc.constant('e'),
  description: fc.constant(''),
  enabled: fc.constant(true),
  rules: fc.tuple(rule('r0'), rule('r1'), rule('r2')).map(rules => [...rules]),
});

/** A set of values of the domain, one bit each. */
type Bits = Uint32Array;
const full = bitsOf(() => true);
const known = new Map<string, Bits>();

function bitsOf(holds: (value: unknown) => boolean): Bits {
  const bits = new Uint32Array(Math.ceil(domain.length / 32));
  for (const [at, value] of domain.entries())
    if (holds(value)) bits[at >> 5] = (bits[at >> 5] ?? 0) | (1 << (at & 31));
  return bits;
}

/** The values that satisfy one condition, by trying every one. */
function satisfyingOne(one: Condition): Bits {
  const key = JSON.stringify([one.operator, one.value]);
  const bits =
    known.get(key) ??
    bitsOf(value => conditionOutcome(one, new Map([[one.field, value]]), regexes) === 'matched');
  known.set(key, bits);
  return bits;
}

/** For each field, which values of the domain satisfy a rule's conditions; a rule fires on their product. */
const satisfying = (candidate: ContextRule): Bits[] =>
  fields.map(field => {
    const own = candidate.when.filter(one => one.field === field).map(satisfyingOne);
    return own.reduce((all, bits) => all.map((word, at) => word & (bits[at] ?? 0)), full);
  });

const isEmpty = (bits: Bits): boolean => bits.every(word => word === 0);
const isWithin = (inner: Bits, outer: Bits): boolean =>
  inner.every((word, at) => (word & ~(outer[at] ?? 0)) === 0);
const has = (bits: Bits, at: number): boolean => (((bits[at >> 5] ?? 0) >> (at & 31)) & 1) === 1;

describe('static analysis against brute force', () => {
  it('finds exactly what trying every value finds', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(engine, candidate => {
        const judged = judgeRules([candidate], regexes);
        const gathered = gatherFindings();
        atOnce(pairFindings(judged, regexes, gathered));
        const found = [
          ...judged.flatMap(one => neverFires(one, regexes)),
          ...judged.flatMap(one => alwaysFires(one, regexes)),
          ...judged.flatMap(one => firesOnMissing(one, regexes)),
          ...gathered.told(),
        ]
          .map(finding =>
            `${finding.possible ? '?' : ''}${finding.code} ${finding.rules.map(ref => ref.rule_id).join(' ')} ${finding.condition ?? ''}`.trim(),
          )
          .sort();
        expect(found).toEqual(bruteForce(candidate.rules).sort());
      }),
      { numRuns: runs },
    );
  });

  it('makes a rule fire by its fix, with as few variables as trying every value needs', {
    timeout: 600_000,
  }, () => {
    const values = fc.tuple(fc.constantFrom(...domain), fc.constantFrom(...domain));
    fc.assert(
      fc.property(rule('r'), values, (candidate, [p, q]) => {
        const given = Object.entries({ p, q }).filter(([, value]) => value !== undefined);
        const request = { scope_variables: {}, additional_variables: Object.fromEntries(given) };
        const fix = fixRule(candidate, request, regexes);
        const sets = satisfying(candidate);
        const canFire = !sets.some(isEmpty);
        expect(fix.kind).toBe(canFire ? 'found' : 'none');
        const wrong = [p, q].filter((value, at) => !has(sets[at] ?? full, domain.indexOf(value)));
        if (fix.request)
          expect([fix.changes.length, fires(candidate, fix.request, regexes)]).toEqual([wrong.length, true]);
      }),
      { numRuns: runs },
    );
  });
});

function bruteForce(rules: readonly ContextRule[]): string[] {
  const sets = rules.map(satisfying);
  const can = sets.map(fieldSets => !fieldSets.some(isEmpty));
  const within = (inner: number, outer: number) =>
    fields.every((_, field) => isWithin(sets[inner]?.[field] ?? full, sets[outer]?.[field] ?? full));
  const alone = rules.flatMap((candidate, at) => {
    if (!can[at]) return [`never-fires ${candidate.id}`];
    const always = sets[at]?.every(set => isWithin(full, set)) ? [`always-fires ${candidate.id}`] : [];
    const onMissing = candidate.when.flatMap((one, index) => {
      const asksForMissing = operators[one.operator].takes === 'none';
      const set = sets[at]?.[fields.indexOf(one.field)];
      return !asksForMissing &&
        set &&
        has(satisfyingOne(one), domain.indexOf(undefined)) &&
        has(set, domain.indexOf(undefined))
        ? [`fires-on-missing ${candidate.id} ${index}`]
        : [];
    });
    return [...always, ...onMissing];
  });
  const pairs = rules.flatMap((inner, at) =>
    rules.flatMap((outer, beside) => {
      const own = new Set(inner.then.add_memories);
      const theirs = new Set(outer.then.add_memories);
      const adds = [...own].every(memory => theirs.has(memory));
      if (at === beside || !can[at] || !can[beside] || !adds || !within(at, beside)) return [];
      if (own.size < theirs.size || !within(beside, at)) return [`subsumed ${inner.id} ${outer.id}`];
      return at > beside ? [`duplicate ${inner.id} ${outer.id}`] : [];
    }),
  );
  return [...alone, ...pairs];
}
