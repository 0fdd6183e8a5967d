import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { engineKind } from './definition-kinds.ts';
import { createDefinitionStore } from './definition-store.ts';
import { openProjectFolder } from './project-folder.ts';
import { sha256 } from './read-text-file.ts';

const folderName = engineKind.folder;

function engine(id: string, changes: Partial<ContextRuleEngine> = {}): ContextRuleEngine {
  return { id, name: `Engine ${id}`, description: '', enabled: true, rules: [], ...changes };
}

const textOf = (value: unknown): string => formatCanonicalJson(value, engineKind.order);

function makeProject(onOutsideChange?: () => void) {
  const root = temporaryFolder();
  const folder = join(root, folderName);
  return { root, folder, store: createDefinitionStore(openProjectFolder(root), engineKind, onOutsideChange) };
}

describe('broken files', () => {
  const good = textOf(engine('broken'));
  const cases: [
    name: string,
    content: string | Uint8Array,
    where: { line?: number; column?: number },
    reason: string,
  ][] = [
    ['empty', '', { line: 1, column: 1 }, 'the file is empty'],
    ['cut off', good.slice(0, 40), { line: 3, column: 11 }, 'this text has no closing quote'],
    ['UTF-16', Buffer.from(`\uFEFF${good}`, 'utf16le'), {}, 'is UTF-16 text; save it as UTF-8'],
    [
      'NUL bytes',
      '\u0000\u0000',
      { line: 1, column: 1 },
      'a word that is no JSON stands here; texts need double quotes',
    ],
    [
      'a trailing comma',
      good.replace('[]', '[],'),
      { line: 7, column: 1 },
      'a key in double quotes is missing here (or the comma before is too much)',
    ],
    ['a key twice', good.replace('"name"', '"id"'), { line: 3, column: 3 }, 'the key "id" stands here twice'],
    [
      'a wrong type',
      good.replace('true', '"yes"'),
      { line: 5, column: 3 },
      'enabled: Invalid input: expected boolean, received string',
    ],
    [
      'another id',
      good.replace('"broken"', '"other"'),
      { line: 2, column: 3 },
      'the id is "other", but the file\'s name says "broken"',
    ],
    ['a list', '[1]', { line: 1, column: 1 }, 'Invalid input: expected object, received array'],
    ['deep nesting', '['.repeat(1000), { line: 1, column: 65 }, 'is nested more than 64 levels deep'],
    [
      'an infinite number',
      good.replace('[]', '[{"id":"r","name":"","priority":1e999,"when":[],"then":{"add_memories":[]}}]'),
      { line: 6, column: 44 },
      'this number is too large',
    ],
  ];

  it.each(cases)(
    '%s: shown with place and reason, kept as it is, and no hindrance to others',
    async (_, content, where, reason) => {
      const { root, store } = makeProject();
      const path = `${folderName}/broken.json`;
      await writeTree(root, { [path]: content, [`${folderName}/good.json`]: textOf(engine('good')) });
      const before = await readFile(join(root, path));
      expect(await store.list()).toEqual({
        definitions: [{ value: engine('good'), hash: sha256(textOf(engine('good'))) }],
        problems: [{ file: path, ...where, reason }],
      });
      const refusal = { code: 'conflict', message: expect.stringContaining(path) };
      await expect(store.save(engine('broken'), undefined)).rejects.toMatchObject(refusal);
      await expect(store.get('broken')).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await readFile(join(root, path))).toEqual(before);
    },
  );

  it('reports what is no file, and serves files with CRLF or a mark of their encoding', async () => {
    const { root, folder, store } = makeProject();
    await writeTree(root, {
      [`${folderName}/crlf.json`]: textOf(engine('crlf')).replaceAll('\n', '\r\n'),
      [`${folderName}/mark.json`]: `\uFEFF${textOf(engine('mark'))}`,
      [`${folderName}/my engine.json`]: '{}',
      [`${folderName}/.hidden.json`]: '{',
      [`${folderName}/notes.md`]: '#',
    });
    await mkdir(join(folder, 'folder.json'));
    await symlink('nowhere', join(folder, 'dangling.json'));
    await symlink('x'.repeat(300), join(folder, 'long.json'));
    const { definitions, problems } = await store.list();
    expect(definitions.map(({ value }) => value.id)).toEqual(['crlf', 'mark']);
    expect(problems).toEqual([
      { file: `${folderName}/dangling.json`, reason: 'is a link to a file that does not exist' },
      { file: `${folderName}/folder.json`, reason: 'is a folder, not a file' },
      {
        file: `${folderName}/long.json`,
        reason: 'is a link to where nothing can be looked at (ENAMETOOLONG)',
      },
      {
        file: `${folderName}/my engine.json`,
        reason: "the file's name is no valid id for an engine; rename it",
      },
    ]);
  });

  it('serves 40 good engines beside 10 broken ones', async () => {
    const { root, store } = makeProject();
    for (let index = 0; index < 50; index += 1) {
      const text = textOf(engine(`e${index}`, { description: 'd'.repeat(6000) }));
      const content = index % 5 === 0 ? text.slice(0, 4096) : text;
      await writeTree(root, { [`${folderName}/e${index}.json`]: content });
    }
    const { definitions, problems } = await store.list();
    expect([definitions.length, problems.length]).toEqual([40, 10]);
  });
});

describe('saving', () => {
  it('creates, updates, deletes and reads back', async () => {
    const { store } = makeProject();
    const created = await store.save(engine('a'), null);
    const updated = await store.save(engine('a', { name: 'New' }), created.hash);
    expect([created.change, updated.change]).toEqual(['created', 'updated']);
    expect(await store.get('a')).toEqual({ value: engine('a', { name: 'New' }), hash: updated.hash });
    await store.remove('a', updated.hash);
    await expect(store.get('a')).rejects.toMatchObject({
      code: 'not_found',
      message: 'there is no engine "a"',
    });
    expect(await store.list()).toEqual({ definitions: [], problems: [] });
  });

  it('leaves a file that already says the same as it is, canonical or not', async () => {
    const { root, folder, store } = makeProject();
    const odd = JSON.stringify({
      rules: [],
      enabled: true,
      description: '',
      name: 'Engine a',
      id: 'a',
      x: { b: 1, a: 2 },
    });
    await writeTree(root, { [`${folderName}/a.json`]: odd });
    const { value, hash } = await store.get('a');
    expect(await store.save(value, hash)).toMatchObject({ change: 'unchanged', hash });
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe(odd);
    await store.save({ ...value, name: 'New' }, hash);
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe(textOf({ ...value, name: 'New' }));
  });

  it('never overwrites what somebody else wrote, and gives both versions', async () => {
    const { root, folder, store } = makeProject();
    const mine = await store.save(engine('a'), null);
    const theirs = engine('a', { name: 'Theirs' });
    await writeTree(root, { [`${folderName}/a.json`]: textOf(theirs) });
    const conflict = {
      code: 'conflict',
      message: `${folderName}/a.json was changed by someone else since you read it; nothing was written`,
      details: { id: 'a', current: theirs, current_hash: sha256(textOf(theirs)) },
    };
    await expect(store.save(engine('a', { name: 'Mine' }), mine.hash)).rejects.toMatchObject(conflict);
    await expect(store.save(engine('a'), null)).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.remove('a', mine.hash)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe(textOf(theirs));
    await rm(join(folder, 'a.json'));
    const deleted = { code: 'conflict', details: { id: 'a', current: null, current_hash: null } };
    await expect(store.save(engine('a'), mine.hash)).rejects.toMatchObject(deleted);
  });

  it('lets only one of two saves with the same expectation through', async () => {
    const { store } = makeProject();
    const { hash } = await store.save(engine('a'), null);
    const saves = ['x', 'y', 'z'].map(name => store.save(engine('a', { name }), hash));
    const outcomes = (await Promise.allSettled(saves)).map(({ status }) => status);
    expect(outcomes).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await store.get('a')).value.name).toBe('x');
  });

  it('refuses ids that differ only in case, and reports such files', async () => {
    const { root, store } = makeProject();
    await store.save(engine('Plan'), null);
    await expect(store.save(engine('plan'), null)).rejects.toMatchObject({ code: 'conflict' });
    await writeTree(root, { [`${folderName}/plan.json`]: textOf(engine('plan')) });
    const { definitions, problems } = await store.list();
    expect(definitions.map(({ value }) => value.id)).toEqual(['Plan']);
    expect(problems).toEqual([
      {
        file: `${folderName}/plan.json`,
        reason: 'its id differs from "Plan" only in upper and lower case; rename one of them',
      },
    ]);
  });

  it('saves several in one step or none', async () => {
    const { store, folder } = makeProject();
    const { hash } = await store.save(engine('a'), null);
    const changes = [
      { value: engine('b'), expected: null },
      { value: engine('a', { name: 'New' }), expected: hash },
      { value: engine('a'), expected: null },
    ];
    await expect(store.saveAll(changes)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readdir(folder)).toEqual(['a.json']);
    const saved = await store.saveAll(changes.slice(0, 2));
    expect(saved.map(({ change }) => change)).toEqual(['created', 'updated']);
  });

  it.each([
    '../a',
    'a/b',
    'a\u0000',
    'CON',
    'nul',
    'a.',
    '.a',
    'ａ',
    '',
    'x'.repeat(65),
    '__proto__',
    '%2e%2e',
    'a ',
    'a\u202e',
  ])('touches no file for the id %j', async id => {
    const { root, store } = makeProject();
    await expect(store.save(engine(id), undefined)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(store.get(id)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(store.remove(id, undefined)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await readdir(root)).toEqual([]);
  });
});

describe('links', () => {
  it('saves through a link that stays inside, and the link stays a link', async () => {
    const { root, folder, store } = makeProject();
    await writeTree(root, { 'shared/real.json': textOf(engine('a')) });
    await mkdir(folder, { recursive: true });
    await symlink('../../shared/real.json', join(folder, 'a.json'));
    const { hash } = await store.get('a');
    await store.save(engine('a', { name: 'New' }), hash);
    expect(await readFile(join(root, 'shared/real.json'), 'utf8')).toBe(textOf(engine('a', { name: 'New' })));
    expect((await readdir(folder, { withFileTypes: true }))[0]?.isSymbolicLink()).toBe(true);
  });

  it('neither reads nor writes through one that leads out', async () => {
    const { root, folder, store } = makeProject();
    const outside = temporaryFolder();
    const secret = textOf(engine('a'));
    await writeTree(outside, { 'a.json': secret });
    await mkdir(folder, { recursive: true });
    await symlink(join(outside, 'a.json'), join(folder, 'a.json'));
    const reason = 'is a link that leads outside; put a copy here instead';
    expect(await store.list()).toEqual({
      definitions: [],
      problems: [{ file: `${folderName}/a.json`, reason }],
    });
    await expect(store.save(engine('a', { name: 'New' }), undefined)).rejects.toMatchObject({
      code: 'conflict',
    });
    await rm(join(root, '.codebolt'), { recursive: true });
    await symlink(outside, join(root, '.codebolt'));
    await expect(store.save(engine('b'), null)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await store.list()).toMatchObject({ definitions: [] });
    expect(await readdir(outside)).toEqual(['a.json']);
    expect(await readFile(join(outside, 'a.json'), 'utf8')).toBe(secret);
  });
});

it('hears of changes by others at the next look, and not of its own', async () => {
  const heard = vi.fn();
  const { root, folder, store } = makeProject(heard);
  await store.list();
  const { hash } = await store.save(engine('a'), null);
  await store.list();
  expect(heard).toHaveBeenCalledTimes(0);
  await writeTree(root, { [`${folderName}/a.json`]: textOf(engine('a', { name: 'Theirs' })) });
  await store.list();
  await store.list();
  expect(heard).toHaveBeenCalledTimes(1);
  await rm(join(folder, 'a.json'));
  await store.list();
  expect(heard).toHaveBeenCalledTimes(2);
  expect(hash).toHaveLength(64);
});

it('gives the same value again while a file has not changed', async () => {
  const { store } = makeProject();
  await store.save(engine('a'), null);
  expect((await store.get('a')).value).toBe((await store.list()).definitions[0]?.value);
});
