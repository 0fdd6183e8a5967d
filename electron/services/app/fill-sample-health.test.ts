import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApp, testNow } from '../../../test/support/app-harness.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

const session_id = 'early-release';

it('the sample has a session that was compacted once, with what it saved, and is filling again', async () => {
  const { call } = startApp();
  await call('project.createSample', {});
  const { sessions } = await call('health.state', {});
  const told = sessions.map(({ assessment, blocked, compactions, history, saved, updated_at }) => ({
    status: assessment.status,
    message: assessment.message,
    blocked,
    compactions,
    points: history.length,
    highest: Math.max(...history.map(({ tokens }) => tokens)),
    saved: saved?.files.length,
    minutesAgo: (Date.parse(testNow) - Date.parse(updated_at)) / 60_000,
  }));
  expect(told).toEqual([
    {
      status: 'YELLOW',
      message: 'Context at 59%: load only what the next step needs; search instead of reading whole files.',
      blocked: false,
      compactions: 1,
      points: 16,
      highest: 176_350,
      saved: 4,
      minutesAgo: 12,
    },
  ]);
  const { records } = await call('health.saved', { session_id });
  const decided = records.filter(({ file }) => file === 'decisions.md').flatMap(({ entries }) => entries);
  expect(decided.map(({ text }) => text)).toEqual([
    'A late webhook is simulated in the test: 720 s after the payment',
    'payment_pending keeps a hold for 30 minutes; no second expiry column',
    'Nobody releases a hold by looking at expires_at alone; releasable_hold knows the states',
  ]);
});

it('comes without a sixteenth memory, and says nothing twice when the database is made anew', async () => {
  const { call } = startApp();
  const path = join(temporaryFolder(), 'demo');
  await call('project.createSample', { path });
  expect((await call('memories.list', {})).memories).toHaveLength(15);
  const { total } = await call('health.saved', { session_id });
  await call('project.open', { path: temporaryFolder(), create: true });
  await rm(join(path, '.codebolt/weft/weft.sqlite'));
  await call('project.createSample', { path });
  expect((await call('health.saved', { session_id })).total).toBe(total);
});
