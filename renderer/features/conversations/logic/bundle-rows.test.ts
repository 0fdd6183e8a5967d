import { expect, it } from 'vitest';
import type { Bundle } from '../../../../shared/model/profile.ts';
import { bundleName, bundleRows } from './bundle-rows.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

const bundle = (key: string, more: Partial<Bundle> = {}): Bundle => ({
  id: `topic:${key}`,
  type: 'topic',
  key,
  text: 'text',
  tokens: 1,
  composition: [],
  version: 1,
  dirty: false,
  priority: 0.5,
  compiled_at: '2026-11-22T10:00:00Z',
  expires_at: '2026-11-22T14:00:00Z',
  last_used_at: null,
  uses: 0,
  hits: 0,
  misses: 0,
  ...more,
});

it('says of each text what the plan made of it, else how it stands; those of the plan first, then the most used', () => {
  const bundles = [
    bundle('old', { expires_at: '2026-11-22T12:00:00Z' }),
    bundle('idle', { uses: 3 }),
    bundle('made'),
    bundle('used', { uses: 2 }),
    bundle('soiled', { uses: 9, dirty: true }),
  ];
  const rows = bundleRows(bundles, { hits: ['topic:used', 'topic:soiled'], misses: ['topic:made'] }, now);
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    ['soiled', 'dirty'],
    ['used', 'hit'],
    ['made', 'rebuilt'],
    ['idle', 'ready'],
    ['old', 'expired'],
  ]);
});

it('knows no plan before there is one', () => {
  expect(bundleRows([bundle('a')], undefined, now).map(({ state }) => state)).toEqual(['ready']);
});

it.each([
  [{ type: 'topic', key: 'holds' }, 'holds'],
  [{ type: 'identity_core', key: '' }, 'identity'],
  [{ type: 'global_prefs', key: '' }, 'preferences'],
  [{ type: 'composite', key: '' }, 'composite'],
] as const)('%j is called %s', (some, name) => {
  expect(bundleName(some)).toBe(name);
});
