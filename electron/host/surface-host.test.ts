import { mkdir, rename, rmdir } from 'node:fs/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../../test/support/app-harness.ts';
import { findAnnouncedHost } from '../cli/announced-servers.ts';
import { hostPlace } from './host-place.ts';
import { callThere } from './running-weft.ts';
import { createSurfaceHost } from './surface-host.ts';

it('is the host again once the folder of its project was put back, and of nothing that stands there meanwhile', async () => {
  const { app, userDataDir, openEmpty } = startApp();
  const project = await openEmpty();
  const surface = createSurfaceHost({ app, env: {}, distDir: userDataDir });
  onTestFinished(() => surface.close());
  onTestFinished(() => surface.drain());
  await surface.take(project);
  const announced = () => findAnnouncedHost(hostPlace(userDataDir, project).file);
  const ask = async () => {
    const found = await announced();
    return found && callThere(found.way, { door: 'cli', access: 'read' }, 'project.info', {});
  };
  expect(await ask()).toMatchObject({ ok: true });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await rename(project, `${project}-aside`);
  await mkdir(project);
  expect(await ask()).toBe('absent');
  await expect.poll(announced).toBeUndefined();
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(5000);
  // Once it has looked; what it had taken would end, and would be looked for no more.
  await surface.close();
  await rmdir(project);
  await rename(`${project}-aside`, project);
  await vi.advanceTimersByTimeAsync(5000);
  await expect.poll(ask).toMatchObject({ ok: true });
});
