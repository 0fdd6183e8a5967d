import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../electron/sdk/create-client.ts';
import { damageWarnings } from '../../electron/services/app/damage-warnings.ts';
import { hasLost } from '../../electron/storage/salvage/repair-database.ts';
import type { DamageReport } from '../../shared/contract/backups.ts';
import { contract, type ProcedureName } from '../../shared/contract/contract.ts';
import { type AppHarness, startApp } from '../support/app-harness.ts';
import { serveApp } from '../support/served-app.ts';

const reportOf = (tables: readonly string[]): DamageReport => ({
  found_at: '2026-11-20T10:00:00.000Z',
  kept_in: '.codebolt/weft/corrupt-2026-11-20',
  backup: null,
  tables: tables.map(table => ({
    table,
    read: 10,
    restored: 0,
    gaps: 1,
    restored_rows: [],
    gone: [{ id: 'x' }],
    orphaned: 0,
  })),
});

/** An open project with content, and the report of a damage that took a row of the table. */
async function prepare<Harness extends AppHarness>(harness: Harness, ...tables: string[]) {
  const path = await harness.openEmpty();
  const folder = join(path, '.codebolt/weft/corrupt-2026-11-20');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), JSON.stringify(reportOf(tables)));
  await harness.call('project.open', { path });
  await harness.call('ledger.post', { entry_type: 'need', summary: 'first' });
  return { ...harness, path, reportFile: join(folder, 'report.json') };
}

describe('after damage', () => {
  it('each answer that may lack something says so, and no other', async () => {
    const { ask } = await prepare(startApp(), 'ledger_record', 'posting');
    const warning =
      'this answer may lack what was gone from ledger_record (1 known) when damage was found on 2026-11-20T10:00:00.000Z; ' +
      '"weft backup list" tells what, "weft backup acknowledge" ends this warning';
    expect(await ask('ledger.list')).toMatchObject({ ok: true, warnings: [warning] });
    expect(await ask('content.counts')).toMatchObject({ ok: true, warnings: [warning] });
    for (const name of ['conversations.list', 'documents.list', 'engines.list', 'project.info'])
      expect(await ask(name), name).not.toHaveProperty('warnings');
  });

  it('the warnings end once they are acknowledged, and the report stays', async () => {
    const { ask, call, reportFile } = await prepare(startApp(), 'ledger_record');
    expect(await ask('ledger.list')).toHaveProperty('warnings');
    expect(await call('backup.acknowledge', {})).toEqual({ acknowledged: 1 });
    expect(await ask('ledger.list')).not.toHaveProperty('warnings');
    expect(JSON.parse(readFileSync(reportFile, 'utf8'))).toMatchObject({
      seen_at: expect.any(String),
      tables: [{ table: 'ledger_record' }],
    });
    expect(await call('backup.acknowledge', {})).toEqual({ acknowledged: 0 });
  });

  it('every table that damage may take rows from for good touches some answer, and no other does', async () => {
    const { app, openEmpty, call } = startApp();
    await openEmpty();
    await call('ledger.post', { entry_type: 'need', summary: 'first' });
    const { content } = await app.projects.require();
    const schema = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'";
    const tables = await content.read(database => database.prepare(schema).pluck().all() as string[], []); // a text column
    const names = Object.keys(contract) as ProcedureName[]; // its own keys
    const told = tables.filter(table =>
      names.some(name => damageWarnings(name, [reportOf([table])]).length > 0),
    );
    const ofTexts = (table: string) => /_text(_\d)?(_data|_idx|_docsize|_config)?$/.test(table);
    expect(told.sort()).toEqual(tables.filter(table => hasLost(reportOf([table])) && !ofTexts(table)).sort());
    expect(told.length).toBeGreaterThan(15);
  });

  it('every door passes the warning on beside the value', async () => {
    const { origin, token } = await prepare(await serveApp(), 'ledger_record');
    const given = expect.stringMatching(/^this answer may lack what was gone from ledger_record/);
    const answer = await fetch(`${origin}/procedures/ledger.list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(JSON.parse(answer.headers.get('weft-warnings') ?? '[]')).toEqual([given]);
    const heard: string[] = [];
    const client = createClient({ url: origin, token, onWarning: warning => heard.push(warning) });
    await client.call('ledger.list', {});
    await client.call('engines.list', {});
    expect(heard).toEqual([given]);
    const agent = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await agent.connect(
      new StreamableHTTPClientTransport(new URL('/mcp?tools=all', origin), { requestInit }),
    );
    const result = await agent.callTool({ name: 'twining_summarize', arguments: {} });
    await agent.close();
    expect(result.content).toEqual([
      { type: 'text', text: expect.any(String) },
      { type: 'text', text: given },
    ]);
  });
});
