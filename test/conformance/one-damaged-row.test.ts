import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { backupFolder } from '../../electron/storage/backups/backup-files.ts';
import type { ReadableDatabase } from '../../electron/storage/database/sqlite.ts';
import { databaseFile } from '../../electron/storage/files/machine-folder.ts';
import { hasLost } from '../../electron/storage/salvage/repair-database.ts';
import { guardedColumns, isHashedTable } from '../../electron/storage/salvage/row-checks.ts';
import { type TableForm, tableForms } from '../../electron/storage/salvage/table-forms.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { Reply } from '../../shared/contract/errors.ts';
import { checkShape } from '../../shared/model/check-shape.ts';
import { type AppHarness, startApp } from '../support/app-harness.ts';
import { freshInputs } from '../support/fresh-inputs.ts';
import { isLong } from '../support/property-runs.ts';
import { temporaryFolder, writeTree } from '../support/temporary-folder.ts';
import { writeBefore, writingCalls } from '../support/writing-calls.ts';

vi.setConfig({ testTimeout: 300_000 });

/** A project with several rows in each table, of all that writes to it. */
async function fill(harness: AppHarness): Promise<string> {
  const path = await harness.openEmpty();
  const written = await writeBefore(harness);
  for (const [name, inputOf] of Object.entries(writingCalls))
    if (!/delete|restore|Stop/.test(name)) await harness.ask(name, inputOf(written));
  for (const [name, makers] of Object.entries(freshInputs(harness)))
    for (const number of name.startsWith('engines.') ? [] : [1, 2])
      for (const make of makers) await harness.ask(name, await make(number));
  const entity = (id: string) => ({ id, name: id, type: 'file', properties: {} });
  await writeTree(join(path, 'ledger/.twining'), {
    'config.yml': 'a: 1',
    'other.txt': 'kept',
    'graph/entities.json': JSON.stringify([entity('x'), entity('y')]),
  });
  await harness.call('ledger.import', { from: join(path, 'ledger') });
  for (const type of ['one', 'two'])
    await harness.call('events.append', { instance: 'i', events: [{ type, content: type }] });
  await harness.app.close();
  return path;
}

type Keys = ReadonlyMap<string, readonly string[]>;

/** What the rows of each table are known by. */
function keysIn(path: string): { readonly forms: readonly TableForm[]; readonly keys: Keys } {
  const database = new Sqlite(join(path, databaseFile), { readonly: true });
  const forms = tableForms(database as ReadableDatabase); // the brand exists for the compiler only
  const keys = forms.map(({ name, key }) => {
    const rows = database.prepare(`SELECT ${key.join(', ')} FROM ${name}`).all();
    return [name, rows.map(row => JSON.stringify(row))] as const;
  });
  database.close();
  return { forms, keys: new Map(keys) };
}

/** What takes nothing and reads: lists, above all. */
const looks = Object.entries(contract).flatMap(([name, { access, input }]) =>
  access === 'read' && checkShape<unknown>(input, {}).ok ? [name] : [],
);

/** What is over the others, or one of them. */
const damagedColumn = ({ name, columns }: TableForm): string =>
  ['packed', 'row_hash', 'content_hash'].find(column => columns.includes(column)) ??
  guardedColumns[name]?.at(-1) ??
  '';

function damageFirstRow(folder: string, form: TableForm): void {
  const database = new Sqlite(join(folder, databaseFile));
  const key = form.key.join(', ');
  database.exec(`UPDATE ${form.name} SET ${damagedColumn(form)} = 'damaged'
    WHERE (${key}) = (SELECT ${key} FROM ${form.name} LIMIT 1)`);
  database.close();
}

/** Opens a copy in which one row is damaged, and looks at everything, twice: what failed, and what is gone then. */
async function lookAround(path: string, form: TableForm) {
  const folder = temporaryFolder();
  cpSync(path, folder, { recursive: true });
  rmSync(join(folder, backupFolder), { recursive: true });
  damageFirstRow(folder, form);
  const { ask, call, app } = startApp();
  await call('project.open', { path: folder });
  await call('project.trust', { decision: 'grant' });
  const failing = async () => {
    const replies = await Promise.all(looks.map(async name => [name, await ask(name)] as const));
    // Some want more than nothing.
    const isMet = (reply: Reply<unknown>) =>
      reply.ok || /^(invalid_input|unsupported)$/.test(reply.error.code);
    return replies.flatMap(([name, reply]) => (isMet(reply) ? [] : [name]));
  };
  const first = await failing();
  // Looks through every row.
  await call('backup.create', {});
  const second = await failing();
  await app.close();
  return { first, second, keys: keysIn(folder).keys };
}

const isMadeOfNothingElse = (table: string): boolean =>
  hasLost({ found_at: '', kept_in: '', backup: null, tables: [{ ...nothingOf, table }] });

const nothingOf = { read: 0, restored: 0, gaps: 1, restored_rows: [], gone: [], orphaned: 0 };

/** What says nothing without the row that it belongs to. */
const belonging: Readonly<Record<string, string>> = {
  context_package: 'context_package_consumer',
  flight: 'flight_entry',
  recording_cause: 'recording',
};

const owners = ['context_package', 'conversation', 'graph_node'];

it('one damaged row hides no other, whatever table it is of, and is told once', async () => {
  const path = await fill(startApp());
  const { forms, keys: before } = keysIn(path);
  const hashed = forms.filter(({ name }) => isHashedTable(name) && isMadeOfNothingElse(name));
  const alone = hashed.filter(({ name }) => (before.get(name) ?? []).length < 2);
  expect(alone.map(({ name }) => name)).toEqual(['draft']);
  const seen: string[] = [];
  // All of them with `WEFT_LONG=1`.
  const tried = hashed.filter(({ name }, at) => isLong || at % 12 === 0 || owners.includes(name));
  for (const form of tried) {
    const { first, second, keys } = await lookAround(path, form);
    if (first.length > 0) seen.push(form.name);
    const lost = hashed.flatMap(({ name }) => {
      const gone = (before.get(name) ?? []).filter(row => keys.get(name)?.includes(row) !== true);
      return gone.map(row => `${name} ${row}`);
    });
    const own = lost.filter(row => row.startsWith(`${form.name} `));
    const others = lost.filter(row => !own.includes(row) && !row.startsWith(`${belonging[form.name]} `));
    expect({ table: form.name, second, own: own.length < 2 ? [] : own, others }).toEqual({
      table: form.name,
      second: [],
      own: [],
      others: [],
    });
  }
  // Control: that they were damaged.
  expect(seen.length).toBeGreaterThan(tried.length / 2);
});
