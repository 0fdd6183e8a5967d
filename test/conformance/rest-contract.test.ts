import { describe, expect, it, vi } from 'vitest';
import { listRestRoutes } from '../../electron/shells/http/rest-routes.ts';
import { contract } from '../../shared/contract/contract.ts';
import { pathWords } from '../../shared/model/id-name.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { temporaryFolder, writeTree } from '../support/temporary-folder.ts';
import { type GoldenCase, readGolden } from './read-golden.ts';

// Each test has a server of its own, and some of them many megabytes to send.
vi.setConfig({ testTimeout: 60_000 });

const rule = {
  id: 'r',
  name: 'In planning',
  priority: 1,
  when: [{ field: 'addVar.phase', operator: 'eq' as const, value: 'planning' }],
  then: { add_memories: ['notes'] },
};
const engine = { id: 'plan', name: 'Plan', description: '', enabled: true, rules: [rule] };
const memory = {
  id: 'notes',
  label: 'Notes',
  description: 'What was noted.',
  version: '1.0.0',
  status: 'active' as const,
  inputs_scope: ['agent' as const],
  additional_variables: [{ name: 'phase', type: 'string' as const, required: true }],
  retrieval: { pipeline: [{ type: 'static' as const, params: { items: ['one'] } }] },
  contribution: { section: 'knowledge' as const, priority: 'high' as const, format: 'bullet_list' as const },
};
const request = {
  scope_variables: { agent: { agent_id: 'a' } },
  additional_variables: { phase: 'planning' },
};
const evaluation = {
  matchedMemories: ['notes'],
  engineResults: [
    {
      engine_id: 'plan',
      engine_name: 'Plan',
      matched_rules: [{ rule_id: 'r', rule_name: 'In planning', memories: ['notes'] }],
    },
  ],
  variablesUsed: ['addVar.phase'],
  warnings: [],
};

async function served(): Promise<ServedApp> {
  const app = await serveApp();
  await app.openEmpty();
  await app.call('engines.create', { engine });
  await app.call('memories.create', { memory });
  return app;
}

/** Method, path, body, status, plain result: each row on a project of its own. */
const table: readonly (readonly [string, string, unknown, number, unknown])[] = [
  [
    'POST',
    '/context-assembly/assemble',
    request,
    200,
    expect.objectContaining({
      context: { knowledge: [expect.objectContaining({ memory_id: 'notes', content: 'one' })] },
      trace: expect.objectContaining({ memory_calls: [expect.objectContaining({ memory_id: 'notes' })] }),
      meta: expect.objectContaining({ token_estimate: 1, total_items: 1, truncated: false }),
    }),
  ],
  [
    'POST',
    '/context-assembly/validate',
    request,
    200,
    { valid: true, errors: [], warnings: [], resolved_memories: ['notes'] },
  ],
  [
    'GET',
    '/context-assembly/memory-types',
    undefined,
    200,
    [
      {
        id: 'notes',
        label: 'Notes',
        description: 'What was noted.',
        section: 'knowledge',
        inputs_scope: ['agent'],
      },
    ],
  ],
  ['POST', '/context-assembly/evaluate-rules', request, 200, evaluation],
  [
    'POST',
    '/context-assembly/required-variables',
    ['notes'],
    200,
    {
      scope_variables: ['scope.agent.agent_id'],
      additional_variables: { phase: { type: 'string', required: true, from_memory: ['notes'] } },
    },
  ],
  ['GET', '/context-rule-engine', undefined, 200, [engine]],
  [
    'POST',
    '/context-rule-engine',
    { name: 'New rules' },
    201,
    { id: 'new-rules', name: 'New rules', description: '', enabled: true, rules: [] },
  ],
  ['GET', '/context-rule-engine/plan', undefined, 200, engine],
  ['PUT', '/context-rule-engine/plan', { enabled: false }, 200, { ...engine, enabled: false }],
  ['DELETE', '/context-rule-engine/plan', undefined, 200, { deleted: 'plan' }],
  ['POST', '/context-rule-engine/plan/evaluate', request, 200, evaluation],
  ['POST', '/context-rule-engine/evaluate', request, 200, evaluation],
  [
    'GET',
    '/context-rule-engine/variables',
    undefined,
    200,
    expect.arrayContaining([expect.objectContaining({ name: 'addVar.phase', type: 'string' })]),
  ],
  [
    'POST',
    '/context-rule-engine/plan/rules',
    { name: 'Next', when: [], then: { add_memories: [] } },
    201,
    { id: 'next', name: 'Next', when: [], then: { add_memories: [] } },
  ],
  ['PUT', '/context-rule-engine/plan/rules/r', { priority: 5 }, 200, { ...rule, priority: 5 }],
  [
    'DELETE',
    '/context-rule-engine/plan/rules/r',
    undefined,
    200,
    { deleted: 'r', engine: { ...engine, rules: [] }, hash: expect.any(String) },
  ],
  ['GET', '/persistent-memory/types', undefined, 200, [memory]],
  ['POST', '/persistent-memory/types', { ...memory, id: 'more' }, 201, { ...memory, id: 'more' }],
  ['GET', '/persistent-memory/types/notes', undefined, 200, memory],
  ['PUT', '/persistent-memory/types/notes', { label: 'Other' }, 200, { ...memory, label: 'Other' }],
  ['DELETE', '/persistent-memory/types/notes', undefined, 200, { deleted: 'notes' }],
  [
    'POST',
    '/persistent-memory/types/notes/execute',
    request,
    200,
    expect.objectContaining({ items: [expect.objectContaining({ content: 'one' })] }),
  ],
  ['GET', '/persistent-memory/types/notes/export', undefined, 200, memory],
  [
    'POST',
    '/persistent-memory/types/notes/duplicate',
    { to: 'copy' },
    201,
    { ...memory, id: 'copy', label: 'Notes copy' },
  ],
  ['POST', '/persistent-memory/validate', memory, 200, { valid: true, problems: [] }],
  [
    'POST',
    '/persistent-memory/import',
    { files: [{ name: 'a.json', text: JSON.stringify(memory) }], on_conflict: 'keep' },
    200,
    { imported: [], kept: [expect.objectContaining({ id: 'notes' })], refused: [] },
  ],
  [
    'GET',
    '/persistent-memory/step-specs',
    undefined,
    200,
    expect.objectContaining({ static: expect.any(Object) }),
  ],
];

describe('every REST path of the source', () => {
  it('is in this table', () => {
    const paths = table.map(([method, path]) => `${method} ${path}`).toSorted();
    const own = (path: string) =>
      path
        .replace(':engine_id', 'plan')
        .replace(':rule_id', 'r')
        .replace(':id', path.startsWith('/persistent') ? 'notes' : 'plan');
    expect(
      listRestRoutes()
        .map(({ method, path }) => `${method} ${own(path)}`)
        .toSorted(),
    ).toEqual(paths);
  });

  it.each(table)('%s %s answers the plain result', async (method, path, body, status, value) => {
    const app = await served();
    expect(await app.fetch(method, path, body)).toMatchObject({
      status,
      type: 'application/json; charset=utf-8',
      value,
    });
  });

  it('answers 401 without the right token, and nothing comes of it', async () => {
    const app = await served();
    const before = app.events.length;
    const asked = [{ authorization: '' }, { authorization: `Bearer ${app.token}x` }];
    for (const [method, path, body] of table)
      for (const headers of asked)
        expect(await app.fetch(method, path, body, headers), `${method} ${path}`).toMatchObject(problem(401));
    expect(app.events.slice(before)).toEqual([]);
  });
});

const problem = (status: number, code?: string) => ({
  status,
  type: 'application/problem+json',
  value: { status, ...(code === undefined ? {} : { code }), message: expect.any(String) },
});

const withBody = table.filter(([method]) => method === 'POST' || method === 'PUT');

describe('every REST path with a body', () => {
  it.each(withBody)(
    '%s %s refuses what is no JSON, what is not sent as JSON, and what is too large',
    async (method, path, body) => {
      const app = await served();
      const text = JSON.stringify(body);
      expect([
        await app.fetch(method, path, `${text}]`),
        await app.fetch(method, path, text, { 'content-type': 'text/plain' }),
        await app.fetch(method, path, `${' '.repeat(8 * 1024 * 1024)}${text}`),
      ]).toMatchObject([
        problem(400, 'invalid_input'),
        problem(415, 'unsupported'),
        problem(413, 'too_large'),
      ]);
    },
  );

  it.each<readonly [string, string, unknown, readonly string[]]>([
    [
      'POST',
      '/context-assembly/assemble',
      { constraints: { max_tokens: -1 }, explicit_memory: ['nope'], rule_engine_ids: ['none'] },
      ['constraints.max_tokens', 'explicit_memory.0', 'rule_engine_ids.0', 'scope_variables'],
    ],
    [
      'POST',
      '/context-assembly/evaluate-rules',
      { rule_engine_ids: ['none'] },
      ['rule_engine_ids.0', 'scope_variables'],
    ],
    ['POST', '/context-rule-engine/evaluate', { input: 3 }, ['input', 'scope_variables']],
    ['POST', '/context-rule-engine/plan/evaluate', { input: 3 }, ['input', 'scope_variables']],
    ['POST', '/context-rule-engine', { name: '', enabled: 'yes' }, ['enabled', 'name']],
    ['PUT', '/context-rule-engine/plan', { name: '', rules: 3 }, ['name', 'rules']],
    ['POST', '/context-rule-engine/plan/rules', { name: 3, when: [] }, ['name', 'then']],
    ['PUT', '/context-rule-engine/plan/rules/r', { name: 3, when: 4 }, ['name', 'when']],
    [
      'POST',
      '/persistent-memory/types',
      { label: '', status: 'new' },
      ['contribution', 'label', 'retrieval', 'status'],
    ],
    ['PUT', '/persistent-memory/types/notes', { label: 3, version: 'x' }, ['label', 'version']],
    [
      'POST',
      '/context-assembly/required-variables',
      { memory_ids: ['..', 3] },
      ['memory_ids.0', 'memory_ids.1'],
    ],
    ['POST', '/persistent-memory/import', { on_conflict: 'ask', file: 1 }, ['file', 'on_conflict']],
  ])('%s %s tells all errors of an input at once', async (method, path, body, paths) => {
    const app = await served();
    const answer = await app.fetch(method, path, body);
    expect(answer).toMatchObject(problem(400, 'invalid_input'));
    const { details } = answer.value as { details: { errors: readonly { path: string }[] } }; // checked by the comparison
    expect([...new Set(details.errors.map(error => error.path))].toSorted()).toEqual(paths);
  });

  it.each(['/context-assembly/validate', '/persistent-memory/validate'])(
    '%s answers them as its result',
    async path => {
      const app = await served();
      expect(await app.fetch('POST', path, { id: 3 })).toMatchObject({
        status: 200,
        value: { valid: false },
      });
    },
  );
});

const ofOne = table.filter(([, path]) => /plan|notes/.test(path));

describe('every REST path of one definition', () => {
  it('answers 404 for one that is not there, 400 for what is no id', async () => {
    const app = await served();
    for (const [method, path, body] of ofOne) {
      const other = (id: string) => app.fetch(method, path.replace(/plan|notes/, id), body);
      const [absent, hostile] = [await other('absent'), await other('..%2f..%2fsecret')];
      expect(absent, `${method} ${path}`).toMatchObject(problem(404, 'not_found'));
      expect([400, 404]).toContain(hostile.status);
    }
  });

  it('answers 404 for a rule that is not there', async () => {
    const app = await served();
    const path = '/context-rule-engine/plan/rules/absent';
    expect([await app.fetch('PUT', path, {}), await app.fetch('DELETE', path)]).toMatchObject([
      problem(404, 'not_found'),
      problem(404, 'not_found'),
    ]);
  });

  const changing = ofOne.filter(
    ([method, path]) => method !== 'GET' && !/evaluate|execute|duplicate/.test(path),
  );

  it.each(changing)(
    '%s %s answers 409 for an old ETag and leaves the file as it is',
    async (method, path, body) => {
      const app = await served();
      const whole = path.replace(/\/rules.*/, '');
      const before = await app.fetch('GET', whole);
      const late = await app.fetch(method, path, body, { 'if-match': `"${'0'.repeat(64)}"` });
      expect(late).toMatchObject(problem(409, 'conflict'));
      expect(await app.fetch('GET', whole)).toEqual(before);
      const timely = await app.fetch(method, path, body, { 'if-match': before.etag ?? '' });
      expect([200, 201]).toContain(timely.status);
    },
  );
});

describe('ids that are words of paths', () => {
  const paths = listRestRoutes().map(({ path }) => path.split('/'));
  /** What stands in some path at the place where another has an id of a definition. */
  const words = paths.flatMap(path =>
    paths.flatMap(other => {
      const at = other.findIndex((part, index) => part.startsWith(':') && !path[index]?.startsWith(':'));
      const word = path[at];
      return at > 0 && word !== undefined && same(path.slice(0, at), other.slice(0, at)) ? [word] : [];
    }),
  );

  it('are all known', () => {
    expect([...new Set(words)].toSorted()).toEqual(pathWords.toSorted());
  });

  it.each(pathWords)('"%s" is minted for no engine and refused for any', async word => {
    const app = await served();
    const name = `${word[0]?.toUpperCase()}${word.slice(1)}`;
    const created = await app.fetch('POST', '/context-rule-engine', { name });
    const read = await app.fetch('GET', `/context-rule-engine/engine-${word}`);
    const refused = [
      await app.fetch('POST', '/context-rule-engine', { id: word, name }),
      await app.fetch('POST', '/procedures/engines.duplicate', { id: 'plan', to: word }),
      await app.fetch('POST', '/procedures/engines.save', {
        engine: { ...engine, id: word },
        expected_hash: null,
      }),
    ];
    const imported = await app.call('engines.import', {
      files: [{ name: 'a.json', text: JSON.stringify({ ...engine, id: word }) }],
      on_conflict: 'keep',
    });
    expect([created.status, read.value, refused, imported]).toMatchObject([
      201,
      { name },
      refused.map(() => problem(400, 'invalid_input')),
      { imported: [], refused: [{ reason: expect.stringContaining('is a word of a path') }] },
    ]);
  });
});

const same = (left: readonly string[], right: readonly string[]): boolean => left.join() === right.join();

describe('a project that came from elsewhere', () => {
  it('is shown over REST, and nothing of it acts before it is trusted', async () => {
    const app = await serveApp();
    const path = temporaryFolder();
    await writeTree(path, {
      '.codebolt/context-rule-engines/plan.json': JSON.stringify(engine),
      '.codebolt/PersistentMemory/notes.json': JSON.stringify(memory),
    });
    await app.call('project.open', { path });
    const acting = table.filter(([, route]) => /assemble$|evaluate|execute/.test(route));
    for (const [method, route, body] of acting)
      expect([route, await app.fetch(method, route, body)]).toMatchObject([
        route,
        problem(403, 'untrusted_project'),
      ]);
    const shown = ['/context-rule-engine', '/context-rule-engine/plan', '/persistent-memory/types/notes'];
    expect(await Promise.all(shown.map(async route => (await app.fetch('GET', route)).value))).toEqual([
      [engine],
      engine,
      memory,
    ]);
  });
});

describe('every procedure', () => {
  it('is there at its own path, for JSON with the token only', async () => {
    const app = await served();
    for (const name of Object.keys(contract)) {
      const path = `/procedures/${name}`;
      expect([
        name,
        await app.fetch('POST', path, { 'no key of it': 1 }),
        await app.fetch('POST', path, {}, { authorization: '' }),
        await app.fetch('POST', path, '{}', { 'content-type': 'text/plain' }),
      ]).toMatchObject([
        name,
        problem(400, 'invalid_input'),
        problem(401, 'unauthorized'),
        problem(415, 'unsupported'),
      ]);
    }
  });

  it('that does not exist is told with near names', async () => {
    const app = await served();
    expect(await app.fetch('POST', '/procedures/engines.lst', {})).toMatchObject({
      ...problem(404, 'not_found'),
      value: { details: { near: expect.arrayContaining(['engines.list']) } },
    });
  });
});

it('the document lists what is there, and its version', async () => {
  const app = await served();
  const { status, value } = await app.fetch('GET', '/openapi.json');
  expect([status, value]).toMatchObject([200, { openapi: '3.1.1', info: { version: '1.2.3' } }]);
  const { paths } = value as { paths: object }; // just compared
  const missing = Object.keys(contract).filter(name => !(`/procedures/${name}` in paths));
  expect(missing).toEqual([]);
});

interface Evaluation {
  readonly request: object;
  readonly engines: readonly ContextRuleEngine[];
}

// The file's shape is told in its README.
const { cases } = readGolden('evaluations') as { cases: GoldenCase<Evaluation, object>[] };

it('the golden evaluations agree over REST, with engines of the call and of the project', async () => {
  const app = await serveApp();
  await app.openEmpty();
  for (const { input, expect: expected } of cases) {
    const given = await app.fetch('POST', '/procedures/rules.evaluate', input);
    for (const one of input.engines) await app.call('engines.save', { engine: one, expected_hash: null });
    const stored = await app.fetch('POST', '/context-rule-engine/evaluate', input.request);
    for (const { id } of input.engines) await app.call('engines.delete', { id });
    expect([given.value, stored.value]).toMatchObject([expected, expected]);
  }
});
