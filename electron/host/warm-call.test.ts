import { mkdirSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../../test/support/app-harness.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';
import { announceHost } from '../cli/announced-servers.ts';
import { createWorld } from '../platform/world.ts';
import type { AppOptions } from '../services/app/app.ts';
import { readHostFile } from '../shells/http/token-file.ts';
import { hostPlace, hostProtocol } from './host-place.ts';
import { joinHost } from './join-host.ts';
import { startHost } from './start-host.ts';
import { callWarmHost } from './warm-call.ts';

/** A project whose host runs in this process, and what a command line without all of Weft gets of it. */
async function warmProject(options: Partial<AppOptions> = {}) {
  const { app, userDataDir, openEmpty } = startApp(options);
  const project = await openEmpty();
  await writeTree(project, { 'input.json': '{}' });
  mkdirSync(join(project, 'sub'));
  vi.stubEnv('WEFT_USER_DATA', userDataDir);
  mkdirSync(hostPlace(userDataDir, project).folder, { recursive: true, mode: 0o700 });
  const distDir = import.meta.dirname;
  const host = await startHost({
    app,
    project,
    background: true,
    distDir,
    patienceMs: 5000,
    onDrain: () => {},
  });
  onTestFinished(async () => {
    await host?.drain();
    await host?.close();
  });
  async function* stdin() {
    yield Buffer.from('{}');
  }
  const call = async (
    values: readonly string[],
    cwd = project,
    given: AsyncIterable<Uint8Array> = stdin(),
  ) => {
    vi.stubEnv('WEFT_USER_DATA', userDataDir);
    const terminal = { cwd, stdin: given };
    return callWarmHost({ values: ['call', ...values], env: {}, version: '1.2.3', terminal });
  };
  return { project, call };
}

it('answers for a host what all of Weft would, and leaves to it whatever is bad usage', async () => {
  const { project, call } = await warmProject();
  const word = fc.constantFrom(
    'engines.list',
    'input.json',
    '-',
    '--project',
    project,
    join(project, 'sub'),
    '--json',
    '--trust',
    '--no-host',
    '--stdin-lines',
    '--projects',
    '--',
    '',
  );
  const lists = fc.array(word, { maxLength: 4 }).map(words => ['engines.list', ...words]);
  const found = { answered: 0 };
  await fc.assert(
    fc.asyncProperty(lists, async values => {
      const warm = await call(values);
      if (warm.reply === undefined) return;
      found.answered += 1;
      const cold = await runSourceCommand(['call', ...values], { cwd: project, stdin: '{}' });
      expect([values, cold.code, JSON.parse(cold.stdout)]).toEqual([
        values,
        warm.reply.ok ? 0 : 1,
        warm.reply,
      ]);
    }),
    {
      numRuns: propertyRuns(2000),
      examples: [
        [['engines.list', '--project']],
        [['engines.list', 'input.json', '--json', '--project']],
        [['engines.list']],
      ],
    },
  );
  expect(found.answered).toBeGreaterThan(0);
});

it('an option without its value is bad usage, whether a host runs or not', async () => {
  const { project, call } = await warmProject();
  const values = ['ledger.post', '--project'];
  expect(await call(values)).toEqual({ reply: undefined });
  expect(await runSourceCommand(['call', ...values], { cwd: project })).toMatchObject({
    code: 2,
    stdout: '',
  });
});

it('control: what is plain is answered by the host, also from a folder of the project and from elsewhere', async () => {
  const { project, call } = await warmProject();
  const answered = { reply: { ok: true }, json: true };
  expect(await call(['engines.list', '--json'])).toMatchObject(answered);
  expect(await call(['engines.list', '--json'], join(project, 'sub'))).toMatchObject(answered);
  expect(await call(['--json', '--project', project, 'engines.list', '-'], temporaryFolder())).toMatchObject(
    answered,
  );
});

it.each([
  ['a newer one in the background', { version: '1.10.0', background: true }, true],
  ['a newer one with a surface', { version: '2.0.0', background: false }, true],
  ['an older one with a surface', { version: '0.9.0', background: false }, true],
  ['an older one in the background, which is replaced', { version: '0.9.0', background: true }, false],
  ['one of another protocol', { version: '1.2.3', protocol: hostProtocol + 1 }, false],
])('of hosts of other versions it asks whom all of Weft would: %s', async (_, of, isAsked) => {
  const { project, call } = await warmProject();
  const { file } = hostPlace(process.env.WEFT_USER_DATA ?? '', project);
  const { token, owner } = (await readHostFile(file)) ?? expect.fail('no host is announced');
  await announceHost(file, { token, owner: { ...owner, ...of } });
  expect((await call(['engines.list'])).reply?.ok).toBe(isAsked || undefined);
});

it('waits for an answer as long as it takes, and asks for it once', async () => {
  const counted: string[][] = [];
  const tokens = {
    async countTokens(_: string, texts: readonly string[]) {
      counted.push([...texts]);
      await sleep(100);
      return texts.map(() => 7);
    },
  };
  const { project, call } = await warmProject({ world: { ...createWorld(), tokens } });
  await writeTree(project, { 'texts.json': JSON.stringify({ texts: ['a'] }) });
  // Whoever would give up on a silent connection after a while does so at once.
  const { setTimeout } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, after, giveUp) {
    return setTimeout.call(this, giveUp === undefined ? after : Math.min(after, 1), giveUp);
  });
  const answered = { reply: { ok: true, value: { tokens: [7] } }, json: true };
  expect(await call(['assembly.count', 'texts.json', '--json'])).toEqual(answered);
  expect(counted).toEqual([['a']]);
});

it('an input that comes slowly finds the host all the same, though that keeps no connection waiting', async () => {
  const { project, call } = await warmProject();
  const connected = vi.spyOn(Socket.prototype, 'connect');
  async function* slowly() {
    // As the host does with whoever is silent for seconds.
    for (const socket of connected.mock.contexts) (socket as Socket).destroy();
    await new Promise(setImmediate);
    yield Buffer.from('{}');
  }
  expect(await call(['engines.list', '-', '--json'], project, slowly())).toMatchObject({
    reply: { ok: true },
  });
});

it('what is no JSON, or is too deep, is bad usage whether a host runs or not', async () => {
  const { project, call } = await warmProject();
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
  for (const input of [Buffer.from('{"query":"\xff"}', 'latin1'), Buffer.from(deep), Buffer.from('')]) {
    await writeTree(project, { 'bad.json': input });
    expect(await call(['engines.list', 'bad.json'])).toEqual({ reply: undefined });
  }
});

it('a host that is silent is waited for once', async () => {
  const { project, call } = await warmProject();
  const userDataDir = process.env.WEFT_USER_DATA ?? '';
  const { file } = hostPlace(userDataDir, project);
  const address = join(temporaryFolder(), 'silent.sock');
  const silent = createServer(() => {});
  await new Promise<void>(resolve => silent.listen(address, resolve));
  onTestFinished(() => void silent.close());
  const owner = { address, project, version: '1.2.3', protocol: hostProtocol, background: true };
  await announceHost(file, { token: 'a', owner });
  // Whoever would wait for an answer does so for a moment only.
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (done: () => void, after: number) => setTimeout(done, Math.min(after, 50)));
  const warm = await call(['engines.list']);
  expect(warm).toEqual({ reply: undefined, silentSince: expect.any(Number) });
  const waited = vi.spyOn(AbortSignal, 'timeout');
  const silentSince = performance.now() - 2000;
  const joined = await joinHost({ userDataDir, project, version: '1.2.3', silentSince });
  expect(joined).toMatchObject({ why: expect.stringContaining('does not answer'), isSlow: true });
  expect(waited.mock.calls).toEqual([[200]]);
});
