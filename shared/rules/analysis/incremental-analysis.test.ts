import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { operatorNames } from '../operators.ts';
import { type AnalysisInput, analyzeRules } from './analyze-rules.ts';
import { mostFindings } from './gather-findings.ts';
import { createIncrementalAnalysis } from './incremental-analysis.ts';

const condition: fc.Arbitrary<Condition> = fc.record({
  field: fc.constantFrom('addVar.p', 'addVar.q', 'addVar.o', 'addVar.o.x', 'wrong'),
  operator: fc.constantFrom(...operatorNames),
  value: fc.constantFrom<unknown>('a', 'ab', 1, 2, null, ['a', 1], '^a', 'b$', '('),
});
const rule = fc.record({
  id: fc.constantFrom('r0', 'r1', 'r2'),
  name: fc.constantFrom('R', 'S'),
  enabled: fc.boolean(),
  when: fc.array(condition, { maxLength: 2 }),
  then: fc.record({ add_memories: fc.uniqueArray(fc.constantFrom('m', 'n', 'o'), { maxLength: 2 }) }),
});
/** One edit of a project; the rest stays the same objects, or becomes equal copies as in a worker. */
const edit = fc.record({
  engine: fc.nat({ max: 1 }),
  position: fc.nat({ max: 5 }),
  kind: fc.constantFrom('set', 'remove', 'insert', 'move', 'toggle', 'copy', 'memories', 'sample'),
  rule,
});
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

const engineOf = (id: string, rules: readonly ContextRule[]): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules: [...rules],
});

function applyEdit(input: AnalysisInput, { engine: index, position, kind, rule: next }: Edit): AnalysisInput {
  if (kind === 'copy') return { ...input, engines: structuredClone(input.engines) };
  if (kind === 'memories') {
    const memories: PersistentMemory[] = [...(input.memories ?? []), memoryOf(next.name)];
    return { ...input, memories };
  }
  if (kind === 'sample') {
    const request = { scope_variables: {}, additional_variables: { p: position } };
    return { ...input, samples: [{ id: 's', name: 's', request }] };
  }
  const engines = input.engines.map((engine, at) =>
    at === index ? applyToEngine(engine, position, kind, next) : engine,
  );
  return { ...input, engines };
}

function applyToEngine(
  engine: ContextRuleEngine,
  position: number,
  kind: Edit['kind'],
  next: ContextRule,
): ContextRuleEngine {
  const { rules } = engine;
  if (kind === 'toggle') return { ...engine, enabled: !engine.enabled };
  if (kind === 'set') return { ...engine, rules: rules.map((old, at) => (at === position ? next : old)) };
  if (kind === 'remove') return { ...engine, rules: rules.filter((_, at) => at !== position) };
  if (kind === 'insert') return { ...engine, rules: rules.toSpliced(position, 0, next) };
  return { ...engine, rules: [...rules.slice(1), ...rules.slice(0, 1)] };
}

it('finds after every edit what a whole analysis finds, in the same order', () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 5 }),
      fc.array(rule, { maxLength: 4 }),
      fc.array(edit, { maxLength: 12 }),
      fc.boolean(),
      (first, second, edits, hasBudget) => {
        const incremental = createIncrementalAnalysis();
        let input: AnalysisInput = {
          engines: [engineOf('e', first), engineOf('f', second)],
          samples: [],
          ...(hasBudget && { budget: { limit: 1, tokensOf: () => 1 } }),
        };
        for (const next of [undefined, ...edits]) {
          if (next) input = applyEdit(input, next);
          expect(atOnce(incremental.analyze(input))).toEqual(analyzeRules(input));
        }
      },
    ),
    { numRuns: propertyRuns(1000) },
  );
});

type Maker = (field: string) => Condition;

/** Rules as in a large project: 200 memories, eight fields, some of everything. */
function largeProject(): AnalysisInput {
  const random = createSeededRandom(20261121);
  const words = ['word', ...Array.from({ length: 39 }, (_, index) => `word${index}`)] as const;
  const fields = [
    'addVar.phase',
    'addVar.lang',
    'scope.agent.agent_type',
    'scope.task.task_type',
    'addVar.area',
  ] as const;
  const makers: [Maker, ...Maker[]] = [
    field => ({ field, operator: 'eq', value: random.pick(words) }),
    field => ({ field, operator: 'in', value: [random.pick(words), random.pick(words)] }),
    field => ({ field, operator: 'neq', value: random.pick(words) }),
    () => ({ field: 'addVar.count', operator: 'gt', value: random.between(0, 99) }),
    () => ({ field: 'input.text', operator: 'contains', value: random.pick(words) }),
    () => ({ field: 'input.text', operator: 'regex', value: `(?i)\\b${random.pick(words)}s?\\b` }),
  ];
  const rules = Array.from({ length: 1000 }, (_, index) => ({
    id: `r${index}`,
    name: `Rule ${index}`,
    when: Array.from({ length: random.between(1, 4) }, () => random.pick(makers)(random.pick(fields))),
    then: { add_memories: [`m${random.between(0, 199)}`] },
  }));
  return { engines: [engineOf('e', rules)], memories: [], samples: [] };
}

it('judges one edited rule of 1,000 as a whole analysis does', () => {
  const incremental = createIncrementalAnalysis();
  let input = largeProject();
  atOnce(incremental.analyze(input));
  for (let round = 0; round < propertyRuns(100); round += 1) {
    const engines = input.engines.map(engine => ({
      ...engine,
      rules: engine.rules.map((old, at) =>
        at === round * 25 ? { ...old, name: `${old.name} edited` } : old,
      ),
    }));
    input = { ...input, engines };
    atOnce(incremental.analyze(input));
  }
  expect(atOnce(incremental.analyze(input))).toEqual(analyzeRules(input));
});

it.each([
  { what: 'four hundred and ten that are alike', count: 410, memories: [], isCompared: false },
  { what: 'seventy that are alike', count: 70, memories: ['m'], isCompared: true },
])('of $what tells the first findings, and what it leaves out', ({ count, memories, isCompared }) => {
  const alike = Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    name: `Rule ${index}`,
    when: [],
    then: { add_memories: memories },
  }));
  const input = { engines: [engineOf('e', alike)], samples: [] };
  const whole = analyzeRules(input);
  expect(atOnce(createIncrementalAnalysis().analyze(input))).toEqual(whole);
  expect(whole.slice(mostFindings).map(({ code, message }) => [code, message])).toEqual([
    ['not-all-told', expect.stringContaining('There are more findings than the 2,000')],
    ...(isCompared ? [] : [['not-all-told', expect.stringContaining('rules are not compared with others')]]),
  ]);
});

it('looks again at what an edit touches, and at nothing else', () => {
  const known = createRegexCache();
  let asked = new Set<string>();
  const regexes = {
    get(pattern: string) {
      asked.add(pattern);
      return known.get(pattern);
    },
  };
  const asking = (id: string, value: string, memory: string): ContextRule => ({
    id,
    name: id,
    when: [{ field: 'addVar.p', operator: 'regex', value }],
    then: { add_memories: [memory] },
  });
  const [r, s, t] = [asking('r', '^a', 'm'), asking('s', 'b$', 'm'), asking('t', 'c', 'n')];
  const sample = { id: 's', name: 's', request: { scope_variables: {}, additional_variables: { p: 'x' } } };
  const memories = [memoryOf('m'), memoryOf('n')];
  const incremental = createIncrementalAnalysis(regexes);
  const askedFor = (rules: ContextRule[], more: Partial<AnalysisInput> = {}, id = 'e') => {
    asked = new Set();
    const input = { engines: [engineOf(id, rules)], memories, samples: [sample], ...more };
    const found = atOnce(incremental.analyze(input));
    const patterns = [...asked].toSorted();
    expect(found).toEqual(analyzeRules(input));
    return patterns;
  };
  expect(askedFor([r, s, t])).toEqual(['^a', 'b$', 'c']);
  expect(askedFor([r, s, t])).toEqual([]);
  // Copies, as a worker gets them.
  expect(askedFor(structuredClone([r, s, t]), structuredClone({ memories, samples: [sample] }))).toEqual([]);
  expect(askedFor([t, r, s])).toEqual([]);
  const renamed = { ...t, name: 'T' };
  expect(askedFor([r, s, renamed])).toEqual(['c']);
  expect(askedFor([r, s])).toEqual([]);
  expect(askedFor([r, { ...s, name: 'S' }, renamed])).toEqual(['^a', 'b$', 'c']);
  // What is known of variables and memories counts for every rule.
  expect(askedFor([r, { ...s, name: 'S' }, renamed], { memories: [memoryOf('m')] })).toEqual([
    '^a',
    'b$',
    'c',
  ]);
  expect(askedFor([r, { ...s, name: 'S' }, renamed], { memories: [memoryOf('m')] })).toEqual([]);
  expect(askedFor([r, { ...s, name: 'S' }, renamed], {}, 'f')).toEqual(['^a', 'b$', 'c']);
});

it('knows the same rule twice in one engine for two', () => {
  const one = { id: 'r', name: 'R', when: [], then: { add_memories: ['m'] } };
  const input = { engines: [engineOf('e', [one, one])], samples: [] };
  const incremental = createIncrementalAnalysis();
  for (const _time of ['first', 'again'])
    expect(atOnce(incremental.analyze(input))).toEqual(analyzeRules(input));
  expect(analyzeRules(input).map(({ code }) => code)).toEqual(['always-fires', 'always-fires', 'duplicate']);
});
