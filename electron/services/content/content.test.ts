import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';

describe('documents.import', () => {
  const files = [
    { path: 'guide/deploy.md', text: '# Deploy\n\nRoll back with the button.' },
    { path: 'notes.txt', text: 'Plain words.' },
  ];

  it('stores, replaces and leaves alone, by path and content', async () => {
    const { call, events, openEmpty } = startApp();
    await openEmpty();
    const first = await call('documents.import', { collection: 'docs', files });
    expect(first).toEqual({
      collection: 'docs',
      imported: [
        { path: 'guide/deploy.md', chunks: 1, change: 'created' },
        { path: 'notes.txt', chunks: 1, change: 'created' },
      ],
      unchanged: [],
      refused: [],
    });
    const changed = [{ path: 'notes.txt', text: 'Other words.' }, ...files.slice(0, 1)];
    const second = await call('documents.import', { collection: 'docs', files: changed });
    expect(second).toMatchObject({
      imported: [{ path: 'notes.txt', change: 'replaced' }],
      unchanged: ['guide/deploy.md'],
    });
    expect(await call('documents.list', {})).toMatchObject({
      documents: [
        { collection: 'docs', path: 'guide/deploy.md', title: 'Deploy', chunks: 1, tokens: 8 },
        { path: 'notes.txt', title: 'notes', bytes: 12 },
      ],
      collections: [{ name: 'docs', documents: 2, chunks: 2 }],
    });
    const told = events.filter(event => event.event === 'project:changed' && event.what === 'documents');
    expect(told).toHaveLength(2);
  });

  it('reads a folder, full or within the project', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    const elsewhere = temporaryFolder();
    await writeTree(project, { 'docs/a.md': '# A\n\nInside.' });
    await writeTree(elsewhere, { 'b.md': '# B\n\nOutside.' });
    await call('documents.import', { collection: 'c', folder: 'docs' });
    await call('documents.import', { collection: 'c', folder: elsewhere });
    const { documents } = await call('documents.list', { collection: 'c' });
    expect(documents.map(({ path }) => path)).toEqual(['a.md', 'b.md']);
  });

  it('tries without storing in a dry run, and refuses single files with a reason', async () => {
    const { call, ask, openEmpty } = startApp();
    await openEmpty();
    const odd = [
      { path: 'image.png', text: 'x' },
      { path: '../up.md', text: 'x' },
      { path: '/root.md', text: 'x' },
      { path: 'a\\b.md', text: 'x' },
      { path: 'a\ud83d.md', text: 'x' },
      { path: 'nul.md', text: 'a\u0000b' },
      { path: 'empty.md', text: ' \n' },
      { path: 'notes.txt', text: 'again' },
    ];
    const report = await call('documents.import', {
      collection: 'c',
      files: [...files, ...odd],
      dry_run: true,
    });
    expect(report.imported.map(({ path }) => path)).toEqual(['guide/deploy.md', 'notes.txt']);
    const bent = 'its path must be relative, with "/" between names and without ".."';
    expect(report.refused).toEqual([
      { file: 'image.png', reason: 'is neither Markdown (.md, .markdown) nor text (.txt)' },
      { file: '../up.md', reason: bent },
      { file: '/root.md', reason: bent },
      { file: 'a\\b.md', reason: bent },
      { file: 'a\ud83d.md', reason: 'its path holds half a character' },
      { file: 'nul.md', reason: 'is no text: it holds NUL characters' },
      { file: 'empty.md', reason: 'is empty' },
      { file: 'notes.txt', reason: 'was given twice' },
    ]);
    expect(await call('content.counts', {})).toEqual({ documents: 0, chunks: 0, keys: 0 });
    for (const input of [
      { collection: 'c' },
      { collection: 'c', files, folder: 'docs' },
      { collection: '../c', files },
    ])
      expect(await ask('documents.import', input)).toMatchObject({
        ok: false,
        error: { code: 'invalid_input' },
      });
  });

  it('stores nothing when it is cancelled on the way', async () => {
    const { ask, call, openEmpty } = startApp();
    await openEmpty();
    const many = Array.from({ length: 200 }, (_, index) => ({
      path: `${index}.md`,
      text: `# T\n\nwords ${index}`,
    }));
    let looks = 0;
    const cancel = {
      get cancelled() {
        looks += 1;
        return looks > 250;
      },
      onCancel: () => () => {},
    };
    const reply = await ask('documents.import', { collection: 'c', files: many }, { cancel });
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'deadline', message: 'cancelled; nothing was stored' },
    });
    expect(await call('content.counts', {})).toEqual({ documents: 0, chunks: 0, keys: 0 });
  });
});

it('lets an agent import folders of the project only', async () => {
  const { ask, openEmpty } = startApp();
  const project = await openEmpty();
  await writeTree(project, { 'docs/a.md': '# A\n\nInside.' });
  const importFrom = async (folder: string) => {
    const reply = await ask('documents.import', { collection: 'c', folder }, { door: 'mcp' });
    return reply.ok ? 'imported' : reply.error.code;
  };
  expect(await importFrom('docs')).toBe('imported');
  for (const folder of ['../../', '/etc', 'docs/../..', temporaryFolder()])
    expect(await importFrom(folder)).toBe('forbidden');
});

it('shows no secret of a document', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  await call('documents.import', {
    collection: 'c',
    files: [{ path: 'a.md', text: `# Keys\n\nUse ${secret} to deploy.` }],
  });
  const { chunks } = await call('documents.search', { query: 'deploy' });
  expect(chunks[0]?.content).toMatch(/^Keys\n\nUse \[REDACTED:[a-z-]+\] to deploy\.$/);
});

it('keeps values by instance, namespace and key', async () => {
  const { call, ask, openEmpty } = startApp();
  await openEmpty();
  const address = { instance: 'agents', namespace: 'team', key: 'lead' };
  await call('kv.set', { ...address, value: { name: 'Mira', rank: null } });
  await call('kv.set', { ...address, key: 'other', value: 'text' });
  expect((await call('kv.get', address)).value).toEqual({ name: 'Mira', rank: null });
  const { entries } = await call('kv.list', { instance: 'agents' });
  expect(entries.map(({ key, value }) => [key, value])).toEqual([
    ['lead', { name: 'Mira', rank: null }],
    ['other', 'text'],
  ]);
  expect(await call('kv.list', { namespace: 'none' })).toEqual({ entries: [] });
  expect(await ask('kv.set', { ...address, value: undefined })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  });
  expect(await call('kv.delete', address)).toEqual({ deleted: true });
  expect(await call('kv.delete', address)).toEqual({ deleted: false });
  expect(await ask('kv.get', address)).toMatchObject({
    ok: false,
    error: { code: 'not_found', message: 'there is no value "agents/team/lead"' },
  });
});

it('keeps unsaved work until it is forgotten', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  expect(await call('drafts.get', {})).toEqual({ draft: null });
  await call('drafts.save', { draft: { engines: [1, { a: null }] } });
  expect(await call('drafts.get', {})).toEqual({ draft: { engines: [1, { a: null }] } });
  await call('drafts.save', { draft: null });
  expect(await call('drafts.get', {})).toEqual({ draft: null });
});

it('writes no unsaved work of one window over that of another, nor into another project', async () => {
  const { call, ask, openEmpty } = startApp();
  await openEmpty();
  const ofFirst = { window: 'first', documents: [1] };
  await call('drafts.save', { draft: ofFirst, window: 'first' });
  const refused = { ok: false, error: { code: 'conflict' } };
  const ofSecond = { draft: { window: 'second' }, window: 'second' };
  expect(await ask('drafts.save', ofSecond)).toMatchObject(refused);
  expect(await ask('drafts.save', { draft: null, window: 'second' })).toMatchObject(refused);
  expect(await ask('drafts.save', { draft: null, window: 'first', project: '/elsewhere' })).toMatchObject(
    refused,
  );
  expect(await call('drafts.get', {})).toEqual({ draft: ofFirst });
  await call('drafts.save', { ...ofSecond, replaces: 'first' });
  expect(await call('drafts.get', {})).toEqual({ draft: { window: 'second' } });
});

it('refuses names that would become one where they are stored', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  const reply = await ask('kv.set', { instance: 'i', namespace: 'n', key: 'k\ud83d', value: 1 });
  expect(reply).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', message: expect.stringContaining('key: holds half a character') },
  });
  const nodes = [{ id: '\ude00', kind: 'k', name: 'n' }];
  expect(await ask('graph.upsert', { nodes })).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  const events = [{ type: '\ud83d', content: 'c' }];
  expect(await ask('events.append', { instance: 'i', events })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  });
});

it('lists documents without the secrets in their titles', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const files = [{ path: 'a.md', text: `# Key ghp_${'a1B2c3D4e5F6'.repeat(3)}\n\nText.` }];
  await call('documents.import', { collection: 'c', files });
  const { documents } = await call('documents.list', {});
  expect(documents.map(({ title }) => title)).toEqual(['Key [REDACTED:github-token]']);
});

it('redaction.apply replaces every secret, and lists the first 10,000 with the number of the others', async () => {
  const { call } = startApp();
  const line = 'password = "Zk2mXp9LvB"\n';
  const { text, findings, left_out } = await call('redaction.apply', {
    text: line.repeat(10_003),
    mode: 'pattern_only',
  });
  expect(text).toBe('password = "[REDACTED:assignment]"\n'.repeat(10_003));
  expect(findings.length).toBe(10_000);
  expect(findings.at(-1)).toEqual({
    kind: 'assignment',
    start: line.length * 9999 + 12,
    end: line.length * 9999 + 22,
  });
  expect(left_out).toBe(3);
  expect(await call('redaction.apply', { text: line, mode: 'pattern_only' })).not.toHaveProperty('left_out');
});
