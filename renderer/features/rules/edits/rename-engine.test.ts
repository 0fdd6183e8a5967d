import { expect, it } from 'vitest';
import type { ContextContract } from '../../../../shared/model/context-contract.ts';
import { namingOf } from '../../../stores/deletion.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import { renameEngine } from './rename-engine.ts';

const contract = (id: string, state: ContextContract['state']): ContextContract => ({
  id,
  name: id,
  severity: 'error',
  state,
});

/** Everything that can name an engine or its rule, and beside it what only reads alike. */
function documents(engineId: string): Documents {
  const begun = { id: 'new', name: 'New', enabled: false, when: [], then: { add_memories: [] } };
  return {
    ...emptyDocuments,
    engines: {
      [engineId]: { id: engineId, name: 'Plan', description: '', enabled: true, rules: [] },
      planning: { id: 'planning', name: 'Planning', description: '', enabled: true, rules: [] },
    },
    samples: {
      asks: {
        id: 'asks',
        name: 'Asks',
        request: {
          rule_engine_ids: [engineId, 'planning'],
          additional_variables: { rule: 'plan/docs', engines: ['plan'] },
        },
      },
    },
    tests: {
      fires: {
        id: 'fires',
        name: 'Fires',
        request: { rule_engine_ids: [engineId] },
        expect: [
          { kind: 'fires', rule: `${engineId}/docs` },
          { kind: 'silent', rule: 'planning/docs' },
          { kind: 'included', memory: 'plan' },
        ],
      },
    },
    contracts: {
      same: contract('same', { kind: 'equivalent', engines: ['planning', engineId] }),
      reaches: contract('reaches', { kind: 'reachable', rule: `${engineId}/docs` }),
      other: contract('other', { kind: 'never', memory: 'plan' }),
    },
    layouts: {
      [engineId]: {
        id: engineId,
        pins: { 'rule:docs': { x: 1, y: 2 } },
        begun: { new: { at: 0, rule: begun } },
      },
    },
  };
}

const renamed = (before: Documents, to: string) =>
  applyEdit(
    { working: before, past: [], future: [] },
    { label: 'rename engine', recipe: draft => renameEngine(draft, 'plan', to) },
    0,
  );

it('renames an engine wherever it or a rule of it is named, in one step that undo takes back whole', () => {
  const before = documents('plan');
  const after = renamed(before, 'design');
  expect(after.working).toEqual(documents('design'));
  expect([after.past.length, undoStep(after).working]).toEqual([1, before]);
  for (const id of ['planning', 'other'] as const)
    expect(after.working.contracts[id]).toBe(before.contracts[id]);
});

it('all that names it before names it after, and nothing names the old id', () => {
  const names = (working: Documents, id: string) =>
    namingOf(working, { kind: 'engine', id }).map(({ kind, id: named }) => `${kind} ${named}`);
  const before = documents('plan');
  const { working } = renamed(before, 'design');
  expect(names(before, 'plan')).toEqual(['sample asks', 'test fires', 'contract same', 'contract reaches']);
  expect([names(working, 'design'), names(working, 'plan')]).toEqual([names(before, 'plan'), []]);
});

it('does nothing where the id is taken', () => {
  expect(renamed(documents('plan'), 'planning').past).toEqual([]);
});
