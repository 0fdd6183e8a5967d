import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';

const layout = { id: 'plan', pins: { 'rule-1': { x: 12, y: -3.5 } }, alternatives: [['a', 'b']] };

it('keeps where things stand on the canvas beside the engine, never in its file', async () => {
  const { call, openEmpty, events } = startApp();
  const folder = await openEmpty();
  await call('engines.create', { engine: { id: 'plan', name: 'Plan', rules: [] } });
  const engineFile = join(folder, '.codebolt/context-rule-engines/plan.json');
  const before = await readFile(engineFile, 'utf8');
  expect(await call('layouts.get', { id: 'plan' })).toEqual({ layout: { id: 'plan', pins: {} }, hash: null });
  const { hash } = await call('layouts.save', { layout, expected_hash: null });
  expect(await call('layouts.get', { id: 'plan' })).toEqual({ layout, hash });
  expect(await readFile(engineFile, 'utf8')).toBe(before);
  expect(await readFile(join(folder, '.codebolt/weft/layout/plan.json'), 'utf8')).toBe(
    `${JSON.stringify(layout, null, 2)}\n`,
  );
  expect(events.at(-1)).toEqual({ event: 'project:changed', what: 'layouts' });
});

it('refuses what is no layout, and what somebody else wrote meanwhile', async () => {
  const { ask, call, openEmpty } = startApp();
  const folder = await openEmpty();
  const code = async (input: unknown) => {
    const reply = await ask('layouts.save', input);
    return reply.ok ? 'saved' : reply.error.code;
  };
  expect(await code({ layout: { id: 'plan', pins: { a: { x: 'left', y: 0 } } } })).toBe('invalid_input');
  expect(await code({ layout: { id: '../plan', pins: {} } })).toBe('invalid_input');
  const { hash } = await call('layouts.save', { layout });
  await writeTree(folder, { '.codebolt/weft/layout/plan.json': '{"id":"plan","pins":{}}' });
  expect(await code({ layout: { ...layout, pins: {} }, expected_hash: hash })).toBe('conflict');
});

it('lists all layouts beside files that cannot be read, and deletes one', async () => {
  const { ask, call, openEmpty, events } = startApp();
  const folder = await openEmpty();
  expect(await call('layouts.list', {})).toEqual({ layouts: [], hashes: {}, problems: [] });
  const { hash } = await call('layouts.save', { layout, expected_hash: null });
  const other = await call('layouts.save', { layout: { id: 'ship', pins: {} }, expected_hash: null });
  await writeTree(folder, { '.codebolt/weft/layout/torn.json': '{"id":' });
  expect(await call('layouts.list', {})).toEqual({
    layouts: [layout, { id: 'ship', pins: {} }],
    hashes: { plan: hash, ship: other.hash },
    problems: [expect.objectContaining({ file: '.codebolt/weft/layout/torn.json' })],
  });
  const stale = await ask('layouts.delete', { id: 'plan', expected_hash: other.hash });
  expect(stale).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(await call('layouts.delete', { id: 'plan', expected_hash: hash })).toEqual({ deleted: 'plan' });
  expect(await call('layouts.get', { id: 'plan' })).toEqual({ layout: { id: 'plan', pins: {} }, hash: null });
  expect(events.at(-1)).toEqual({ event: 'project:changed', what: 'layouts' });
});
