import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

const older = {
  domain: 'storage',
  scope: 'src/storage',
  summary: 'Keep sessions in Redis',
  rationale: 'They are short-lived',
};

it('a dry run says what it would come to and stores nothing', async () => {
  const { call, openEmpty, events } = startApp();
  await openEmpty();
  const { id } = await call('ledger.decide', older);
  const before = events.length;
  const newer = { ...older, summary: 'Keep sessions in memory', dry_run: true };
  const tried = await call('ledger.decide', newer);
  expect(tried).toMatchObject({
    decision: { status: 'provisional', summary: 'Keep sessions in memory' },
    conflicts: [{ older: { id }, domain: 'storage' }],
    hints: [],
  });
  expect(tried).not.toHaveProperty('warning_id');
  expect([events.length, (await call('ledger.list', {})).total]).toEqual([before, 1]);
});

it('a dry run tells of neighbours that it does not contradict', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const { id } = await call('ledger.decide', older);
  const { conflicts, hints } = await call('ledger.decide', {
    ...older,
    summary: 'Compress backups nightly',
    dry_run: true,
  });
  expect([conflicts, hints]).toEqual([[], [{ id, summary: older.summary }]]);
});

it('a dry run refuses what the decision itself is refused for', async () => {
  const { ask, call, openEmpty } = startApp();
  await openEmpty();
  const { id } = await call('ledger.decide', older);
  await call('ledger.override', { id, reason: 'too dear' });
  for (const supersedes of [id, 'nobody']) {
    const said = [];
    for (const dry_run of [true, false])
      said.push(await ask('ledger.decide', { ...older, summary: 'Use files', supersedes, dry_run }));
    expect(said[0]).toMatchObject({
      ok: false,
      error: { code: supersedes === id ? 'conflict' : 'not_found' },
    });
    expect(said[0]).toEqual(said[1]);
  }
});
