import { expect, it } from 'vitest';
import type { RuleUsage } from '../../../shared/model/usage.ts';
import { longText, panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../test/support/fake-weft.ts';
import { UsageTab } from './UsageTab.tsx';

const rule: RuleUsage = {
  engine_id: 'e',
  rule_id: 'r',
  name: longText,
  acts: true,
  fired: 0,
  would_fire: 0,
  tokens: 0,
  cut: 0,
  given: 12,
  acknowledged: 3,
  mended: 1,
  verdicts: ['dead'],
};
const memory = {
  id: 'm',
  label: longText,
  used: 9000,
  tokens: 1,
  cut: 3,
  given: 0,
  acknowledged: 0,
  mended: 0,
};

it('has room for what is said of rules and memories, and shows only those that are asked for', async () => {
  fakeWeft({
    'recordings.usage': {
      requests: 10_000,
      sample_requests: 10_000,
      first_at: '2026-10-27T10:00:00.000Z',
      last_at: '2026-11-24T10:00:00.000Z',
      rules: [rule, { ...rule, rule_id: 'other', name: 'Other', fired: 7, verdicts: ['costly'] }],
      memories: [{ ...memory, verdicts: [] }],
    },
  });
  const screen = await showPanel(<UsageTab />);
  await expect.element(screen.getByText(/fired for 0 of 10,000 recorded requests/)).toBeVisible();
  expect(await panelFindings()).toEqual([]);
  await screen.getByRole('radio', { name: 'Costly' }).click();
  await expect.element(screen.getByRole('button', { name: 'Other' })).toBeVisible();
  await expect.element(screen.getByText('No memory is like that.')).toBeVisible();
});

it('calls no rule the only one that never fired, where others are muted or are to fire from now on', async () => {
  const muted = { ...rule, rule_id: 'muted', acts: false, verdicts: [] };
  const newer = { ...rule, rule_id: 'newer', would_fire: 5, verdicts: [] };
  fakeWeft({
    'recordings.usage': { requests: 30, sample_requests: 0, rules: [rule, muted, newer], memories: [] },
  });
  const screen = await showPanel(<UsageTab />);
  await expect.element(screen.getByText(/fired for 0 of 30 recorded requests/)).toBeVisible();
  await expect
    .element(screen.getByText('Every other rule that is on fired, or would as it is now.'))
    .toBeVisible();
});
