import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { atOnce } from '../../../shared/stretches.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { firstUnsoundRow } from '../backups/find-unsound.ts';
import { findConversation } from '../conversations/conversation-table.ts';
import { putMessages, readMessages } from '../conversations/message-table.ts';
import { contentVersion, raiseVersion } from '../database/content-version.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/migrations.ts';
import { openWritable } from '../database/open-sqlite.ts';
import type { WritableDatabase } from '../database/sqlite.ts';
import { findSizedCollection } from '../documents/collection-table.ts';
import { putDocuments } from '../documents/document-table.ts';
import { matchTerms } from '../full-text/match-terms.ts';
import { getNode, listEdges, putEdge } from '../graph/graph-table.ts';
import { addPackage, listPackages, markConsumed, packageFit } from '../handoff/package-table.ts';
import { putRecords } from '../ledger/record-table.ts';
import { deriveAgain, dropDangling, makeOwners } from './derive-again.ts';

const at = '2026-11-22T10:00:00.000Z';
const later = '2026-11-22T11:00:00.000Z';

let database: WritableDatabase;

beforeEach(async () => {
  database = await openWritable(join(temporaryFolder(), 'weft.sqlite'));
  onTestFinished(() => void database.close());
  migrate(database);
  // As while a database is salvaged.
  database.pragma('foreign_keys = OFF');
});

const message = (id: string, created_at?: string) => ({
  message: { id, index: 0, role: 'user', parts: id, ...(created_at !== undefined && { created_at }) },
  chars4: 10,
});

const packet = {
  session_id: 's',
  group_id: null,
  package_type: 'research',
  file_path: 'a.md',
  producer_agent: 'lead',
  priority: 'high',
  summary: 'the harbour',
  content: 'text',
  size_bytes: 4,
  created_at: at,
  trust: 'agent',
  addressees: ['developer'],
} as const;

it('a talk whose own row is gone is made again of what its messages say', async () => {
  void [...putMessages(database, 'talk', 4, [message('a', later), message('b', at), message('c')])];
  void [...putMessages(database, 'undated', 0, [message('d')])];
  makeOwners(database);
  const made = { format: 'messages', embedder: null, messages: 7, tokens: 30 };
  expect(findConversation(database, 'talk')).toEqual({
    ...made,
    id: 'talk',
    title: 'talk',
    first_at: at,
    last_at: later,
    updated_at: later,
  });
  expect(findConversation(database, 'undated')).toMatchObject({
    title: 'undated',
    messages: 1,
    tokens: 10,
    first_at: null,
    last_at: null,
    updated_at: '',
  });
  expect(database.prepare('SELECT DISTINCT trust FROM conversation').pluck().all()).toEqual(['imported']);
  expect(dropDangling(database)).toEqual(new Map());
  expect(await firstUnsoundRow(database)).toBeUndefined();
  expect(readMessages(database, 'talk', 0, 9)).toHaveLength(3);
});

it('a node whose own row is gone is made again where an edge ends', async () => {
  putEdge(database, { from: 'a', relation: 'knows', to: 'b' });
  makeOwners(database);
  for (const id of ['a', 'b'])
    expect(getNode(database, id)).toEqual({
      id,
      kind: 'unknown',
      name: id,
      attributes: {},
      trust: 'imported',
      updated_at: '',
    });
  expect(dropDangling(database)).toEqual(new Map());
  expect(listEdges(database)).toHaveLength(1);
  expect(await firstUnsoundRow(database)).toBeUndefined();
});

it('an older schema has nothing to make such rows of', async () => {
  const old = await openWritable(join(temporaryFolder(), 'weft.sqlite'));
  onTestFinished(() => void old.close());
  migrate(old, migrations.slice(0, 1));
  expect(() => makeOwners(old)).not.toThrow();
});

it('what belongs to a row that is gone goes and is told, and what only speaks of it speaks of none', async () => {
  const first = addPackage(database, packet);
  const second = addPackage(database, { ...packet, supersedes_id: first });
  const third = addPackage(database, { ...packet, supersedes_id: second });
  markConsumed(database, first, 'tester', 1, later);
  database.exec(`DELETE FROM context_package WHERE id = ${first}`);
  const dropped = dropDangling(database);
  expect([...dropped]).toEqual([
    [
      'context_package_consumer',
      [
        { package_id: first, agent_type: 'developer', iteration: 0 },
        { package_id: first, agent_type: 'tester', iteration: 1 },
      ],
    ],
  ]);
  expect(await firstUnsoundRow(database)).toBeUndefined();
  const left = listPackages(database, {}).map(({ id, supersedes_id }) => [id, supersedes_id]);
  expect(left).toEqual([
    [third, second],
    [second, undefined],
  ]);
});

it('what goes takes with it what belonged to that', () => {
  putDocuments(database, []);
  database.exec(`INSERT INTO document (id, collection_id, path, title, trust, content_hash, bytes, chunks, tokens, updated_at)
    VALUES ('d', 77, 'p', 't', 'project', 'h', 1, 1, 1, '${at}');
    INSERT INTO chunk (id, document_id, ordinal, packed, embed_hash) VALUES (5, 'd', 0, '', '')`);
  expect([...dropDangling(database)]).toEqual([
    ['document', [{ id: 'd' }]],
    ['chunk', [{ id: 5 }]],
  ]);
});

it('all that is made of other rows is made again of them', () => {
  const chunk = (title: string, content: string) => ({
    title,
    content,
    chars4: 1,
    o200k_base: 1,
    cleanUnder: null,
  });
  const document = (collection: string, path: string, chunks: ReturnType<typeof chunk>[]) => ({
    collection,
    path,
    title: path,
    trust: 'project' as const,
    contentHash: 'h',
    bytes: 1,
    chunks,
    updatedAt: at,
  });
  // More than are read at once.
  const many = Array.from({ length: 2100 }, (_, number) => chunk('Harbour', `Harbour\n\npier ${number}`));
  void [...putDocuments(database, [document('c', 'a', many)])];
  void [...putDocuments(database, [document('other', 'b', [chunk('', 'ferry')])])];
  addPackage(database, packet);
  putRecords(database, []);
  raiseVersion(database, 'kv');
  const found = (collection: string, term: string) => {
    const sized = findSizedCollection(database, collection);
    return sized === undefined ? [] : matchTerms(database, sized, [term], 5000);
  };
  const before = [found('c', 'pier'), found('c', '2099'), found('c', 'harbour'), found('other', 'ferri')];
  expect(before.map(({ length }) => length)).toEqual([2100, 1, 2100, 1]);
  const versions = ['kv', 'ledger'] as const;
  const versionsBefore = versions.map(scope => contentVersion(database, scope));
  database.exec(`DELETE FROM posting; UPDATE collection SET indexed_chunks = 9, indexed_terms = 9;
    INSERT INTO context_package_text (context_package_text) VALUES ('delete-all');
    INSERT INTO ledger_index_part (number, generation, revision, record_number, items) VALUES (1, 1, 1, 1, x'00');
    INSERT INTO ledger_index_word (stem, number, postings) VALUES ('a', 1, x'00')`);
  expect(packageFit(database, 's', 'harbour').size).toBe(0);
  atOnce(deriveAgain(database));
  expect([found('c', 'pier'), found('c', '2099'), found('c', 'harbour'), found('other', 'ferri')]).toEqual(
    before,
  );
  expect(packageFit(database, 's', 'harbour').size).toBe(1);
  for (const table of ['ledger_index_part', 'ledger_index_word'])
    expect(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
  for (const [index, scope] of versions.entries())
    expect(contentVersion(database, scope)).not.toBe(versionsBefore[index]);
  expect(contentVersion(database, 'database')).toBeGreaterThan(0);
});

it('a record that is written after versions were renewed comes behind all that is there', () => {
  putRecords(database, []);
  database.exec('UPDATE content_version SET version = 1099511627776 * 1000');
  const entry = {
    id: 'x',
    timestamp: at,
    entry_type: 'need',
    tags: [],
    relates_to: [],
    scope: 'project',
    summary: 's',
    detail: '',
    agent_id: 'a',
  } as const;
  putRecords(database, [
    { record: { kind: 'entry', entry: { ...entry, tags: [], relates_to: [] } }, trust: 'agent' },
  ]);
  const revision = Number(database.prepare('SELECT max(revision) FROM ledger_record').pluck().get());
  atOnce(deriveAgain(database));
  expect(contentVersion(database, 'ledger')).toBeGreaterThanOrEqual(revision);
});
