import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ProjectTemplateId, projectTemplates } from '../../../shared/model/project-template.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import {
  copySampleFiles,
  findSampleFiles,
  findTemplateFiles,
  holdsAllOf,
  listFiles,
  sampleIn,
} from './sample-files.ts';

/** What is shipped, as packers take it: `.codebolt` under another name. */
async function shipped(): Promise<string> {
  const folder = temporaryFolder();
  await writeTree(folder, {
    'docs/a.md': 'document',
    'docs/deep/b.md': 'other',
    'notes.md': 'not copied',
    'dot-codebolt/context-rule-engines/e.json': 'engine',
    'dot-codebolt/PersistentMemory/m.json': 'memory',
    'dot-codebolt/weft/samples/s.json': 'sample',
  });
  return folder;
}

const copied = [
  '.codebolt/PersistentMemory/m.json',
  '.codebolt/context-rule-engines/e.json',
  '.codebolt/weft/samples/s.json',
  'docs/a.md',
  'docs/deep/b.md',
];

it('copies documents and definitions of what is shipped, and nothing else', async () => {
  const source = await shipped();
  const target = join(temporaryFolder(), 'new', 'project');
  await copySampleFiles(source, target);
  expect(await listFiles(target)).toEqual(copied);
  expect(readFileSync(join(target, 'docs/deep/b.md'), 'utf8')).toBe('other');
  expect(readdirSync(target).sort()).toEqual(['.codebolt', 'docs']);
  expect(await holdsAllOf(target, source)).toBe(true);
  rmSync(join(target, '.codebolt/weft/samples/s.json'));
  expect(await holdsAllOf(target, source)).toBe(false);
});

it('begins again what was interrupted, and is no project before it is whole', async () => {
  const source = await shipped();
  const target = temporaryFolder();
  await writeTree(target, { 'docs/a.md': 'document', '.codebolt.partial/old.json': 'left' });
  expect(await sampleIn(target, source)).toBe('none');
  await copySampleFiles(source, target);
  expect(await listFiles(target)).toEqual(copied);
});

it('replaces no file with another content, and no project', async () => {
  const source = await shipped();
  const target = temporaryFolder();
  await writeTree(target, { 'docs/a.md': 'mine' });
  await expect(copySampleFiles(source, target)).rejects.toMatchObject({
    code: 'conflict',
    message: `${join(target, 'docs/a.md')} is there already and differs from the one to be written; choose another folder`,
  });
  writeFileSync(join(target, 'docs/a.md'), Buffer.of(0xff, 0xfe));
  await expect(copySampleFiles(source, target)).rejects.toMatchObject({ code: 'conflict' });
  expect(existsSync(join(target, '.codebolt'))).toBe(false);
  rmSync(join(target, 'docs'), { recursive: true });
  await writeTree(target, { '.codebolt/weft.json': '{}' });
  await expect(copySampleFiles(source, target)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('is there already'),
  });
  expect(await listFiles(join(target, '.codebolt'))).toEqual(['weft.json']);
});

it('knows the sample by any engine or memory type of it', async () => {
  const source = await shipped();
  for (const [file, wanted] of [
    ['.codebolt/context-rule-engines/e.json', 'sample'],
    ['.codebolt/PersistentMemory/m.json', 'sample'],
    ['.codebolt/weft/samples/s.json', 'other'],
    ['.codebolt/context-rule-engines/mine.json', 'other'],
    ['docs/a.md', 'none'],
  ] as const) {
    const folder = temporaryFolder();
    await writeTree(folder, { [file]: '' });
    expect(await sampleIn(folder, source), file).toBe(wanted);
  }
});

it('comes with the program', async () => {
  expect(await sampleIn(temporaryFolder(), findSampleFiles())).toBe('none');
  expect((await listFiles(findSampleFiles())).length).toBeGreaterThan(5);
  for (const template of Object.keys(projectTemplates) as ProjectTemplateId[]) // its own keys
    expect(existsSync(join(findTemplateFiles(template), 'dot-codebolt')), template).toBe(true);
});
