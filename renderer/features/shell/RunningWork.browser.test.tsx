import { expect, it } from 'vitest';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../test/support/fake-weft.ts';
import { RunningWork } from './RunningWork.tsx';

const begun_at = '2026-11-24T10:00:00.000Z';
const embedding = { id: 'w1', procedure: 'documents.embed', begun_at, done: 30, total: 120 };

it('says what goes on and how far it is, and ends what is chosen', async () => {
  const weft = fakeWeft({ 'work.list': { work: [embedding] }, 'work.cancel': { cancelled: true } });
  const screen = await showPanel(<RunningWork />);
  await expect.element(screen.getByText('Embedding documents, 25 %')).toBeVisible();
  const more = { id: 'w2', procedure: 'backup.create', begun_at };
  weft.tell({ event: 'work:changed', work: [{ ...embedding, done: 60 }, more] });
  await screen.getByRole('button', { name: 'Embedding documents, 50 % and 1 more: cancel…' }).click();
  expect(await panelFindings()).toEqual([]);
  await expect.element(screen.getByText('60 of 120 done')).toBeVisible();
  await screen.getByRole('menuitem', { name: 'Cancel: Backing up' }).click();
  expect(weft.asked.at(-1)).toEqual({ name: 'work.cancel', input: { id: 'w2' } });
  weft.tell({ event: 'work:changed', work: [] });
  await expect.element(screen.getByText('Embedding documents', { exact: false })).not.toBeInTheDocument();
});

it('a list that comes after an event is older than it', async () => {
  const held = Promise.withResolvers<void>();
  const weft = fakeWeft({
    'work.list': async () => {
      await held.promise;
      return { work: [embedding] };
    },
  });
  const screen = await showPanel(<RunningWork />);
  await expect.poll(() => weft.asked.length).toBe(1);
  const restoring = { id: 'w3', procedure: 'backup.restore', begun_at };
  weft.tell({ event: 'work:changed', work: [restoring] });
  await expect.element(screen.getByText('Restoring a backup')).toBeVisible();
  held.resolve();
  await new Promise(resume => setTimeout(resume));
  await expect.element(screen.getByText('Restoring a backup')).toBeVisible();
});
