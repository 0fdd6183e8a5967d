import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

it('the sample team has left packages and solutions: each agent gets what is meant for it', async () => {
  const { call } = startApp();
  await call('project.createSample', {});
  const get = async (agent_type: string, session_id: string, more: object = {}) => {
    const found = await call('packages.context', { agent_type, session_id, ...more });
    return [
      found.packages.map(({ file_path, priority }) => `${priority} ${file_path}`),
      found.available,
      found.error_patterns.map(({ signature }) => signature.error_type),
    ];
  };
  expect([
    await get('developer', 'early-release', { group_id: 'booking-api' }),
    await get('tech_lead', 'refund-outage'),
    await get('developer', 'early-release', { current_tokens: 130_000 }),
  ]).toEqual([
    [
      [
        'critical investigation/hold-sweeper.md',
        'high decisions/hold-states.md',
        'high failures/longer-expiry.md',
      ],
      5,
      ['SqlStateError', 'TypeError', 'LockTimeout'],
    ],
    [
      ['critical failures/refund-job.md', 'high investigation/refund-queue.md'],
      2,
      ['SqlStateError', 'TypeError', 'LockTimeout'],
    ],
    [['critical investigation/hold-sweeper.md'], 1, []],
  ]);
});
