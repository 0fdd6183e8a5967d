import type { ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repository, runWeft, startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const state: { home: string; project: string; server?: ChildProcess } = { home: '', project: '' };
const command = join(repository, 'dist/cli.js');
const place = () => ({ cwd: state.home, userDataDir: join(state.home, 'user-data') });

const call = ['--method', 'tools/call', '--tool-name', 'rule_get', '--tool-arg', 'id=planning-rules'];
const answer = { structuredContent: { engine: { id: 'planning-rules' } } };
const tools = { tools: expect.arrayContaining([expect.objectContaining({ name: 'context_get' })]) };

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-inspector-'));
  state.project = join(state.home, 'agent-team');
  const stdin = JSON.stringify({ path: state.project });
  await runWeft(['call', 'project.createSample', '-'], { ...place(), stdin });
});

afterAll(async () => {
  state.server?.kill();
  await removeFolder(state.home);
});

async function inspect(...values: string[]): Promise<unknown> {
  const launcher = join(
    import.meta.dirname,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  );
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, '--cli', ...values], {
    env: { ...process.env, WEFT_USER_DATA: place().userDataDir, HOME: state.home },
    cwd: state.home,
  });
  return JSON.parse(stdout);
}

it('the Inspector lists and calls over stdio', async () => {
  // It hands a server only the part of the environment that it is told to.
  const handed = ['-e', `WEFT_USER_DATA=${place().userDataDir}`];
  const server = [...handed, process.execPath, command, 'mcp', '--tools', 'all', '--project', state.project];
  expect(await inspect(...server, '--method', 'tools/list')).toMatchObject(tools);
  expect(await inspect(...server, ...call)).toMatchObject(answer);
});

it('the Inspector lists and calls over HTTP', async () => {
  state.server = startWeft(['serve', '--json', '--port', '0', '--project', state.project], place());
  const [line] = await waitForOutput(state.server, /^\{.*\}\n/);
  const { origin, token } = JSON.parse(line) as { origin: string; token: string }; // what serve --json prints
  const server = [
    `${origin}/mcp?tools=all`,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${token}`,
  ];
  expect(await inspect(...server, '--method', 'tools/list')).toMatchObject(tools);
  expect(await inspect(...server, ...call)).toMatchObject(answer);
});
