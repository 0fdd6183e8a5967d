import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJSONRPCMessage } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong, propertyRuns } from '../support/property-runs.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { repository, runWeftMcp, startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

// What stdin and stdout of `weft mcp` carry, and how it ends.

const state = { home: '', project: '' };
const place = (env: Readonly<Record<string, string>> = {}) => ({
  cwd: state.project,
  userDataDir: join(state.home, 'user-data'),
  env,
});

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-stdio-'));
  state.project = join(state.home, 'agent-team');
  const stdin = JSON.stringify({ path: state.project });
  await runWeftHere(['call', 'project.createSample', '-'], { ...place(), cwd: state.home, stdin });
});

afterAll(() => removeFolder(state.home));

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const hello =
  line({
    id: 'hello',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  }) + line({ method: 'notifications/initialized' });
const call = (id: number, name: string, given: object = {}): string =>
  line({ id, method: 'tools/call', params: { name, arguments: given } });

/** What a run wrote, message by message; fails at a line that is none. */
const messagesOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map(text => parseJSONRPCMessage(JSON.parse(text)));
const answeredIds = (stdout: string) =>
  messagesOf(stdout).map(message => ('id' in message ? message.id : undefined));

/** Ten thousand in the long tier. */
const callCount = propertyRuns(10_000);

it('thousands of calls with every call logged leave nothing but protocol on stdout', async () => {
  const calls = Array.from({ length: callCount }, (_, id) => call(id, 'rule_get', { id: 'experiments' }));
  const child = startWeft(['mcp', '--tools', 'all'], place({ WEFT_LOG: 'debug' }));
  const written = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', text => {
    written.stdout += String(text);
  });
  child.stderr?.setEncoding('utf8').on('data', text => {
    written.stderr += String(text);
  });
  child.stdin?.write(hello + calls.join(''));
  await expect.poll(() => written.stdout.split('\n').length).toBe(callCount + 2);
  child.stdin?.end();
  await once(child, 'close');
  expect(new Set(answeredIds(written.stdout)).size).toBe(callCount + 1);
  expect(written.stderr.split('"a call was answered"').length).toBe(callCount + 1);
});

it('what is no message harms nothing that follows', async () => {
  const broken = [
    'nonsense\n',
    `"${'x'.repeat(10_000_000)}"\n`,
    '[1]\n',
    line({ id: 1, method: 'no/method' }),
  ];
  const stdin = hello + broken.join('') + call(2, 'rule_list');
  const { code, stdout } = await runWeftMcp({ ...place(), stdin }, ['hello', 1, 2]);
  expect(code).toBe(0);
  expect(new Set(answeredIds(stdout))).toEqual(new Set(['hello', undefined, 1, 2]));
  expect(messagesOf(stdout)).toHaveLength(6);
});

it('is not answered what was cancelled', async () => {
  const cancel = line({ method: 'notifications/cancelled', params: { requestId: 1 } });
  const child = startWeft(['mcp', '--tools', 'all'], place());
  const ended = once(child, 'close');
  const answered = waitForOutput(child, /^[\s\S]*"id":2\b[\s\S]*\n/);
  child.stdin?.write(hello + call(1, 'context_get', { scope_variables: {} }) + cancel + call(2, 'rule_list'));
  const [stdout] = await answered;
  child.stdin?.end();
  await ended;
  expect(answeredIds(stdout)).toEqual(['hello', 2]);
});

it.each([
  ['when it connects', 'claude-code', false],
  ['with each request', 'somebody', true],
  ...(isLong
    ? ([
        ['when it connects', 'somebody', true],
        ['with each request', 'claude-code', false],
      ] as const)
    : []),
] as const)(
  'an agent that says %s that it is %s gets data beside the text: %s',
  async (moment, name, hasData) => {
    const clientInfo = { name, version: '1' };
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: 'rule_list', arguments: {} };
    const asked =
      moment === 'when it connects'
        ? line({
            id: 0,
            method: 'initialize',
            params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
          }) + line({ id: 1, method: 'tools/call', params })
        : line({ id: 1, method: 'tools/call', params: { ...params, _meta: envelope } });
    const { stdout } = await runWeftMcp({ ...place(), stdin: asked }, [1]);
    const answer = messagesOf(stdout).find(message => 'id' in message && message.id === 1);
    const result = answer !== undefined && 'result' in answer ? answer.result : {};
    expect(result.content).toEqual([{ type: 'text', text: expect.stringContaining('planning-rules') }]);
    expect('structuredContent' in result).toBe(hasData);
  },
);

/** A running server that holds the lock of the database, since it wrote to it. */
async function startWriting(): Promise<ChildProcess> {
  const child = startWeft(['mcp', '--tools', 'all'], place());
  child.stdin?.on('error', () => {});
  child.stdin?.write(
    hello + call(1, 'error_pattern_record', { error_type: 'E', message: 'm', solution: 's' }),
  );
  await waitForOutput(child, /"id":1[^0-9].*\n|\n.*"pattern_hash".*\n/);
  return child;
}

const leftovers = async () =>
  (await readdir(join(state.project, '.codebolt/weft'))).filter(name => /\.writer$|-wal$/.test(name));

it.each([
  ['the end of its input', (child: ChildProcess) => child.stdin?.end()],
  ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
])('ends within a second after %s and leaves no lock', async (_, stop) => {
  const child = await startWriting();
  const ended = once(child, 'close');
  stop(child);
  expect(await ended).toEqual([0, null]);
  expect(await leftovers()).toEqual([]);
});

it('does not outlive a parent that was killed', async () => {
  const program = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, [${JSON.stringify(join(repository, 'dist/cli.js'))}, 'mcp']);
    child.stdin.write(${JSON.stringify(hello)});
    child.stdout.once('data', () => console.log('pid ' + child.pid + ' '));
    setInterval(() => {}, 1000);`;
  const { cwd, userDataDir } = place();
  const env = { ...process.env, WEFT_USER_DATA: userDataDir };
  const parent = spawn(process.execPath, ['-e', program], { cwd, env });
  const [, pid] = await waitForOutput(parent, /pid (\d+) /);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
  const stdin = JSON.stringify({ instance: 'i', namespace: 'test', key: 'k', value: 1 });
  const { code } = await runWeftHere(['call', 'kv.set', '-'], { ...place(), stdin });
  expect(code).toBe(0);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
