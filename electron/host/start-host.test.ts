import { expect, it, onTestFinished, vi } from 'vitest';
import { failedReply, type Reply } from '../../shared/contract/errors.ts';
import { startApp } from '../../test/support/app-harness.ts';
import { findAnnouncedHost } from '../cli/announced-servers.ts';
import { askHost, joinHost } from './join-host.ts';
import { callThere } from './running-weft.ts';
import { startHost } from './start-host.ts';

/** A call that takes until it is answered here. */
const held = vi.hoisted(() => ({
  name: 'engines.list',
  begun: () => {},
  reply: Promise.resolve<unknown>(undefined),
}));
vi.mock('../services/app/dispatch.ts', async original => {
  const actual = await original<typeof import('../services/app/dispatch.ts')>();
  const dispatch: typeof actual.dispatch = async (...call) => {
    if (call[2] !== held.name) return actual.dispatch(...call);
    held.begun();
    return (await held.reply) as Reply<never>; // as it is given below
  };
  return { ...actual, dispatch };
});

async function announcedHost() {
  const { app, userDataDir, openEmpty } = startApp();
  const project = await openEmpty();
  const host = await startHost({ app, project, background: true, distDir: userDataDir, patienceMs: 0 });
  if (host === undefined) throw new Error('another process is the host');
  onTestFinished(() => host.close());
  const announced = await findAnnouncedHost(host.place.file);
  if (announced === undefined) throw new Error('the host is not announced');
  const join = () => joinHost({ userDataDir, project, version: app.options.version });
  return { host, way: announced.way, join };
}

it('a host that runs is joined by one question', async () => {
  const { way, join } = await announcedHost();
  const patience = vi.spyOn(AbortSignal, 'timeout');
  expect(await join()).toMatchObject({ server: way.server });
  expect(patience.mock.calls).toEqual([[2000]]);
});

it('a host that was asked to end is not joined', async () => {
  const { host, way, join } = await announcedHost();
  expect(await askHost(way, 'drain', 2000)).toEqual({ draining: true });
  const patience = vi.spyOn(AbortSignal, 'timeout');
  const joined = join();
  const over = joined.then(() => Number.POSITIVE_INFINITY);
  // It answers still, again and again.
  const asked = () => Promise.race([over, patience.mock.calls.length]);
  await expect.poll(asked, { interval: 1 }).toBeGreaterThan(2);
  await host.close();
  expect(await joined).toEqual({ why: 'no host runs' });
});

it('a call whose project was let go of under it is done by the next host, and is refused by none', async () => {
  const { host, way } = await announcedHost();
  const busy = failedReply('busy', 'the project was closed meanwhile; open it and try again');
  const ask = async (meanwhile: () => Promise<void>) => {
    const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    Object.assign(held, { begun: begun.resolve, reply: answer.promise });
    const asked = callThere(way, { door: 'cli', access: 'read' }, held.name, {});
    await begun.promise;
    await meanwhile();
    answer.resolve(busy);
    return asked;
  };
  expect(await ask(async () => {})).toMatchObject({ ok: false, error: { code: 'busy' } });
  const drains = async () => {
    void host.drain();
    const other = () => callThere(way, { door: 'cli', access: 'read' }, 'project.info', {});
    await expect.poll(other, { interval: 1 }).toBe('absent');
  };
  expect(await ask(drains)).toBe('absent');
});
