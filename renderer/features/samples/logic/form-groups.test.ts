import { describe, expect, it } from 'vitest';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import { formGroups, isShown } from './form-groups.ts';

const possible: PossibleVariable[] = [
  { name: 'addVar.iteration', type: 'number', source: 'rule', used_by: ['e/r'], examples: [2] },
  { name: 'addVar.repo', type: 'object', source: 'rule', used_by: ['e/r2'] },
  { name: 'addVar.elsewhere', type: 'string', source: 'sample', used_by: [] },
  { name: 'scope.agent.agent_id', type: 'string', source: 'scope', used_by: ['notes'], required: true },
  { name: 'scope.agent.level', type: 'string', source: 'rule', used_by: ['e/r'] },
];
const request = {
  scope_variables: { agent: { agent_type: 'developer', model: { name: 'm' } }, task: null },
  additional_variables: { repo: { name: 'weft' }, empty: {} },
};
const groups = formGroups(request, possible);
const group = (id: string) => groups.find(candidate => candidate.id === id)?.fields ?? [];

describe('formGroups', () => {
  it('has the eight scopes and the additional variables', () => {
    expect(groups.map(({ id }) => id)).toEqual([
      'swarm',
      'project',
      'agent',
      'thread',
      'task',
      'user',
      'org',
      'orchestrator',
      'additional',
    ]);
  });

  it('puts standard fields first, then what is given or asked for by name', () => {
    expect(group('agent').map(field => [field.label, field.value, field.required])).toEqual([
      ['agent_id', undefined, true],
      ['agent_name', undefined, false],
      ['agent_type', 'developer', false],
      ['level', undefined, false],
      ['model.name', 'm', false],
    ]);
  });

  it('shows asked variables with type and example, and no object whose leaves are shown', () => {
    expect(group('additional').map(({ name, value, type, example }) => [name, value, type, example])).toEqual(
      [
        ['addVar.empty', {}, 'unknown', undefined],
        ['addVar.iteration', undefined, 'number', 2],
        ['addVar.repo.name', 'weft', 'unknown', undefined],
      ],
    );
  });

  it('says which lines matter', () => {
    expect(
      group('agent')
        .filter(isShown)
        .map(field => field.label),
    ).toEqual(['agent_id', 'agent_type', 'level', 'model.name']);
  });
});
