import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { sampled } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

async function projectWithDocs(harness: AppHarness): Promise<{ project: string; docs: string }> {
  const project = await harness.openEmpty();
  const docs = join(project, 'docs');
  mkdirSync(join(docs, 'deep'), { recursive: true });
  writeFileSync(join(docs, 'a.md'), '# A\n\nHolds lapse after ten minutes.\n');
  writeFileSync(join(docs, 'deep/b.md'), '# B\n\nFerries leave on time.\n');
  return { project, docs };
}

const pathsIn = async ({ call }: AppHarness): Promise<string[]> =>
  (await call('documents.list', { collection: 'docs' })).documents.map(({ path }) => path);

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

describe('documents.sync', () => {
  it('stores what is new or changed, deletes what is gone, and leaves the rest', async () => {
    const harness = startApp();
    const { docs } = await projectWithDocs(harness);
    const round = async () =>
      (await harness.call('documents.sync', { collection: 'docs', folder: 'docs' })).last_round;
    expect(await round()).toMatchObject({
      created: ['a.md', 'deep/b.md'],
      replaced: [],
      deleted: [],
      unchanged: 0,
    });
    writeFileSync(join(docs, 'a.md'), '# A\n\nHolds lapse after five minutes.\n');
    renameSync(join(docs, 'deep/b.md'), join(docs, 'deep/c.md'));
    writeFileSync(join(docs, 'd.md'), Buffer.from([0xff, 0xfe, 0x41, 0x00]));
    expect(await round()).toEqual({
      at: expect.any(String),
      created: ['deep/c.md'],
      replaced: ['a.md'],
      deleted: ['deep/b.md'],
      unchanged: 0,
      refused: [{ file: 'd.md', reason: 'is UTF-16 text; save it as UTF-8' }],
    });
    harness.events.length = 0;
    expect(await round()).toMatchObject({ created: [], replaced: [], deleted: [], unchanged: 2 });
    expect(harness.events).toEqual([]);
    expect(await pathsIn(harness)).toEqual(['a.md', 'deep/c.md']);
  });

  it('keeps what is stored of a file that cannot be read any more', async () => {
    const harness = startApp();
    const { docs } = await projectWithDocs(harness);
    await harness.call('documents.sync', { collection: 'docs', folder: 'docs' });
    writeFileSync(join(docs, 'a.md'), Buffer.from([0xc3, 0x28]));
    const { last_round } = await harness.call('documents.sync', { collection: 'docs', folder: 'docs' });
    expect([last_round?.deleted, last_round?.refused.map(({ file }) => file)]).toEqual([[], ['a.md']]);
    expect(await pathsIn(harness)).toEqual(['a.md', 'deep/b.md']);
  });

  // Root may read everything.
  it.skipIf(process.getuid?.() === 0)('keeps what is stored of a folder that cannot be read', async () => {
    const harness = startApp();
    const { docs } = await projectWithDocs(harness);
    await harness.call('documents.sync', { collection: 'docs', folder: 'docs' });
    chmodSync(join(docs, 'deep'), 0);
    const { last_round } = await harness.call('documents.sync', { collection: 'docs', folder: 'docs' });
    chmodSync(join(docs, 'deep'), 0o755);
    expect([last_round?.deleted, last_round?.refused]).toEqual([
      [],
      [{ file: 'deep', reason: 'cannot be read: permission denied' }],
    ]);
    expect(await pathsIn(harness)).toEqual(['a.md', 'deep/b.md']);
  });

  it('refuses what is no folder, and agents outside the project', async () => {
    const { ask, openEmpty } = startApp();
    writeFileSync(join(await openEmpty(), 'a.md'), '# A\n');
    const sync = (folder: string, door: 'cli' | 'mcp') =>
      ask('documents.sync', { collection: 'docs', folder }, { door });
    expect(await sync('nowhere', 'cli')).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await sync('a.md', 'cli')).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', message: 'a.md is a file; give the folder that it stands in' },
    });
    expect(await sync(temporaryFolder(), 'mcp')).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });
});

describe('documents.sync with watch', () => {
  it('follows the folder until it is stopped', async () => {
    const harness = startApp({ shell: 'browser' });
    const { docs } = await projectWithDocs(harness);
    const sync = await harness.call('documents.sync', { collection: 'docs', folder: 'docs', watch: true });
    expect([sync.watching, sync.last_round?.created]).toEqual([true, ['a.md', 'deep/b.md']]);
    writeFileSync(join(docs, 'deep/new.md'), '# New\n');
    await expect.poll(() => pathsIn(harness)).toContain('deep/new.md');
    rmSync(join(docs, 'a.md'));
    await expect.poll(() => pathsIn(harness)).not.toContain('a.md');
    expect(await harness.call('documents.syncStop', { collection: 'docs' })).toEqual({ stopped: true });
    expect(await harness.call('documents.syncStatus', {})).toEqual({ syncs: [] });
    writeFileSync(join(docs, 'late.md'), '# Late\n');
    await new Promise(resume => setTimeout(resume, 700));
    expect(await pathsIn(harness)).not.toContain('late.md');
  });

  it('loses nothing when the folder goes, and says so', async () => {
    const harness = startApp({ shell: 'browser' });
    const { docs } = await projectWithDocs(harness);
    await harness.call('documents.sync', { collection: 'docs', folder: 'docs', watch: true });
    rmSync(docs, { recursive: true });
    const status = () => harness.call('documents.syncStatus', {});
    await expect.poll(async () => (await status()).syncs[0]?.error).toContain('docs');
    expect((await pathsIn(harness)).length).toBeGreaterThan(0);
  });

  it.each(
    sampled(
      [
        ['came back', (docs: string) => renameSync(`${docs}-away`, docs)],
        ['was replaced', (docs: string) => mkdirSync(docs)],
        ['was a file for a while', (docs: string) => replaceByFolder(docs)],
      ] as const,
      1,
    ),
  )('follows a folder that went and %s', async (what, comeBack) => {
    const harness = startApp({ shell: 'browser' });
    const { docs } = await projectWithDocs(harness);
    await harness.call('documents.sync', { collection: 'docs', folder: 'docs', watch: true });
    renameSync(docs, `${docs}-away`);
    if (what.includes('file')) writeFileSync(docs, 'no folder');
    const status = async () => (await harness.call('documents.syncStatus', {})).syncs[0];
    await expect.poll(async () => (await status())?.error).toContain('docs');
    comeBack(docs);
    await expect.poll(() => status()).not.toHaveProperty('error');
    writeFileSync(join(docs, 'late.md'), '# Late\n\nBack again.\n');
    await expect.poll(() => pathsIn(harness)).toContain('late.md');
  });

  it('is not begun where another process writes, which refuses it', async () => {
    const [harness, other] = [startApp({ shell: 'browser' }), startApp({ shell: 'browser' })];
    const { project } = await projectWithDocs(harness);
    await other.call('project.open', { path: project });
    await other.call('ledger.post', { entry_type: 'finding', summary: 'It writes' });
    const sync = { collection: 'docs', folder: 'docs', watch: true };
    expect(await harness.ask('documents.sync', sync)).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(await harness.call('documents.syncStatus', {})).toEqual({ syncs: [] });
  });

  it('is taken up again when the project opens', async () => {
    const first = startApp({ shell: 'browser' });
    const { project, docs } = await projectWithDocs(first);
    await first.call('documents.sync', { collection: 'docs', folder: 'docs', watch: true });
    await first.app.close();
    writeFileSync(join(docs, 'meanwhile.md'), '# Meanwhile\n');
    const second = startApp({ shell: 'browser', trustsAll: true });
    await second.call('project.open', { path: project });
    await expect.poll(() => pathsIn(second)).toContain('meanwhile.md');
    const { syncs } = await second.call('documents.syncStatus', {});
    expect(syncs.map(({ collection, watching }) => [collection, watching])).toEqual([['docs', true]]);
  });

  it('is not taken up in a project that the user does not trust, nor outside the project', async () => {
    const first = startApp({ shell: 'browser' });
    const { project } = await projectWithDocs(first);
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'o.md'), '# O\n');
    await first.call('documents.sync', { collection: 'docs', folder: 'docs', watch: true });
    await first.call('documents.sync', { collection: 'out', folder: outside, watch: true });
    for (const folder of ['docs', outside])
      await first.call('documents.sync', { collection: 'away', folder, watch: true });
    await first.app.close();
    const untrusting = startApp({ shell: 'browser' });
    await untrusting.call('project.open', { path: project });
    await new Promise(resume => setTimeout(resume, 300));
    expect(await untrusting.call('documents.syncStatus', {})).toEqual({ syncs: [] });
    await untrusting.app.close();
    const trusting = startApp({ shell: 'browser', trustsAll: true });
    await trusting.call('project.open', { path: project });
    const status = () => trusting.call('documents.syncStatus', {});
    await expect
      .poll(async () => (await status()).syncs.map(({ collection }) => collection))
      .toEqual(['docs']);
  });

  it('is as a restored backup says, and in step with what the folder holds now', async () => {
    const harness = startApp({ shell: 'browser' });
    const { call } = harness;
    const { project, docs } = await projectWithDocs(harness);
    mkdirSync(join(project, 'others'));
    await call('documents.sync', { collection: 'docs', folder: 'docs', watch: true });
    const { name } = await call('backup.create', {});
    await call('documents.sync', { collection: 'others', folder: 'others', watch: true });
    writeFileSync(join(docs, 'later.md'), '# Later\n');
    await expect.poll(() => pathsIn(harness)).toContain('later.md');
    await call('backup.restore', { name });
    await expect.poll(() => pathsIn(harness)).toContain('later.md');
    const { syncs } = await call('documents.syncStatus', {});
    expect(syncs.map(({ collection, watching }) => [collection, watching])).toEqual([['docs', true]]);
  });
});
