import { expect, it, vi } from 'vitest';
import { openWindows } from './browser-drafts.ts';

it('a window that has just come is held for open, however long a busy browser takes for it', async () => {
  const { locks } = navigator;
  const request = locks.request.bind(locks) as (...given: unknown[]) => Promise<unknown>;
  const slow = vi.spyOn(locks, 'request').mockImplementation(async (...given: unknown[]) => {
    await new Promise(resume => setTimeout(resume, 600));
    return request(...given);
  });
  sessionStorage.clear();
  vi.resetModules();
  const { ownWindow } = await import('./browser-drafts.ts');
  const own = await ownWindow();
  slow.mockRestore();
  expect(await openWindows()).toContain(own);
});
