import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isKnownClean } from '../../../shared/model/clean-scan.ts';
import { redactionVersion } from '../../../shared/redaction/redact.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ContentDatabase } from '../../storage/database/content-database.ts';
import { openWritable } from '../../storage/database/open-sqlite.ts';
import { putDocuments } from '../../storage/documents/document-table.ts';
import { searchDocuments } from '../../storage/documents/search-documents.ts';
import { databaseFile } from '../../storage/files/machine-folder.ts';
import { rescanDocuments } from './rescan-documents.ts';

const older = redactionVersion - 1;
const never = () => false;
/** Who does it has done it by then. */
const longEnough = () => new Promise(resume => setTimeout(resume, 150));
const secret = `quay password = "${'x7Kq'.repeat(4)}"`;

/** Stores each text as a document, scanned under some version of the patterns. */
function store(content: ContentDatabase, texts: Readonly<Record<string, number | null>>): Promise<void> {
  const documents = Object.entries(texts).map(([text, cleanUnder]) => ({
    collection: 'notes',
    path: `${text.slice(0, 12)}.md`,
    title: 'quay',
    trust: 'imported' as const,
    contentHash: text,
    bytes: text.length,
    chunks: [{ title: 'quay', content: text, body: text, chars4: 3, o200k_base: 2, cleanUnder }],
    updatedAt: '2026-11-22T00:00:00.000Z',
  }));
  return content.writeInSteps(database => putDocuments(database, documents), never);
}

function openContent(folder: string = temporaryFolder()): ContentDatabase {
  const content = new ContentDatabase(folder, () => '2026-11-22T00:00:00.000Z');
  onTestFinished(() => content.close());
  return content;
}

const scansOf = (content: ContentDatabase): Promise<unknown[]> =>
  content.read(database => database.prepare('SELECT clean_under FROM chunk ORDER BY id').pluck().all(), []);

it('what older patterns found clean is judged by these, once, and goes the fast path again', async () => {
  const content = openContent();
  await store(content, {
    'quay one': older,
    [secret]: older,
    'quay three': redactionVersion,
    'quay four': null,
  });
  const find = () =>
    content.read(database => searchDocuments(database, { query: 'quay', topK: 9, minScore: 0 }), []);
  const clean = async () =>
    (await find()).filter(found => isKnownClean(found, redactionVersion)).map(found => found.content);
  expect(await clean()).toEqual(['quay three']);
  expect(await rescanDocuments(content, never)).toBe(2);
  expect(await scansOf(content)).toEqual([redactionVersion, null, redactionVersion, null]);
  expect((await clean()).toSorted()).toEqual(['quay one', 'quay three']);
  expect(await rescanDocuments(content, never)).toBe(0);
});

it('a damaged chunk keeps its damage, and does not keep the others from being judged', async () => {
  const folder = temporaryFolder();
  const content = openContent(folder);
  await store(content, { 'quay one': older, 'quay two': older });
  const other = await openWritable(join(folder, databaseFile));
  other.prepare("UPDATE chunk SET packed = packed || ' and more' WHERE packed LIKE '%quay two'").run();
  other.close();
  expect(await rescanDocuments(content, never)).toBe(2);
  expect(await scansOf(content)).toEqual([redactionVersion, older]);
});

it('can be cancelled between any two steps, and goes on the next time', async () => {
  const texts = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`quay ${at}`, older]));
  const content = openContent();
  await store(content, texts);
  const fresh = async () => (await scansOf(content)).filter(scan => scan === redactionVersion).length;
  let left = 700;
  const cancelled = rescanDocuments(content, () => {
    left -= 1;
    return left < 0;
  });
  await expect(cancelled).rejects.toMatchObject({ code: 'deadline' });
  expect(await fresh()).toBe(500);
  expect(await rescanDocuments(content, never)).toBe(700);
  expect(await fresh()).toBe(1200);
});

it('an app that stays does it after an import and when a trusted project is opened; one that goes does not', async () => {
  const first = startApp({ shell: 'browser' });
  const path = await first.openEmpty();
  const { content } = await first.app.projects.require();
  await store(content, { 'quay one': older });
  const files = [{ path: 'a.md', text: 'another' }];
  await first.call('documents.import', { collection: 'notes', files });
  await expect.poll(() => scansOf(content)).toEqual([redactionVersion, redactionVersion]);
  await store(content, { 'quay two': older });
  await first.app.close();

  const passing = startApp({ trustsAll: true });
  await passing.call('project.open', { path });
  await longEnough();
  await passing.app.close();
  const distrusting = startApp({ shell: 'browser' });
  await distrusting.call('project.open', { path });
  await longEnough();
  await distrusting.app.close();
  expect(await scansOf(openContent(path))).toEqual([redactionVersion, redactionVersion, older]);

  const staying = startApp({ shell: 'browser', trustsAll: true });
  await staying.call('project.open', { path });
  const again = await staying.app.projects.require();
  await expect
    .poll(() => scansOf(again.content))
    .toEqual([redactionVersion, redactionVersion, redactionVersion]);
});
