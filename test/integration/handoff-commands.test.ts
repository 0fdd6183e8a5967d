import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../electron/sdk/create-client.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const state = { home: '', project: '' };

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-handoff-'));
  state.project = join(state.home, 'agent-team');
  await weft(['demo', '--project', state.project]);
});

afterAll(() => removeFolder(state.home));

const weft = (values: readonly string[], stdin = '') =>
  runWeftHere(values, { cwd: state.home, userDataDir: join(state.home, 'user-data'), stdin });

it('weft context prints what an agent gets, and the fallback where there is no project', async () => {
  const named = ['context', '--agent', 'developer', '--session', 'early-release', '--group', 'booking-api'];
  const found = await weft([...named, '--project', state.project]);
  expect([found.code, found.stderr]).toEqual([0, '']);
  expect(found.stdout).toMatch(
    /^## Context for developer\n\n### Relevant Packages \(3\/5\)\n\n\*\*\[CRITICAL\]\*\* investigation\/hold-sweeper\.md\n> /,
  );
  expect(found.stdout).toMatch(/\n📦 \+2 more packages available \(ask again with a higher limit\)\n$/);
  const none = await weft(named);
  expect([none.code, none.stdout]).toEqual([
    0,
    '## Context for developer\n\n⚠️ Context is unavailable right now.\n\n**Fallback Mode**: continue with task and role alone.\n',
  ]);
  expect(await weft(['context', '--agent', 'developer'])).toMatchObject({ code: 2, stdout: '' });
  expect(await weft([...named, '--limit', '0', '--project', state.project])).toMatchObject({
    code: 2,
    stdout: '',
  });
});

it('weft health takes a JSON line a call, blocks at RED across processes, and reports', async () => {
  const health = (lines: readonly object[], ...more: string[]) =>
    weft(
      ['health', '--project', state.project, '--session', 's', ...more],
      lines.map(line => `${JSON.stringify(line)}\n`).join(''),
    );
  const first = await health([{ tool: 'read' }, { message: 'x'.repeat(400) }, { task: 'Ship it' }]);
  const envelopes = first.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect([first.code, envelopes.map(({ value }) => value.assessment.tokens)]).toEqual([0, [500, 600, 600]]);
  const refused = await health([{ tool: 'read' }, { tool: 7 }]);
  expect([refused.code, refused.stderr]).toEqual([2, '1 of 2 lines were refused and are not recorded\n']);
  const untrue = await health([{ acknowledge: 'true' }]);
  expect([untrue.code, untrue.stdout]).toEqual([
    2,
    expect.stringContaining('acknowledge must be true or false'),
  ]);
  expect(await health([])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nothing was recorded'),
  });
  const red = await health([{ measured_tokens: 190_000 }]);
  expect([red.code, JSON.parse(red.stdout).value.assessment.message]).toEqual([
    1,
    'Context at 95%: state saved to .rune/. Compact now.',
  ]);
  const report = await health([], '--report');
  expect([
    report.code,
    report.stdout.startsWith('## Context Health\n- **Utilization**: 95% (measured)\n'),
  ]).toEqual([1, true]);
  const done = await health([{ acknowledge: true }]);
  expect([done.code, JSON.parse(done.stdout).value.acknowledged]).toEqual([0, true]);
  expect((await health([], '--report')).stdout).toContain('- Task: Ship it\n');
});

it('weft health tells the Weft that has the project open, which holds the database and shows it live', async () => {
  const userDataDir = join(state.home, 'user-data');
  const values = ['serve', '--project', state.project, '--port', '0'];
  const serving = startWeft(values, { cwd: state.home, userDataDir });
  try {
    const [, url = ''] = await waitForOutput(serving, /(http:\/\/127\.0\.0\.1:\d+)/);
    const left = await readFile(join(userDataDir, `token-${new URL(url).port}`), 'utf8');
    const [token = ''] = left.split('\n');
    const client = createClient({ url, token });
    // From its first write on, the server holds the lock.
    await client.call('health.record', { session_id: 'served', tool: 'read' });
    const heard: string[] = [];
    const events = client.events.subscribe(event => {
      if (event.event === 'project:changed') heard.push(event.what);
    });
    await events.ready;
    const fed = await weft(
      ['health', '--project', state.project, '--session', 'served'],
      '{"tool": "edit"}\n',
    );
    expect([fed.code, JSON.parse(fed.stdout).value.assessment.tokens]).toEqual([0, 2500]);
    const { sessions } = await client.call('health.state', { session_id: 'served' });
    expect(sessions.map(({ tool_calls }) => tool_calls)).toEqual([{ low: 1, medium: 0, high: 1 }]);
    await expect.poll(() => heard).toContain('health');
    events.close();
  } finally {
    const ended = once(serving, 'close');
    serving.kill('SIGTERM');
    await ended;
  }
});
