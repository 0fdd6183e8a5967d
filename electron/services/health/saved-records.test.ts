import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

it('what was saved is shown newest first, marked as historical for other sessions, without secrets', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  expect(await call('health.saved', {})).toEqual({ records: [], total: 0 });
  const save = (session_id: string, summary: string) =>
    call('health.record', {
      session_id,
      moment: 'before_compaction',
      task: 'ferries',
      decisions: [{ summary, domain: 'pricing', affected_files: ['fares.ts'] }],
    });
  await save('old', `charge per car, as ${secret} says`);
  await save('new', 'charge per person');
  const { records, total } = await call('health.saved', { session_id: 'new' });
  expect([records.length, total]).toEqual([6, 6]);
  const decisions = records.filter(({ file }) => file === 'decisions.md');
  expect(decisions.map(({ session_id, historical, entries }) => [session_id, historical, entries])).toEqual([
    [
      'new',
      false,
      [
        {
          text: 'charge per person',
          details: [
            { name: 'domain', text: 'pricing' },
            { name: 'file', text: 'fares.ts' },
          ],
        },
      ],
    ],
    ['old', true, [expect.objectContaining({ text: expect.stringContaining('[REDACTED:github-token]') })]],
  ]);
  const unasked = await call('health.saved', {});
  expect(unasked.records.filter(({ historical }) => historical)).toEqual([]);
});

it('a session tells how it came to where it is, and begins anew after a compaction', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const session_id = 's';
  await call('health.record', { session_id, tool: 'read' });
  await call('health.record', { session_id, message_tokens: 300 });
  await call('health.record', { session_id, tool: 'edit' });
  await call('health.acknowledgeCompaction', { session_id });
  const { sessions } = await call('health.state', { session_id });
  const [session] = sessions;
  expect(session?.message_tokens).toBe(0);
  expect(
    session?.history.map(({ tokens, message_tokens, tool_calls }) => [tokens, message_tokens, tool_calls]),
  ).toEqual([
    [500, 0, { low: 1, medium: 0, high: 0 }],
    [800, 300, { low: 1, medium: 0, high: 0 }],
    [2800, 300, { low: 1, medium: 0, high: 1 }],
    [0, 0, { low: 0, medium: 0, high: 0 }],
  ]);
});
