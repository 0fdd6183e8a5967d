import { expect, it } from 'vitest';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../../test/support/fake-weft.ts';
import { RuleUsageLine } from './RuleUsageLine.tsx';

it.each([
  [30, /These are sample data/],
  [12, /Of the recorded requests 12 are sample data/],
  [1, /Of the recorded requests 1 is sample data/],
])('says how many of 30 recorded requests are sample data: %d', async (sample_requests, said) => {
  const rule = { engine_id: 'e', rule_id: 'r', name: 'R', acts: true, fired: 7, would_fire: 7 };
  const none = { tokens: 0, cut: 0, given: 0, acknowledged: 0, mended: 0, verdicts: [] };
  fakeWeft({
    'recordings.usage': { requests: 30, sample_requests, rules: [{ ...rule, ...none }], memories: [] },
  });
  const screen = await showPanel(<RuleUsageLine at={{ engineId: 'e', ruleId: 'r' }} />);
  await expect.element(screen.getByText(/^Fired for 7 of 30/)).toBeVisible();
  await expect.element(screen.getByText(said)).toBeVisible();
});
