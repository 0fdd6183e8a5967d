import { beforeEach, expect, it } from 'vitest';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../../test/support/fake-weft.ts';
import { setFilter, setLedgerView, useLedgerView } from '../ledger-view.ts';
import { Changes } from './Changes.tsx';

beforeEach(() => {
  fakeWeft({
    'ledger.whatChanged': {
      new_decisions: [],
      new_entries: [],
      overridden_decisions: [],
      reconsidered_decisions: [],
    },
  });
});

it('an empty ledger is called that, where all of it is looked at', async () => {
  const screen = await showPanel(<Changes />);
  await screen.getByRole('button', { name: 'Show everything' }).click();
  await expect.element(screen.getByText('The ledger is empty')).toBeVisible();
  await expect.element(screen.getByText(/1970|earlier moment/)).not.toBeInTheDocument();
});

it('of a scope in which nothing was ever written all leads to the whole ledger', async () => {
  setFilter({ scope: 'src/app' });
  setLedgerView({ since: 'ever' });
  const screen = await showPanel(<Changes />);
  await expect.element(screen.getByText('Nothing was written in src/app yet')).toBeVisible();
  await expect.element(screen.getByText(/1970|earlier moment/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show everything' }).click();
  expect(useLedgerView.getState().filter.scope).toBeUndefined();
});
