import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContextRule } from '../../shared/model/rule.ts';
import { emptyEvaluationMemory, evaluateDocuments } from '../worker/evaluate-documents.ts';
import { documentChanges, type Told } from './document-changes.ts';
import { type EvaluationResults, firedRuleIds, noResults, takeUpdate } from './evaluation-results.ts';
import { emptyDocuments } from './history.ts';

const phases = ['planning', 'review'];
const rule = fc.record({
  id: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
  name: fc.constantFrom('One', 'Two'),
  priority: fc.constantFrom(0, 1),
  enabled: fc.boolean(),
  when: fc.array(
    fc.record({
      field: fc.constant('addVar.phase'),
      operator: fc.constantFrom('eq' as const, 'neq' as const),
      value: fc.constantFrom(...phases),
    }),
    { maxLength: 2 },
  ),
  then: fc.record({ add_memories: fc.array(fc.constant('docs'), { maxLength: 1 }) }),
});
const rules: fc.Arbitrary<ContextRule[]> = fc.uniqueArray(rule, { selector: ({ id }) => id });
const engines = fc.dictionary(
  fc.constantFrom('a', 'b'),
  fc.record({
    id: fc.constant('x'),
    name: fc.constant('X'),
    description: fc.constant(''),
    enabled: fc.boolean(),
    rules,
  }),
);
const samples = fc.dictionary(
  fc.constantFrom('s', 't', 'u'),
  fc.record({
    id: fc.constant('s'),
    name: fc.constant('S'),
    request: fc.record({
      scope_variables: fc.constant({}),
      additional_variables: fc.record({ phase: fc.constantFrom(...phases) }),
    }),
  }),
);
const state: fc.Arbitrary<Told> = fc.record({
  working: fc.record({
    engines,
    samples,
    memories: fc.constant({}),
    layouts: fc.constant({}),
    contracts: fc.constant({}),
    tests: fc.constant({}),
  }),
  saved: engines,
  current: fc.constantFrom('s', 't', null),
});

const nothing: Told = { working: emptyDocuments, saved: {}, current: null };

it('comes to the same by news as from the beginning, however documents change', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 5 }), states => {
      const memory = emptyEvaluationMemory();
      const walk = { told: nothing, results: noResults };
      for (const now of states) {
        // Kept parts stay the same objects, as in the studio.
        const kept = { ...now, saved: { ...walk.told.working.engines, ...now.saved } };
        walk.results = told(memory, walk.told, kept, walk.results);
        walk.told = kept;
      }
      expect(inUse(walk.results)).toEqual(
        inUse(told(emptyEvaluationMemory(), nothing, walk.told, noResults)),
      );
    }),
  );
});

it('keeps the objects of rules that did not change', () => {
  const memory = emptyEvaluationMemory();
  const two = ['r1', 'r2'].map(id => ({ id, name: id, when: [], then: { add_memories: [] } }));
  const engine = { id: 'a', name: 'A', description: '', enabled: true, rules: two };
  const sample = { id: 's', name: 'S', request: { scope_variables: {} } };
  const before: Told = {
    working: {
      engines: { a: engine },
      memories: {},
      samples: { s: sample },
      layouts: {},
      contracts: {},
      tests: {},
    },
    saved: { a: engine },
    current: 's',
  };
  const first = told(memory, nothing, before, noResults);
  const [kept, edited] = two;
  const muted = {
    ...engine,
    rules: [kept, { ...edited, enabled: false }].flatMap(one => (one?.id ? one : [])),
  } as typeof engine; // both are there
  const after = { ...before, working: { ...before.working, engines: { a: muted } } };
  const second = told(memory, before, after, first);
  const [was, is] = [first.engines.a, second.engines.a];
  expect([is?.byRule.get('r1'), is?.rows.get('r1')]).toEqual([was?.byRule.get('r1'), was?.rows.get('r1')]);
  expect(is?.byRule.get('r1')).toBe(was?.byRule.get('r1'));
  expect(is?.rows.get('r1')).toBe(was?.rows.get('r1'));
  expect([firedRuleIds(was, 0), firedRuleIds(is, 0)]).toEqual([['r1', 'r2'], ['r1']]);
});

/** An engine that lost its rules says the same as one that never had any. */
function inUse({ engines, ...rest }: EvaluationResults) {
  return {
    ...rest,
    engines: Object.entries(engines)
      .filter(([, { order }]) => order.length > 0)
      .sort(),
  };
}

function told(
  memory: ReturnType<typeof emptyEvaluationMemory>,
  before: Told,
  now: Told,
  results: EvaluationResults,
): EvaluationResults {
  const changes = documentChanges(before, now);
  return changes ? takeUpdate(results, evaluateDocuments(memory, structuredClone(changes))) : results;
}
