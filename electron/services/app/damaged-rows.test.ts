import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';

/** An open project with three ledger entries and three packages, each superseding the one before. */
async function prepare() {
  const harness = startApp();
  const { app, call, openEmpty } = harness;
  await openEmpty();
  const entries: string[] = [];
  const packages: number[] = [];
  for (const summary of ['first', 'second', 'third']) {
    entries.push((await call('ledger.post', { entry_type: 'need', summary })).id);
    const { id } = await call('packages.save', {
      session_id: 's',
      package_type: 'research',
      file_path: `${summary}.md`,
      producer_agent: 'tech_lead',
      priority: 'high',
      summary,
      consumers: ['developer'],
      ...(packages.length > 0 && { supersedes_id: packages.at(-1) }),
    });
    packages.push(id);
  }
  const project = await app.projects.current();
  if (project === undefined) throw new Error('a project is open');
  return { ...harness, entries, packages, content: project.content };
}

const damage = (content: ContentDatabase, sql: string) => content.write(database => database.exec(sql));

describe('one damaged row', () => {
  it('of the ledger fails one list at most, is named, and hides no other entry', async () => {
    const { ask, call, content, entries } = await prepare();
    const [, second] = entries;
    await call('ledger.list', {});
    await damage(
      content,
      `UPDATE ledger_record SET record = '{}' WHERE id = '${second}';
      UPDATE content_version SET version = version + 1`,
    );
    expect(await ask('ledger.list', {})).toMatchObject({
      ok: false,
      error: {
        code: 'storage_failed',
        message: expect.stringContaining(`"${second}" of the ledger is damaged`),
      },
    });
    const left = JSON.stringify((await call('ledger.list', {})).records);
    expect(entries.map(id => left.includes(id))).toEqual([true, false, true]);
    const { damage: reports } = await call('backup.list', {});
    const table = reports[0]?.tables.find(({ table: name }) => name === 'ledger_record');
    expect(table?.gone).toMatchObject([{ id: second }]);
  });

  it('of the packages is told once and named, and those that superseded it stay', async () => {
    const { ask, call, content, packages } = await prepare();
    const [first, second, third] = packages;
    await damage(content, `UPDATE context_package SET summary = 'else' WHERE id = ${second}`);
    expect(await ask('packages.list', { session_id: 's' })).toMatchObject({
      ok: false,
      error: { code: 'storage_failed', message: expect.stringContaining(`package ${second}`) },
    });
    const { packages: left } = await call('packages.list', { session_id: 's' });
    expect(left.map(({ id }) => id).sort()).toEqual([first, third]);
    const { damage: reports } = await call('backup.list', {});
    const table = reports[0]?.tables.find(({ table: name }) => name === 'context_package');
    expect(table?.gone).toMatchObject([{ id: second }]);
    expect((await call('project.info', {})).problems).toMatchObject([
      { reason: expect.stringContaining('context_package') },
    ]);
    expect((await call('storage.info', {})).damaged.count).toBe(1);
  });
});
