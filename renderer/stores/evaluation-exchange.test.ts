import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { createAtOnce } from '../worker/evaluate-at-once.ts';
import { emptyEvaluationMemory, evaluateDocuments } from '../worker/evaluate-documents.ts';
import type { DocumentChanges, EvaluationUpdate } from '../worker/protocol.ts';
import { documentChanges, type Told } from './document-changes.ts';
import { createExchange } from './evaluation-exchange.ts';
import { type EvaluationResults, noResults, takeUpdate } from './evaluation-results.ts';
import { createAnswerAtOnce } from './evaluations.ts';
import { emptyDocuments } from './history.ts';

const phases = ['planning', 'review', 'hotfix', 'done'];
const rule = (id: string, phase: string, priority = 0): ContextRule => ({
  id,
  name: id,
  priority,
  when: [
    { field: 'addVar.phase', operator: 'regex', value: phase },
    { field: 'addVar.tags', operator: 'not_exists' },
  ],
  then: { add_memories: ['docs'] },
});
const sample = (id: string, phase: string, more: object = {}): Sample => ({
  id,
  name: id,
  request: { scope_variables: {}, additional_variables: { phase, ...more } },
});
const engine = (rules: ContextRule[]): ContextRuleEngine => ({
  id: 'e1',
  name: 'E',
  description: '',
  enabled: true,
  rules,
});

function firstState(): Told {
  const engines = { e1: engine(['a', 'b', 'c'].map((id, at) => rule(id, phases[at] ?? ''))) };
  const samples = Object.fromEntries(phases.map(phase => [phase, sample(phase, phase)]));
  return { working: { ...emptyDocuments, engines, samples }, saved: engines, current: 'review' };
}

/** The page beside a worker that answers when it is let, and through messages that are copies. */
function setUp() {
  const memory = emptyEvaluationMemory();
  const inbox: DocumentChanges[] = [];
  const outbox: EvaluationUpdate[] = [];
  const page = { results: noResults, told: emptyTold, now: firstState(), atOnce: 0 };
  const exchange = createExchange({
    post: changes => void inbox.push(structuredClone(changes)),
    take: update => {
      page.results = takeUpdate(page.results, update);
    },
    answerAtOnce: (told, now) => {
      const update = atOnce.answer(page.results, told, now);
      if (update) page.atOnce += 1;
      return update;
    },
    later: () => {}, // until `settle`
  });
  const change = (next: Told) => {
    page.now = next;
    const changes = documentChanges(page.told, next);
    const { told } = page;
    page.told = next;
    if (changes) exchange.tell(changes, told, next);
  };
  const work = () => {
    const changes = inbox.shift();
    if (changes) outbox.push(structuredClone(evaluateDocuments(memory, changes)));
  };
  const hear = () => {
    const update = outbox.shift();
    if (update) exchange.hear(update);
  };
  const drain = () => {
    exchange.send();
    while (inbox.length > 0) work();
    while (outbox.length > 0) hear();
  };
  change(page.now);
  drain();
  return { page, change, work, hear, settle: exchange.send, drain };
}

const emptyTold: Told = { working: emptyDocuments, saved: {}, current: null };

/** What a worker says that never heard of anything before. */
function resultsOf(now: Told): EvaluationResults {
  const changes = documentChanges(emptyTold, now);
  return changes ? takeUpdate(noResults, evaluateDocuments(emptyEvaluationMemory(), changes)) : noResults;
}

const withRules = (told: Told, edit: (rules: readonly ContextRule[]) => ContextRule[]): Told => {
  const { e1 } = told.working.engines;
  if (!e1) return told;
  return { ...told, working: { ...told.working, engines: { e1: { ...e1, rules: edit(e1.rules) } } } };
};
const withRule = (told: Told, at: number, edit: (rule: ContextRule) => ContextRule): Told =>
  withRules(told, rules => rules.map((one, place) => (place === at % rules.length ? edit(one) : one)));
const withSample = (told: Told, changed: Sample): Told => ({
  ...told,
  working: { ...told.working, samples: { ...told.working.samples, [changed.id]: changed } },
});

const place = fc.nat(3);
const phase = fc.constantFrom(...phases, 'plan', '(', '^re', 'x');
const edits: fc.Arbitrary<(told: Told) => Told> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(place, phase).map(
      ([at, text]) =>
        (told: Told) =>
          withRule(told, at, one => ({
            ...one,
            when: [{ field: 'addVar.phase', operator: 'regex', value: text }],
          })),
    ),
  },
  fc.tuple(place, fc.boolean()).map(
    ([at, enabled]) =>
      (told: Told) =>
        withRule(told, at, one => ({ ...one, enabled })),
  ),
  fc.tuple(place, fc.nat(2)).map(
    ([at, priority]) =>
      (told: Told) =>
        withRule(told, at, one => ({ ...one, priority })),
  ),
  fc.constant((told: Told) => withRules(told, rules => [...rules, rule(`r${rules.length}`, 'done')])),
  fc.constant((told: Told) => withRules(told, rules => rules.slice(1).concat(rules.slice(0, 1)))),
  fc.boolean().map(enabled => (told: Told): Told => {
    const { e1 } = told.working.engines;
    return e1 ? { ...told, working: { ...told.working, engines: { e1: { ...e1, enabled } } } } : told;
  }),
  fc.tuple(phase, phase).map(
    ([id, text]) =>
      (told: Told) =>
        withSample(told, sample(id, text, { tags: ['t'] })),
  ),
  fc.constantFrom(...phases).map(
    current =>
      (told: Told): Told => ({ ...told, current }),
  ),
);
const actions = fc.oneof(
  { weight: 3, arbitrary: edits.map(next => ({ kind: 'edit' as const, next })) },
  fc.constantFrom('work' as const, 'hear' as const, 'settle' as const).map(kind => ({ kind })),
);

const atOnce = createAnswerAtOnce();

beforeAll(() => atOnce.prepare());

it('ends with what the worker alone would say, whoever answered which edit, and in whatever order answers come', () => {
  const counted = { atOnce: 0 };
  fc.assert(
    fc.property(fc.array(actions, { maxLength: 30 }), run => {
      const { page, change, drain, ...steps } = setUp();
      for (const action of run) {
        if (action.kind === 'edit') change(action.next(page.now));
        else steps[action.kind]();
      }
      drain();
      counted.atOnce += page.atOnce;
      expect(page.results).toEqual(resultsOf(page.now));
    }),
    { numRuns: 300 },
  );
  expect(counted.atOnce).toBeGreaterThan(100);
});

it('answers a letter before the worker has heard of it', () => {
  const { page, change, work, hear, settle } = setUp();
  change(
    withRule(page.now, 0, one => ({
      ...one,
      when: [{ field: 'addVar.phase', operator: 'regex', value: 're' }],
    })),
  );
  const shown = page.results;
  expect([shown.engines.e1?.rows.get('a')?.working, shown.engines.e1?.byRule.get('a')?.outcome]).toEqual([
    Uint32Array.from([0b1000]), // done, hotfix, planning, review
    'fired',
  ]);
  settle();
  work();
  hear();
  expect(page.results).toBe(shown);
});

it('leaves edits to the worker until what evaluates is there', async () => {
  const unprepared = createAnswerAtOnce();
  const { page } = setUp();
  const next = withRule(page.now, 0, one => ({ ...one, name: 'Other' }));
  expect(unprepared.answer(page.results, page.now, next)).toBeUndefined();
  await unprepared.prepare(); // begun by the edit
  expect(unprepared.answer(page.results, page.now, next)?.engines.e1?.explained?.[0]?.rule_name).toBe(
    'Other',
  );
});

it('leaves to the worker what would take the time of a frame', () => {
  const evaluate = createAtOnce();
  const saved = new Uint32Array(1);
  const of = (...samples: Sample[]) => evaluate({ rule: rule('a', 'x'), samples, current: 0, saved });
  expect(of(sample('a', 'x'))?.explained?.[0]?.outcome).toBe('fired');
  expect(of(sample('a', 'x'.repeat(20_001)))).toBeUndefined();
  expect(of(sample('a', 'x', { tags: ['one'] }))).toBeUndefined();
});
