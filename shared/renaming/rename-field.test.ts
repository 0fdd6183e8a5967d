import { describe, expect, it } from 'vitest';
import { engineAdding, memoryOf } from '../../test/support/engine-definitions.ts';
import { renameField } from './rename-field.ts';
import { renameInRequest } from './rename-in-request.ts';

describe('renameInRequest', () => {
  it.each<[string, object, string, string, object | undefined]>([
    ['a key in its place', { a: 1, b: 2, c: 3 }, 'addVar.b', 'addVar.x', { a: 1, x: 2, c: 3 }],
    ['what lies in it', { repo: { name: 'n' } }, 'addVar.repo', 'addVar.project', { project: { name: 'n' } }],
    [
      'a nested key',
      { repo: { name: 'n', id: 1 } },
      'addVar.repo.name',
      'addVar.repo.title',
      { repo: { title: 'n', id: 1 } },
    ],
    ['a key with dots', { 'repo.name': 'n' }, 'addVar.repo', 'addVar.project', { 'project.name': 'n' }],
    [
      'a nested key to the top',
      { repo: { name: 'n', id: 1 } },
      'addVar.repo.name',
      'addVar.title',
      { repo: { id: 1 }, title: 'n' },
    ],
    [
      'into an object',
      { repo: { id: 1 }, title: 'n' },
      'addVar.title',
      'addVar.repo.name',
      { repo: { id: 1 }, 'repo.name': 'n' },
    ],
    ['nothing where it is not given', { a: 1 }, 'addVar.b', 'addVar.c', undefined],
    ['no name that only begins alike', { phases: 1 }, 'addVar.phase', 'addVar.stage', undefined],
  ])('moves %s', (_name, variables, from, to, expected) => {
    const renamed = renameInRequest({ scope_variables: {}, additional_variables: variables }, from, to);
    expect(JSON.stringify(renamed?.request.additional_variables)).toBe(JSON.stringify(expected));
  });

  it('moves between scopes and additional variables, also __proto__, and leaves what is half-written', () => {
    const request = JSON.parse(
      '{"scope_variables":{"agent":{"kind":"qa"},"task":7},"additional_variables":{"__proto__":1}}',
    );
    expect(renameInRequest(request, 'scope.agent.kind', 'addVar.kind')?.request).toEqual(
      JSON.parse(
        '{"scope_variables":{"agent":{},"task":7},"additional_variables":{"__proto__":1,"kind":"qa"}}',
      ),
    );
    const moved = renameInRequest(request, 'addVar.__proto__', 'scope.agent.p')?.request;
    expect(moved?.scope_variables).toEqual({ agent: { kind: 'qa', p: 1 }, task: 7 });
    expect(renameInRequest({ scope_variables: [] }, 'scope.agent.kind', 'addVar.kind')).toBeUndefined();
  });
});

describe('renameField', () => {
  const templated = (name: string) =>
    memoryOf('m', { pipeline: [{ type: 'static', params: { items: [`\${${name}}`] } }] });
  const declaring = (name: string) => memoryOf('d', { additional_variables: [{ name, type: 'string' }] });
  const nothing = { engines: [], samples: [] };

  it('leaves a template that names an earlier step or the intent, and says so', () => {
    const shadowed = memoryOf('m', {
      pipeline: [
        { type: 'static', alias: 'phase', params: { items: ['x'] } },
        { type: 'static', params: { items: ['${phase}'] } },
      ],
    });
    expect(
      renameField('addVar.phase', 'addVar.stage', { ...nothing, memories: [shadowed] }).memories,
    ).toEqual([]);
    const asked = renameField('addVar.query', 'addVar.question', {
      ...nothing,
      memories: [templated('query')],
    });
    expect([asked.memories, asked.notes]).toEqual([
      [],
      ['memory "m" keeps "query": ${query} means the request\'s query, whatever variables are called'],
    ]);
  });

  it.each([
    ['addVar.query', 'addVar.question', 'addVar.query', 'addVar.question'],
    ['addVar.repo', 'addVar.project', 'addVar.repo.name', 'addVar.project.name'],
    ['scope.agent.kind', 'scope.task.kind', 'scope.agent.kind', 'scope.task.kind'],
  ])('renames %s to %s in templates that say it with its prefix', (from, to, before, after) => {
    const { memories, notes } = renameField(from, to, { ...nothing, memories: [templated(before)] });
    expect([memories.map(({ value }) => value), notes]).toEqual([[templated(after)], []]);
  });

  const expecting = (...variables: string[]) => ({
    id: 't',
    name: 'T',
    sample: 's',
    expect: [
      { kind: 'included' as const, memory: 'm' },
      { kind: 'missing' as const, variables },
    ],
  });
  const renamedTest = (from: string, to: string, names: string[], memories = [templated('phase')]) => {
    const { tests } = renameField(from, to, { ...nothing, memories, tests: [expecting(...names)] });
    return tests.map(({ value, places }) => [value, ...places]);
  };

  it.each([
    [
      'addVar.phase',
      'addVar.stage',
      ['a', 'phase', 'phase.b', 'phases'],
      ['a', 'stage', 'stage.b', 'phases'],
    ],
    ['addVar.phase', 'addVar.stage', ['addVar.phase', 'stage'], ['addVar.stage', 'stage']],
    ['addVar.phase', 'addVar.stage', ['phase', 'stage'], ['stage']],
    ['scope.agent.kind', 'scope.agent.role', ['kind', 'scope.agent.kind'], ['role', 'scope.agent.role']],
    ['scope.agent.kind', 'scope.task.kind', ['kind', 'scope.agent.kind'], ['kind', 'scope.task.kind']],
  ])('renames %s to %s where a test expects that %j are missing', (from, to, before, after) => {
    expect(renamedTest(from, to, before)).toEqual([[expecting(...after), 'expect.1.variables']]);
  });

  it('leaves what a test expects to be missing where memories need that name still', () => {
    const scoped = memoryOf('m', { inputs_scope: ['agent'] });
    const needed = ['scope.agent.agent_id', 'agent_id'];
    expect(renamedTest('scope.agent.agent_id', 'scope.agent.ident', needed, [scoped])).toEqual([
      [expecting('scope.agent.agent_id', 'ident'), 'expect.1.variables'],
    ]);
    expect(renamedTest('addVar.query', 'addVar.question', ['query'])).toEqual([]);
    expect(renamedTest('scope.agent.phase', 'scope.agent.stage', ['phase'], [declaring('phase')])).toEqual(
      [],
    );
  });

  it('renames in the request of a test and in what it expects at once', () => {
    const test = { ...expecting('phase.name'), request: { additional_variables: { phase: {} } } };
    const { tests } = renameField('addVar.phase', 'addVar.stage', {
      ...nothing,
      memories: [],
      tests: [test],
    });
    expect(tests).toEqual([
      {
        value: { ...expecting('stage.name'), request: { additional_variables: { stage: {} } } },
        places: ['request.additional_variables.phase', 'expect.1.variables'],
      },
    ]);
  });

  it("leaves a scope's bare name where another variable has it as well", () => {
    const engine = engineAdding('e', 'm');
    const conditions = ['scope.agent.kind', 'addVar.kind'].map(field => ({
      field,
      operator: 'exists' as const,
    }));
    const engines = [{ ...engine, rules: engine.rules.map(rule => ({ ...rule, when: conditions })) }];
    const renaming = renameField('scope.agent.kind', 'scope.agent.role', {
      engines,
      memories: [templated('kind')],
      samples: [],
    });
    expect([renaming.memories, renaming.notes, renaming.engines[0]?.places]).toEqual([
      [],
      ['memory "m" keeps "kind": it may mean addVar.kind as well'],
      ['rules.0.when.0.field'],
    ]);
  });

  it('refuses a name that a step has, which templates would mean then', () => {
    const memory = memoryOf('m', {
      pipeline: [
        { type: 'static', alias: 'stage', params: { items: ['x'] } },
        { type: 'static', params: { items: ['${phase}'] } },
      ],
    });
    expect(() => renameField('addVar.phase', 'addVar.stage', { ...nothing, memories: [memory] })).toThrow(
      'memory "m" has a step called "stage"',
    );
  });
});
