import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { failedReply } from '../../shared/contract/errors.ts';
import { startApp } from '../../test/support/app-harness.ts';
import { announceHost } from '../cli/announced-servers.ts';
import { identifyProcess } from '../platform/process-start.ts';
import { createWorld } from '../platform/world.ts';
import { dispatch } from '../services/app/dispatch.ts';
import type { Dispatch } from '../shells/dispatch-port.ts';
import { createCredentials } from '../shells/http/credentials.ts';
import { startHttpShell } from '../shells/http/server.ts';
import { writeTokenFile } from '../shells/http/token-file.ts';
import { hostPlace, hostProtocol, makeHostFolders } from './host-place.ts';
import { createWeftDoor } from './weft-door.ts';

const caller = { door: 'cli', access: 'write' } as const;

/** A door of a project whose host answers as `answer` does with the app that has it open. */
async function hostedDoor(answer: (ask: Dispatch) => Dispatch) {
  const { app, userDataDir, openEmpty } = startApp({ world: createWorld() });
  const project = await openEmpty();
  const place = hostPlace(userDataDir, project);
  await makeHostFolders(place);
  const { version } = app.options;
  const token = randomUUID();
  const shell = await startHttpShell({
    dispatch: answer((...call) => dispatch(app, ...call)),
    subscribe: app.events.subscribe,
    credentials: createCredentials(token),
    bundleDir: userDataDir,
    sdkDir: userDataDir,
    version,
    listenAt: { socketPath: place.socket },
    logFailure: () => {},
    host: { status: () => ({ pid: process.pid }), drain: () => ({}) },
  });
  onTestFinished(() => shell.close());
  const owner = { address: place.socket, project, version, protocol: hostProtocol, background: false };
  await announceHost(place.file, { token, owner });
  const door = createWeftDoor({
    userDataDir,
    project,
    own: async () => {
      throw new Error('the door works alone');
    },
    asksServers: false,
    host: { userDataDir, project, version },
    trustsAll: false,
  });
  onTestFinished(() => door.close());
  return door;
}

it('a call is asked of the next host as long as hosts are replaced', async () => {
  let moved = 40;
  const door = await hostedDoor(ask => async (...call) => {
    moved -= 1;
    return moved < 0 ? ask(...call) : failedReply('moved', 'this host ends; ask the next one');
  });
  // Nobody waits here between two tries.
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (done: () => void, ms: number) => setTimeout(done, ms <= 200 ? 0 : ms));
  expect(await door.dispatch(caller, 'engines.list', {})).toMatchObject({ ok: true });
});

it('writes of a door that stays are done after the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const door = await hostedDoor(ask => ask);
  const post = (summary: string) => door.dispatch(caller, 'ledger.post', { entry_type: 'finding', summary });
  expect(await post('before')).toMatchObject({ ok: true });
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await post('after')).toMatchObject({ ok: true });
});

/** A door of a project that two servers have open: one refuses to write for the sake of the other, `written` says what that one does. */
async function doorOfTwoServers(written: (end: () => Promise<void>) => ReturnType<Dispatch>) {
  const { userDataDir, openEmpty } = startApp();
  const project = await openEmpty();
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  onTestFinished(() => void other.kill());
  const refused = Promise.withResolvers<void>();
  const serve = async (pid: number | undefined, answer: Dispatch) => {
    const token = randomUUID();
    const shell = await startHttpShell({
      dispatch: answer,
      subscribe: () => () => {},
      credentials: createCredentials(token),
      bundleDir: userDataDir,
      sdkDir: userDataDir,
      version: '1.2.3',
      listenAt: { address: '127.0.0.1', allowRemote: false, port: 0, orNextPort: false },
      logFailure: () => {},
    });
    onTestFinished(() => shell.close());
    const owner = { ...(await identifyProcess(pid)), address: '127.0.0.1' };
    await writeTokenFile(userDataDir, { port: shell.port, token, owner });
    return shell;
  };
  const info = { ok: true, value: { path: project, trusted: true } } as const;
  await serve(undefined, async (_, name) => {
    if (name === 'project.info') return info;
    refused.resolve();
    return {
      ok: false,
      error: { code: 'busy', message: 'another Weft writes', details: { pid: other.pid } },
    };
  });
  const writer = await serve(other.pid, async (_, name) => {
    await refused.promise;
    return name === 'project.info' ? info : written(() => writer.close());
  });
  const own = async () => {
    throw new Error('the door works alone');
  };
  const door = createWeftDoor({
    userDataDir,
    project,
    own,
    asksServers: true,
    host: undefined,
    trustsAll: false,
  });
  onTestFinished(() => door.close());
  return () => door.dispatch(caller, 'ledger.post', { entry_type: 'finding', summary: 'x' });
}

it('of two servers that have the project open the one that writes is asked to, however slow it is', async () => {
  const post = await doorOfTwoServers(async () => ({ ok: true, value: 'written' }));
  expect(await post()).toEqual({ ok: true, value: 'written' });
});

it('a write that the one that writes may have done is not refused as if it was not', async () => {
  const post = await doorOfTwoServers(async end => {
    await end();
    return { ok: true, value: 'written' };
  });
  expect(await post()).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('look whether the change was made') },
  });
});
