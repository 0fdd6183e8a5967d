import { expect, it } from 'vitest';
import type { StepTrace } from '../../../shared/model/assembled-context.ts';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { buildTrace } from './build-trace.ts';
import { type CalledMemory, memoryCall } from './call-memories.ts';
import type { PlacedItem } from './merge-items.ts';

function called(
  id: string,
  missing: readonly string[] = [],
  notes: readonly StepTrace['note'][] = [],
): CalledMemory {
  const memory = memoryOf(id);
  const steps = notes.map((note, index) => ({
    type: 'document_search',
    alias: `step_${index}`,
    duration_ms: 0,
    count: 0,
    result: 'elements' as const,
    ...(note && { note }),
  }));
  const run = { status: 'ok' as const, elements: [], missing, steps, results: new Map() };
  const outcome = { run, startedMs: 1, durationMs: 2 };
  return { memory, outcome, call: memoryCall(memory, [{ kind: 'explicit' }], outcome) };
}

const placed = (memory_id: string, position: number): PlacedItem => ({
  item: {
    id: `${memory_id}#${position}`,
    memory_id,
    content: 'text',
    tokens: 1,
    weight: 2,
    source: { kind: 'static' },
  },
  section: 'knowledge',
  required: false,
});

const nothing = {
  shadowed: [],
  evaluation: { matchedMemories: [], engineResults: [], variablesUsed: [], warnings: [] },
  calls: [],
  kept: [],
  warnings: [],
};

it('an assembly without anything has a trace without anything', () => {
  expect(buildTrace(nothing)).toEqual({
    memory_calls: [],
    rules_applied: [],
    variables_used: [],
    missing_variables: [],
    shadowed_variables: [],
    warnings: [],
  });
});

it('counts what was kept of each memory', () => {
  const calls = [called('a'), called('b'), called('c')];
  const kept = [placed('a', 0), placed('c', 0), placed('a', 1)];
  expect(
    buildTrace({ ...nothing, calls, kept }).memory_calls.map(call => [call.memory_id, call.kept]),
  ).toEqual([
    ['a', 2],
    ['b', 0],
    ['c', 1],
  ]);
});

it('lists each missing name once, with all who need it, in the order in which they were missed', () => {
  const calls = [called('a', ['topic', 'phase']), called('b'), called('c', ['phase', 'agent'])];
  expect(buildTrace({ ...nothing, calls }).missing_variables).toEqual([
    { name: 'topic', needed_by: ['a'] },
    { name: 'phase', needed_by: ['a', 'c'] },
    { name: 'agent', needed_by: ['c'] },
  ]);
});

it('tells what steps noted behind the other warnings, by memory and step', () => {
  const warnings = [{ code: 'deprecated_memory', message: 'memory "a" is deprecated' }];
  const note = { code: 'unknown_collection', message: 'there is no collection "notes"' };
  const calls = [called('a', [], [undefined, note]), called('b', [], [undefined])];
  expect(buildTrace({ ...nothing, calls, warnings }).warnings).toEqual([
    ...warnings,
    { code: 'unknown_collection', message: 'memory "a", step "step_1": there is no collection "notes"' },
  ]);
});

it('puts the rules of all engines into one list', () => {
  const rule = (rule_id: string) => ({ rule_id, rule_name: rule_id.toUpperCase(), memories: ['m'] });
  const engineResults = [
    { engine_id: 'e', engine_name: 'E', matched_rules: [rule('r'), rule('s')] },
    { engine_id: 'f', engine_name: 'F', matched_rules: [rule('t')] },
  ];
  const evaluation = { ...nothing.evaluation, engineResults, variablesUsed: ['addVar.phase'] };
  const shadowed = [{ name: 'team', winner: 'scope.task.team', shadowed: ['scope.user.team'] }];
  expect(buildTrace({ ...nothing, evaluation, shadowed })).toMatchObject({
    rules_applied: [
      { engine_id: 'e', ...rule('r') },
      { engine_id: 'e', ...rule('s') },
      { engine_id: 'f', ...rule('t') },
    ],
    variables_used: ['addVar.phase'],
    shadowed_variables: shadowed,
  });
});
