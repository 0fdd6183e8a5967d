import { expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/contract.ts';
import { startApp } from '../../../test/support/app-harness.ts';

async function withPackages() {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const save = async (more: Partial<Input<'packages.save'>>) =>
    (
      await call('packages.save', {
        session_id: 's',
        package_type: 'research',
        file_path: 'notes.md',
        producer_agent: 'tech_lead',
        priority: 'high',
        summary: 'What was found',
        ...more,
      })
    ).id;
  const ids = {
    old: await save({}),
    other: await save({ group_id: 'b' }),
    read: await save({}),
    low: await save({ priority: 'low' }),
    critical: await save({ priority: 'critical' }),
    high: await save({ group_id: 'a' }),
  };
  const newer = await save({ supersedes_id: ids.old, priority: 'medium' });
  await call('packages.markConsumed', { package_ids: [ids.read], agent_type: 'developer' });
  const explain = async (more: Partial<Input<'packages.context'>>) => {
    const asked = { session_id: 's', group_id: 'a', agent_type: 'developer', explain: true, ...more };
    const { packages, left_out = [] } = await call('packages.context', asked);
    return [packages.map(({ id }) => id), left_out.map(({ id, reason }) => [id, reason])];
  };
  return { call, explain, ids: { ...ids, newer } };
}

it('every package of the session is given or left out, exactly once, with its reason', async () => {
  const { explain, ids } = await withPackages();
  const never = [
    [ids.read, 'consumed'],
    [ids.other, 'group'],
    [ids.old, 'superseded'],
  ];
  expect(await explain({ limit: 2 })).toEqual([
    [ids.critical, ids.high],
    [[ids.newer, 'limit'], [ids.low, 'limit'], ...never],
  ]);
  expect(await explain({ current_tokens: 76 * 1700 })).toEqual([
    [ids.critical],
    [[ids.high, 'zone'], [ids.newer, 'zone'], [ids.low, 'zone'], ...never],
  ]);
  const all = [ids.critical, ids.high, ids.newer, ids.low];
  for (const percent of [86, 96])
    expect(await explain({ current_tokens: percent * 1700 })).toEqual([
      [],
      [...all.map(id => [id, 'zone']), ...never],
    ]);
});

it('what does not fit the share is left out for it, and those after it too', async () => {
  const { call, explain, ids } = await withPackages();
  await call('config.set', { changes: { models: { tiny: 200 } } });
  expect(await explain({ model: 'tiny' })).toEqual([
    [ids.critical, ids.high],
    [
      [ids.newer, 'share'],
      [ids.low, 'share'],
      [ids.read, 'consumed'],
      [ids.other, 'group'],
      [ids.old, 'superseded'],
    ],
  ]);
});

it('an agent that does not ask why pays nothing for it', async () => {
  const { call } = await withPackages();
  const context = await call('packages.context', { session_id: 's', agent_type: 'developer' });
  expect(Object.hasOwn(context, 'left_out')).toBe(false);
});
