import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Output } from '../../../../shared/contract/contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { fakeWeft } from '../../../../test/support/fake-weft.ts';
import { useToasts } from '../../../stores/toasts.ts';
import { ImportLedgerDialog } from './ImportLedgerDialog.tsx';

const none = { created: 0, replaced: 0, unchanged: 0, kept: 0 };
const reportOf = (note: string): Output<'ledger.import'> => ({
  decisions: none,
  entries: none,
  kept: [],
  entities: 0,
  relations: 0,
  other_files: [],
  refused: [],
  notes: [note],
});

it('shows of the folder that is named its own report, and imports no other unseen', async () => {
  const held = Promise.withResolvers<void>();
  const weft = fakeWeft({
    'ledger.import': async ({ from }) => {
      if (from === 'first') await held.promise;
      return reportOf(`Found in ${from}`);
    },
  });
  await render(<ImportLedgerDialog from="first" onClose={() => {}} />);
  await page.getByRole('button', { name: 'Look into it' }).click();
  await userEvent.fill(page.getByRole('textbox', { name: 'Folder' }), 'second');
  await page.getByRole('button', { name: 'Look into it' }).click();
  await expect.element(page.getByText('Found in second')).toBeVisible();
  held.resolve();
  await page.getByRole('button', { name: 'Import' }).click();
  await expect
    .poll(() => weft.asked.map(({ input }) => input))
    .toEqual([
      { from: 'first', dry_run: true },
      { from: 'second', dry_run: true },
      { from: 'second', dry_run: false },
    ]);
  await expect.element(page.getByText('Found in second')).toBeVisible();
  await expect.element(page.getByText('Found in first')).not.toBeInTheDocument();
});

it('an import that fails is no folder that could not be read', async () => {
  const weft = fakeWeft({ 'ledger.import': reportOf('Found') });
  await render(<ImportLedgerDialog from="first" onClose={() => {}} />);
  await page.getByRole('button', { name: 'Look into it' }).click();
  await expect.element(page.getByText('Found')).toBeVisible();
  weft.answer({ 'ledger.import': new AppError('storage_failed', 'the disk is full') });
  await page.getByRole('button', { name: 'Import' }).click();
  await expect.element(page.getByText('The import failed')).toBeVisible();
  await expect.element(page.getByText('The folder could not be read')).not.toBeInTheDocument();
});

it('an import of nothing new says why nothing was imported', async () => {
  fakeWeft({
    'ledger.import': {
      ...reportOf('Found'),
      decisions: { ...none, unchanged: 3, kept: 1 },
      entries: { ...none, unchanged: 4 },
    },
  });
  await render(<ImportLedgerDialog from="first" onClose={() => {}} />);
  await page.getByRole('button', { name: 'Look into it' }).click();
  await page.getByRole('button', { name: 'Import' }).click();
  await expect
    .poll(() => useToasts.getState().toasts.map(({ message }) => message))
    .toEqual(['No decision and no entry was new: 7 unchanged, 1 newer here and kept.']);
});
