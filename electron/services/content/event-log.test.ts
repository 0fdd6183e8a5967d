import { expect, it } from 'vitest';
import { startApp, testNow } from '../../../test/support/app-harness.ts';

it('gives events of an instance newest first, by type, stream and time', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  await call('events.append', {
    instance: 'build',
    events: [
      { type: 'failed', content: 'first', timestamp: '2026-11-01T10:00:00Z' },
      { type: 'passed', content: 'second', timestamp: '2026-11-01T11:00:00+02:00', stream: 'nightly' },
      { type: 'failed', content: 'third', data: { exit: 1 } },
    ],
  });
  await call('events.append', { instance: 'other', events: [{ type: 'failed', content: 'elsewhere' }] });
  const contents = async (filter: object) =>
    (await call('events.search', { instance: 'build', ...filter })).events.map(({ content }) => content);
  expect(await contents({})).toEqual(['third', 'first', 'second']);
  expect(await contents({ limit: 1 })).toEqual(['third']);
  expect(await contents({ eventType: 'failed' })).toEqual(['third', 'first']);
  expect(await contents({ streamId: 'nightly' })).toEqual(['second']);
  expect(await contents({ since: '2026-11-01T12:00:00+02:00' })).toEqual(['third', 'first']);
  expect(await contents({ eventType: 'never' })).toEqual([]);
});

it('keeps what an event says, and whose word it is', async () => {
  const { ask, call, openEmpty } = startApp();
  await openEmpty();
  const event = { type: 'note', content: 'remember', data: { deep: [1] } };
  await ask('events.append', { instance: 'a', events: [event] }, { door: 'mcp' });
  const { events } = await call('events.search', { instance: 'a' });
  expect(events).toEqual([
    expect.objectContaining({
      ...event,
      title: 'note',
      stream: 'main',
      timestamp: testNow,
      source: expect.objectContaining({ kind: 'event', trust: 'agent' }),
    }),
  ]);
});

it('finds nothing where nothing was ever stored', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  expect(await call('events.search', { instance: 'a' })).toEqual({ events: [] });
});

it.each([
  ['no events', { instance: 'a', events: [] }],
  ['a time that is none', { instance: 'a', events: [{ type: 't', content: '', timestamp: 'yesterday' }] }],
  ['no type', { instance: 'a', events: [{ content: '' }] }],
])('refuses %s', async (_, input) => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  expect(await ask('events.append', input)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
});
