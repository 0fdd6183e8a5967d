import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { changeConfigFile, configFile, configFileMark, readConfigFile } from './config-file.ts';
import { openProjectFolder } from './project-folder.ts';
import { sha256 } from './read-text-file.ts';

function opened(text?: string) {
  const root = temporaryFolder();
  const project = openProjectFolder(root);
  onTestFinished(() => project.close());
  const path = join(root, configFile);
  const write = (content: string | Uint8Array) => {
    mkdirSync(join(root, '.codebolt'), { recursive: true });
    writeFileSync(path, content);
  };
  if (text !== undefined) write(text);
  return { root, project, path, write };
}

it('is read as it is: nothing, a value, or why it cannot be read', async () => {
  const { root, path, write } = opened();
  expect(await readConfigFile(root)).toEqual({ kind: 'absent' });
  write('{"a":1}');
  expect(await readConfigFile(root)).toEqual({ kind: 'read', value: { a: 1 }, hash: sha256('{"a":1}') });
  write('{\n  "a":}');
  expect(await readConfigFile(root)).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/^line 2, column 7: ./),
    hash: sha256('{\n  "a":}'),
  });
  write(Buffer.of(0xff, 0xfe));
  expect(await readConfigFile(root)).toMatchObject({ kind: 'refused', hash: null });
  rmSync(path);
  symlinkSync(join(temporaryFolder(), 'x'), path);
  expect(await readConfigFile(root)).toEqual({
    kind: 'refused',
    reason: 'is a link to a file that does not exist',
    hash: null,
  });
});

it('is changed by what it is now, in canonical form', async () => {
  const { root, project, path, write } = opened();
  const seen: unknown[] = [];
  const set = (value: unknown, expectedHash: string | null) =>
    changeConfigFile(project, file => {
      seen.push(file.kind);
      return { value, expectedHash };
    });
  await set({ b: 1, context_engineering: {}, $schema: 's' }, null);
  const first = readFileSync(path, 'utf8');
  expect(Object.keys(JSON.parse(first))).toEqual(['$schema', 'context_engineering', 'b']);
  const conflict = {
    code: 'conflict',
    message: '.codebolt/weft.json changed meanwhile; look at it and set the keys again',
  };
  await expect(set({}, null)).rejects.toMatchObject(conflict);
  await expect(set({}, sha256('else'))).rejects.toMatchObject(conflict);
  expect(readFileSync(path, 'utf8')).toBe(first);
  await set({ b: 2 }, sha256(first));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ b: 2 });
  // One that cannot be read is replaced by who has seen it.
  write('{');
  await set({ b: 3 }, sha256('{'));
  expect(seen).toEqual(['absent', 'read', 'read', 'read', 'refused']);
  rmSync(path);
  symlinkSync(join(root, 'elsewhere'), path);
  await expect(set({}, null)).rejects.toMatchObject({ code: 'forbidden' });
});

it('has another mark whenever it may be another one', () => {
  const { root, path, write } = opened();
  const marks = [configFileMark(root)];
  write('{}');
  marks.push(configFileMark(root));
  expect(configFileMark(root)).toBe(marks.at(-1));
  write('{ }');
  marks.push(configFileMark(root));
  rmSync(path);
  expect(configFileMark(root)).toBe('ENOENT');
  rmSync(join(root, '.codebolt'), { recursive: true });
  writeFileSync(join(root, '.codebolt'), '');
  marks.push(configFileMark(root));
  expect(marks[0]).toBe('ENOENT');
  expect(marks.slice(0, 3)).toHaveLength(new Set(marks.slice(0, 3)).size);
});
