import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { atStorageBorder } from './storage-failure.ts';

it('tells a user what is wrong with a path that no disk can have', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  await symlink('circle', join(folder, 'circle'));
  const reading = (path: string) => atStorageBorder('reading it', () => realpath(join(folder, path)));
  const refusal = async (path: string) => {
    const { code, message } = (await reading(path).catch(error => error)) as {
      code: string;
      message: string;
    }; // an AppError, as is compared
    return [code, message];
  };
  expect(await refusal('a\0b')).toEqual([
    'invalid_input',
    'reading it: the path has a character with code 0 in it; check the path',
  ]);
  expect(await refusal('x'.repeat(5000))).toEqual([
    'invalid_input',
    'reading it: the path is longer than this system allows',
  ]);
  expect(await refusal('file/below')).toEqual([
    'invalid_input',
    'reading it: a part of the path is a file and no folder; check the path',
  ]);
  expect(await refusal('circle')).toEqual([
    'invalid_input',
    'reading it: the links on the path lead in a circle; check the path',
  ]);
});

it('keeps a message short where the path is not', async () => {
  const path = 'x'.repeat(5000);
  await expect(atStorageBorder(`reading ${path}`, () => mkdir(path))).rejects.toMatchObject({
    message: `reading ${'x'.repeat(192)}: the path is longer than this system allows`,
  });
});

it('passes on what is our own mistake', async () => {
  const mistakes = [
    Object.assign(new TypeError('The argument "flag" is invalid'), { code: 'ERR_INVALID_ARG_VALUE' }),
    Object.assign(new Error('missing'), { code: 'ENOENT' }),
    new Error('without a code'),
  ];
  for (const mistake of mistakes)
    await expect(atStorageBorder('reading it', () => Promise.reject(mistake))).rejects.toBe(mistake);
});
