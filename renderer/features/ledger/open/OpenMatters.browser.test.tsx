import { expect, it } from 'vitest';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../../test/support/fake-weft.ts';
import { setFilter } from '../ledger-view.ts';
import { OpenMatters } from './OpenMatters.tsx';

it('says of which scope nothing is open, and of another only once that was looked at', async () => {
  const held = Promise.withResolvers<void>();
  fakeWeft({
    'ledger.conflicts': async ({ scope }) => {
      if (scope === 'src/app') await held.promise;
      return { conflicts: [] };
    },
    'ledger.list': { records: [], resolved: [], total: 0 },
  });
  const screen = await showPanel(<OpenMatters />);
  await expect.element(screen.getByText('Nothing is open here')).toBeVisible();
  setFilter({ scope: 'src/app' });
  await expect.element(screen.getByText(/Nothing is open/)).not.toBeInTheDocument();
  held.resolve();
  await expect.element(screen.getByText('Nothing is open in src/app')).toBeVisible();
  await expect.element(screen.getByText(/^There, no decisions contradict each other/)).toBeVisible();
});
