import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { WeftEvent } from '../../shared/contract/events.ts';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const state: { home: string; project: string; child?: ChildProcess; origin: string; token: string } = {
  home: '',
  project: '',
  origin: '',
  token: '',
};

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-rest-'));
  state.project = join(state.home, 'agent-team');
  const place = { cwd: state.home, userDataDir: join(state.home, 'user-data') };
  await runWeftHere(['call', 'project.createSample', '-'], {
    ...place,
    stdin: JSON.stringify({ path: state.project }),
  });
  state.child = startWeft(['serve', '--json', '--port', '0', '--project', state.project], place);
  const [line] = await waitForOutput(state.child, /^\{.*\}\n/);
  const told: { origin: string; token: string } = JSON.parse(line);
  Object.assign(state, told);
});

afterAll(async () => {
  const ended = state.child && once(state.child, 'close');
  state.child?.kill('SIGTERM');
  await ended;
  await removeFolder(state.home);
});

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${state.origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${state.token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    etag: answer.headers.get('etag') ?? '',
    value: (await answer.json()) as unknown,
  }; // each test knows what it asked for
}

const request = {
  scope_variables: { agent: { agent_type: 'developer' } },
  additional_variables: { phase: 'planning' },
  constraints: { max_tokens: 2000 },
};

describe('assembly over REST', () => {
  it('fills the thread from the header unless the body has one, and goes by the request id of the header', async () => {
    const engine = {
      name: 'Threads',
      rules: [
        {
          name: 'On thread t-1',
          priority: 1,
          when: [{ field: 'scope.thread.thread_id', operator: 'eq', value: 't-1' }],
          then: { add_memories: ['team-roster'] },
        },
      ],
    };
    const created = await ask('POST', '/context-rule-engine', engine);
    const fired = async (body: unknown, headers: Record<string, string>) => {
      const { value } = await ask('POST', '/context-assembly/assemble', body, headers);
      const { trace, request_id } = value as AssembledContext; // checked by the comparison
      return [request_id, trace.rules_applied.some(rule => rule.rule_name === 'On thread t-1')];
    };
    const own = {
      ...request,
      scope_variables: { ...request.scope_variables, thread: { thread_id: 'other' } },
    };
    const headers = { 'x-thread-id': 't-1', 'x-request-id': 'r-1' };
    expect([created.status, await fired(request, headers), await fired(own, headers)]).toEqual([
      201,
      ['r-1', true],
      ['r-1', false],
    ]);
  });

  it('tells its events in order to whoever follows that request', async () => {
    const socket = new WebSocket(`${state.origin.replace('http', 'ws')}/events`);
    const events: WeftEvent[] = [];
    socket.on('message', data => events.push(JSON.parse(String(data))));
    await once(socket, 'open');
    socket.send(JSON.stringify({ token: state.token, subscribe: { request_id: 'followed' } }));
    // The socket has no answer to wait for, so the request is asked until its events come.
    await expect
      .poll(async () => {
        events.length = 0;
        await ask('POST', '/context-assembly/assemble', request, { 'x-request-id': 'not-followed' });
        await ask('POST', '/context-assembly/assemble', request, { 'x-request-id': 'followed' });
        return [...new Set(events.map(event => event.event))];
      })
      .toEqual([
        'contextAssembly:started',
        'contextAssembly:rulesEvaluated',
        'contextAssembly:pipelineComplete',
        'contextAssembly:complete',
      ]);
    const numbered = events.map(event => 'seq' in event && [event.request_id, event.seq]);
    expect(numbered).toEqual(events.map((_, index) => ['followed', index + 1]));
    socket.close();
  });

  it('lists all errors of an invalid request at once', async () => {
    const bad = { constraints: { max_tokens: -1 }, explicit_memory: ['no-such-memory'] };
    const assembled = await ask('POST', '/context-assembly/assemble', bad);
    const validated = await ask('POST', '/context-assembly/validate', bad);
    const { errors } = validated.value as { errors: readonly unknown[] }; // checked by the comparison
    expect([assembled.status, assembled.value, validated.status, errors.length >= 2]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_input', details: expect.objectContaining({ errors }) }),
      200,
      true,
    ]);
  });

  it('serves the other paths of the source', async () => {
    const answers = await Promise.all([
      ask('GET', '/context-assembly/memory-types'),
      ask('POST', '/context-assembly/evaluate-rules', request),
      ask('POST', '/context-assembly/required-variables', ['api-contracts']),
      ask('GET', '/context-rule-engine/variables'),
      ask('POST', '/context-rule-engine/planning-rules/evaluate', request),
      ask('POST', '/context-rule-engine/evaluate', request),
    ]);
    const shapeOf = (value: unknown) =>
      Array.isArray(value) ? 'list' : Object.keys(Object(value)).sort()[0];
    expect(answers.map(({ status, value }) => [status, shapeOf(value)])).toEqual([
      [200, 'list'],
      [200, 'engineResults'],
      [200, expect.any(String)],
      [200, 'list'],
      [200, 'engineResults'],
      [200, 'engineResults'],
    ]);
  });
});

describe('rule engines over REST', () => {
  it('are read, changed and deleted, and a change that somebody overtook is refused', async () => {
    const first = await ask('GET', '/context-rule-engine/review-rules');
    const changed = await ask(
      'PUT',
      '/context-rule-engine/review-rules',
      { enabled: false },
      { 'if-match': first.etag },
    );
    const late = await ask(
      'PUT',
      '/context-rule-engine/review-rules',
      { enabled: true },
      { 'if-match': first.etag },
    );
    const file = join(state.project, '.codebolt/context-rule-engines/review-rules.json');
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    const deleted = await ask('DELETE', '/context-rule-engine/review-rules', undefined, {
      'if-match': changed.etag,
    });
    const gone = await ask('GET', '/context-rule-engine/review-rules');
    expect([changed.status, changed.value, late.status, stored, deleted.status, gone.status]).toEqual([
      200,
      { ...Object(first.value), enabled: false },
      409,
      changed.value,
      200,
      404,
    ]);
  });

  it('a broken file is told with its place, stays as it is, and the others work', async () => {
    const file = join(state.project, '.codebolt/context-rule-engines/broken.json');
    const text = '{\n  "id": "broken",\n  "rules": [,]\n}\n';
    await writeFile(file, text);
    const list = await ask('GET', '/context-rule-engine');
    const { status, value } = await ask('POST', '/procedures/engines.list', {});
    const { engines, problems } = value as {
      engines: readonly { id: string }[];
      problems: readonly unknown[];
    }; // checked by the comparison
    expect([
      status,
      engines.some(engine => engine.id === 'planning-rules'),
      list.value,
      problems,
      await readFile(file, 'utf8'),
    ]).toEqual([
      200,
      true,
      engines,
      [
        expect.objectContaining({
          file: expect.stringContaining('broken.json'),
          line: 3,
          reason: expect.any(String),
        }),
      ],
      text,
    ]);
  });

  it.each(['../../../etc/passwd', 'a.b', '__proto__', 'con', 'x'.repeat(65), 'ａ'])(
    'the id %j touches no file',
    async id => {
      const { status } = await ask('GET', `/context-rule-engine/${encodeURIComponent(id)}`);
      expect([400, 404]).toContain(status);
    },
  );
});
