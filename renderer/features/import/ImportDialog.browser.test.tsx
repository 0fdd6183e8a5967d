import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../test/support/fake-weft.ts';
import type { ImportFile } from '../../stores/dialogs.ts';
import { ImportDialog } from './ImportDialog.tsx';

const file = (path: string, read: ImportFile['read']): ImportFile => ({ path, bytes: 4, read });

it('is back at the choice of files once their reading is stopped, and says that nothing was stored', async () => {
  fakeWeft({ 'imports.cancel': { cancelled: false } });
  const { promise } = Promise.withResolvers<ArrayBuffer>();
  await showPanel(<ImportDialog files={[file('guides/a.md', () => promise)]} />);
  await expect.element(page.getByText(/^Reading files/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('Stopped. Nothing was stored.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Choose files…' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
});
