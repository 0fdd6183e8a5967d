import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../../test/support/app-harness.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { readLogEntries } from './host-log.ts';
import { hostPlace } from './host-place.ts';
import { runHook } from './run-hook.ts';
import { startHost } from './start-host.ts';

/** A project whose host runs in this process, and what hooks of an agent that works there tell it. */
async function hookedProject() {
  const { app, call, userDataDir, openEmpty } = startApp();
  const project = await openEmpty();
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
  const tell = (event: string, cwd: string | undefined = project) =>
    runHook({
      values: ['hook'],
      env: {},
      version: '1.2.3',
      distDir,
      cwd,
      openStdin: () => Readable.from([Buffer.from(event)]),
      write: () => {},
      writeError: () => {},
    });
  const logged = () => readFileSync(join(userDataDir, 'hook.log'), 'utf8');
  return { call, tell, logged };
}

it('what a tool was given is kept with all its digits, however many', async () => {
  const { call, tell } = await hookedProject();
  const ids = ['9007199254740993', '-9007199254740993', '9'.repeat(400)];
  const tool_input = `{"ids":[${ids.join(',')}],"plain":[9007199254740992,1234567890123456.5,1e21]}`;
  const told = async () => {
    await tell(
      `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"T","tool_input":${tool_input}}`,
    );
    const { flights } = await call('flights.list', {});
    return flights.length;
  };
  await expect.poll(told).toBe(1);
  const { entries } = await call('flights.get', { session_id: 's' });
  expect(entries[0]?.input).toBe(
    `{"ids":[${ids.join(',')}],"plain":[9007199254740992,1234567890123456.5,1e+21]}`,
  );
});

it('a session whose id is too long keeps its events under one name, which the log says once', async () => {
  const { call, tell, logged } = await hookedProject();
  const session_id = 's'.repeat(5000);
  // A hook waits for no host that is busy, so an event may have to be told again.
  const kept = async () => {
    await tell(JSON.stringify({ hook_event_name: 'Stop', session_id }));
    return (await call('flights.list', {})).flights.map(({ session_id: id, entries }) => [id, entries > 1]);
  };
  await expect.poll(kept).toEqual([[expect.stringMatching(/^sha256-[0-9a-f]{32}$/), true]]);
  const [[name] = []] = await kept();
  const said = logged()
    .split('\n')
    .filter(line => line.includes('longer than'));
  expect(said.map(line => JSON.parse(line).message)).toEqual([
    `a session whose id is longer than 200 characters is kept as ${name}`,
  ]);
});

it('of a folder that is gone the log says so, in one line', async () => {
  const { tell, logged } = await hookedProject();
  const gone = join(temporaryFolder(), 'gone');
  expect(await tell(JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd: gone }))).toBe(0);
  expect(await tell(JSON.stringify({ hook_event_name: 'Stop', session_id: 's' }), gone)).toBe(0);
  const line = {
    at: expect.anything(),
    pid: process.pid,
    message: 'the folder that the agent works in is gone',
  };
  expect(readLogEntries(logged())).toEqual([line, line]);
});
