import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { hostedProject } from '../support/hosts.ts';
import { repository } from '../support/run-weft.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The `node` of this machine, not the one that npm puts before it. */
const folder = (process.env.PATH ?? '')
  .split(delimiter)
  .find(path => path !== '' && !path.includes('node_modules') && existsSync(join(path, 'node')));
const node = folder === undefined ? undefined : join(folder, 'node');
const version = node && execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
const isOld = version !== undefined && Number(/\d+/.exec(version)?.[0]) < 22;

async function run(values: readonly string[], stdin = '') {
  const env = {
    PATH: folder,
    HOME: temporaryFolder(),
    WEFT_USER_DATA: temporaryFolder(),
    WEFT_HOST: 'off',
    TERM: 'dumb',
  };
  const child = spawn(node ?? '', values, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', text => {
    said.stdout += String(text);
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    said.stderr += String(text);
  });
  child.stdin.end(stdin);
  const [code]: unknown[] = await once(child, 'close');
  return { code, ...said };
}

const title = isOld ? `the machine's own Node ${version}` : 'an old Node (not run: this machine has none)';

it.skipIf(!isOld)(
  `the command runs under ${title}, with input, output and exit code of its own`,
  async () => {
    const cli = join(repository, 'dist/cli.js');
    const told = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
    expect(await run([cli, '--version'])).toEqual({ code: 0, stdout: `${told.version}\n`, stderr: '' });
    const gone = temporaryFolder();
    rmSync(gone, { recursive: true });
    expect((await run([cli, 'open', gone])).code).toBe(2);
    const input = JSON.stringify({ model: 'sonnet', current_tokens: 10 });
    const called = await run([cli, 'call', 'zones.classify', '-'], input);
    expect([called.code, JSON.parse(called.stdout).ok]).toEqual([0, true]);
  },
);

it.skipIf(!isOld)(`the README's MCP server answers under ${title}`, async () => {
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  const snippet = /```json\n(\{\s*"mcpServers"[\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const project = temporaryFolder();
  mkdirSync(join(project, '.codebolt'));
  const { command, args } = JSON.parse(snippet).mcpServers.weft;
  const values = args.map((value: string) =>
    value.replace('/path/to/weft', repository).replace('/path/to/project', project),
  );
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const asked = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const { code, stdout } = await run(values, `${asked}\n`);
  expect([command, code, JSON.parse(stdout.split('\n')[0] ?? '').result.serverInfo.name]).toEqual([
    'node',
    0,
    expect.stringContaining('weft'),
  ]);
});

const inTerminal = '/usr/bin/script';

it.skipIf(!isOld || process.platform !== 'linux' || !existsSync(inTerminal))(
  `Ctrl+C in a terminal is heard once under ${title}, so that the server ends in order`,
  async () => {
    const home = temporaryFolder();
    const project = temporaryFolder();
    mkdirSync(join(project, '.codebolt'));
    const line = `exec '${node}' '${join(repository, 'dist/cli.js')}' serve --port 0 --project '${project}'`;
    const env = { PATH: folder, HOME: home, WEFT_USER_DATA: home, WEFT_HOST: 'off', TERM: 'dumb' };
    const child = spawn(inTerminal, ['-qec', line, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', text => {
      const before = said;
      said += String(text);
      const ready = /stop with Ctrl\+C/;
      if (ready.test(said) && !ready.test(before)) child.stdin.write('\x03');
    });
    const [code]: unknown[] = await once(child, 'close');
    expect([code, readdirSync(home).filter(name => name.startsWith('token'))], said).toEqual([0, []]);
  },
);

it.skipIf(!isOld)(`where there is no other than ${title}, it says what to do`, async () => {
  const alone = temporaryFolder();
  copyFileSync(join(repository, 'dist/cli.cjs'), join(alone, 'cli.cjs'));
  writeFileSync(join(alone, 'package.json'), '{ "type": "module" }');
  const { code, stdout, stderr } = await run([join(alone, 'cli.cjs'), '--version']);
  expect([code, stdout, stderr.split('\n').length]).toEqual([3, '', 2]);
  expect(stderr).toMatch(
    /is too old, and no Node 22\.14 or newer was found; install Node 22\.14 or newer, or name/,
  );
});

it('a hook is one small file, and asks for nothing but what comes with Node and is there soon', async () => {
  const hook = await readFile(join(repository, 'dist/hook.cjs'), 'utf8');
  expect(Buffer.byteLength(hook)).toBeLessThan(60_000);
  const required = [...hook.matchAll(/\brequire\([`"']([^`"']+)[`"']\)/g)].map(([, name]) => name);
  expect([...new Set(required)].sort()).toEqual(['node:fs', 'node:net', 'node:os', 'node:path']);
});

it.skipIf(!isOld)(`a hook runs under ${title} itself, and says nothing where nobody listens`, async () => {
  const event = { hook_event_name: 'Stop', session_id: 's', cwd: temporaryFolder() };
  const hook = [join(repository, 'dist/cli.cjs'), 'hook'];
  expect(await run(hook, JSON.stringify(event))).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await run([join(repository, 'dist/hook.cjs'), 'hook'], 'nonsense')).toMatchObject({
    code: 0,
    stdout: '',
  });
});

it.skipIf(process.platform === 'win32')('a hook whose own folder is gone tells its event', async () => {
  const project = await hostedProject();
  const event = JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd: project.folder });
  const hook = `cd "$0" && rmdir "$0" && exec "${process.execPath}" "${join(repository, 'dist/cli.cjs')}" hook`;
  const env = { ...project.place.env, WEFT_USER_DATA: project.userDataDir };
  const heard = async () => {
    execFileSync('sh', ['-c', hook, temporaryFolder()], { input: event, env });
    return project.call('flights.list');
  };
  await expect.poll(heard).toMatchObject({ total: 1 });
});
