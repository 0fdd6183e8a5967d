import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { engineKind } from './definition-kinds.ts';
import { formatDefinitions } from './format-definitions.ts';
import { openProjectFolder } from './project-folder.ts';

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
