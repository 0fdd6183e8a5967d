import { expect, it } from 'vitest';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../../test/support/fake-weft.ts';
import { LedgerList } from './LedgerList.tsx';

it('one of a kind is counted as one', async () => {
  fakeWeft({
    'ledger.summarize': {
      scope: 'project',
      active_decisions: 2,
      provisional_decisions: 0,
      open_needs: 1,
      active_warnings: 1,
      unanswered_questions: 2,
      recent_activity_summary: '',
    },
  });
  const screen = await showPanel(<LedgerList />);
  for (const words of ['2 active', '1 open need', '1 warning', '2 questions'])
    await expect.element(screen.getByText(words, { exact: true })).toBeVisible();
});
