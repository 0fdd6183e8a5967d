import { expect, it } from 'vitest';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../../test/support/fake-weft.ts';
import { PackagesTab } from './PackagesTab.tsx';

it('has what can be done to packages in one line, also where the search has no room beside it', async () => {
  fakeWeft({});
  const screen = await showPanel(
    <div style={{ width: 470 }}>
      <PackagesTab />
    </div>,
  );
  const topOf = (name: string) =>
    screen.getByRole('button', { name }).first().element().getBoundingClientRect().top;
  await expect.element(screen.getByRole('button', { name: 'Mark as read' })).toBeVisible();
  expect(topOf('Save package')).toBe(topOf('Mark as read'));
});
