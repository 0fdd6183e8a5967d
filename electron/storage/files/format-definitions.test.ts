import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { engineKind } from './definition-kinds.ts';
import { formatDefinitions } from './format-definitions.ts';
import { openProjectFolder } from './project-folder.ts';
import { schemaReference, writeSchemaFile } from './schema-files.ts';

it('finds files that are not canonical, and gives them that form where it is asked to; broken ones keep their bytes', async () => {
  const root = temporaryFolder();
  const project = openProjectFolder(root);
  onTestFinished(() => project.close());
  expect(await formatDefinitions(project, engineKind, { write: true })).toEqual({
    changed: [],
    problems: [],
  });
  const text = (id: string) => `{"rules":[],"name":"N","id":"${id}","enabled":true,"description":""}`;
  const at = (name: string) => `${engineKind.folder}/${name}`;
  await writeTree(root, {
    [at('b.json')]: text('b'),
    [at('a.json')]: text('a'),
    [at('broken.json')]: '{',
    [at('.hidden.json')]: text('hidden'),
    [at('note.txt')]: text('note'),
  });
  const read = (name: string) => readFileSync(join(root, at(name)), 'utf8');
  const wanted = {
    changed: [at('a.json'), at('b.json')],
    problems: [expect.objectContaining({ file: at('broken.json') })],
  };
  expect(await formatDefinitions(project, engineKind, { write: false })).toEqual(wanted);
  expect(read('a.json')).toBe(text('a'));
  expect(await formatDefinitions(project, engineKind, { write: true })).toEqual(wanted);
  expect(JSON.parse(read('a.json'))).toEqual(JSON.parse(text('a')));
  expect(read('a.json')).toMatch(/^\{\n {2}"id": "a",\n/);
  expect([read('broken.json'), read('.hidden.json'), read('note.txt')]).toEqual([
    '{',
    text('hidden'),
    text('note'),
  ]);
  expect((await formatDefinitions(project, engineKind, { write: true })).changed).toEqual([]);
  writeFileSync(join(root, at('b.json')), text('b'));
  expect((await formatDefinitions(project, engineKind, { write: false })).changed).toEqual([at('b.json')]);
});

it('with a schema they name it first, once asked for, and keep it there; it describes the kind', async () => {
  const root = temporaryFolder();
  const project = openProjectFolder(root);
  onTestFinished(() => project.close());
  const at = (name: string) => `${engineKind.folder}/${name}`;
  const engine = { rules: [], name: 'N', id: 'a', enabled: true, description: '', odd: 1 };
  await writeTree(root, { [at('a.json')]: JSON.stringify(engine) });
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  await formatDefinitions(project, engineKind, { write: true });
  expect(Object.keys(read(at('a.json')))).not.toContain('$schema');
  const schema = '.codebolt/weft/schemas/engine.json';
  expect(await writeSchemaFile(project, engineKind, { write: false })).toEqual([schema]);
  expect(existsSync(join(root, schema))).toBe(false);
  await writeSchemaFile(project, engineKind, { write: true });
  expect(await writeSchemaFile(project, engineKind, { write: true })).toEqual([]);
  const how = { write: true, adding: { $schema: schemaReference(engineKind) } };
  expect((await formatDefinitions(project, engineKind, how)).changed).toEqual([at('a.json')]);
  const named = read(at('a.json'));
  expect([Object.keys(named)[0], named]).toEqual([
    '$schema',
    { ...engine, $schema: '../weft/schemas/engine.json' },
  ]);
  expect(read(join(engineKind.folder, named.$schema))).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { id: {}, rules: { type: 'array' } },
  });
  expect((await formatDefinitions(project, engineKind, { write: true })).changed).toEqual([]);
});
