import { expect, it } from 'vitest';
import { loadSqlite, refuseOldNode, refuseOldSqlite } from './open-sqlite.ts';

it.each([
  ['20.19.0', true],
  ['22.13.1', true],
  ['22.14.0', false],
  ['24.0.0', false],
])('refuses Node %s: %s', (version, refused) => {
  const check = () => refuseOldNode(version);
  if (refused)
    expect(check).toThrow(`Weft needs Node 22.14 or newer, this is ${version}; install a newer Node`);
  else expect(check).not.toThrow();
});

it.each([
  ['3.51.2', true],
  ['3.9.99', true],
  ['3.51.3', false],
  ['3.54.1', false],
  ['4.0.0', false],
])('refuses SQLite %s: %s', (version, refused) => {
  const check = () => refuseOldSqlite(version);
  if (refused) expect(check).toThrow(`Weft needs SQLite 3.51.3 or newer, this is ${version}`);
  else expect(check).not.toThrow();
});

it('comes with an SQLite that is new enough', async () => {
  const Database = await loadSqlite();
  const version: unknown = new Database(':memory:').prepare('SELECT sqlite_version()').pluck().get();
  expect(() => refuseOldSqlite(String(version))).not.toThrow();
});
