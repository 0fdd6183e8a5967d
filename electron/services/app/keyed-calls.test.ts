import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { createIdMint } from '../../platform/ids.ts';
import { dispatch } from './dispatch.ts';
import { createKeyedCalls } from './keyed-calls.ts';

const post = { entry_type: 'finding', summary: 'once' };

it('a write that comes again under its key is done once and answered alike, also by a process that knows of it from the database only', async () => {
  const { app, openEmpty, call } = startApp();
  await openEmpty();
  const key = createIdMint(randomBytes, () => Date.parse(app.options.world.clock.nowIso()))();
  const ask = () => dispatch(app, { door: 'http', access: 'write', key }, 'ledger.post', post);
  const first = await ask();
  expect(first).toMatchObject({ ok: true });
  expect(await ask()).toEqual(first);
  // As after a crash: what was answered is known to nobody but the database.
  const anew = { ...app, keyed: createKeyedCalls() };
  expect(await dispatch(anew, { door: 'http', access: 'write', key }, 'ledger.post', post)).toEqual(first);
  const { files } = await call('ledger.export', {});
  const entries = files
    .find(({ path }) => path.endsWith('blackboard.jsonl'))
    ?.content.trim()
    .split('\n');
  expect(entries).toHaveLength(1);
});

it('a key that is too old, or none of ours, is refused', async () => {
  const { app, openEmpty } = startApp();
  await openEmpty();
  const old = createIdMint(randomBytes, () => Date.parse(app.options.world.clock.nowIso()) - 11 * 60_000)();
  for (const key of [old, 'again'])
    expect(await dispatch(app, { door: 'http', access: 'write', key }, 'ledger.post', post)).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
});

it('knows for ten minutes what was asked under a key, of however many calls', async () => {
  const keyed = createKeyedCalls();
  const startMs = Date.parse('2026-11-21T10:00:00.000Z');
  const mint = createIdMint(randomBytes, () => startMs);
  const state = { calls: 0 };
  const once = (key: string, asked: string, nowMs = startMs) =>
    keyed.once({ key, asked }, nowMs, async () => {
      state.calls += 1;
      return { ok: true, value: state.calls };
    });
  const first = mint();
  expect(await Promise.all([once(first, 'a'), once(first, 'a')])).toEqual([
    { ok: true, value: 1 },
    { ok: true, value: 1 },
  ]);
  for (let at = 0; at < 2000; at += 1) await once(mint(), 'b');
  await expect(once(first, 'b', startMs + 9 * 60_000)).rejects.toThrow('was used for another call');
  await expect(once(first, 'a', startMs + 11 * 60_000)).rejects.toThrow('holds for 10 minutes');
});
