import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

it('says of entries which are resolved, by hand or by an answer', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const post = async (entry_type: 'question' | 'warning' | 'need') =>
    (await call('ledger.post', { entry_type, summary: entry_type })).id;
  const [asked, warned, needed] = [await post('question'), await post('warning'), await post('need')];
  await call('ledger.post', { entry_type: 'answer', summary: 'so', relates_to: [asked] });
  await call('ledger.resolve', { id: warned });
  const { resolved } = await call('ledger.list', {});
  expect(new Set(resolved)).toEqual(new Set([asked, warned]));
  const states = [asked, warned, needed].map(async id => (await call('ledger.get', { id })).resolved);
  expect(await Promise.all(states)).toEqual([true, true, false]);
});
