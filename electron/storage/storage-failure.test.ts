import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AppError } from '../../shared/contract/errors.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { atStorageBorder, errorCode, storageFailure } from './storage-failure.ts';

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

it('tells what the disk or the database refused with what to do about it, whichever variant of a code it is', () => {
  const cases: [code: string, says: string][] = [
    ['ENOSPC', 'doing: the disk is full; free some space and try again'],
    ['EFBIG', 'doing: the file would become larger than this system allows'],
    ['SQLITE_FULL', 'doing: the disk is full; free some space and try again'],
    [
      'SQLITE_READONLY_DBMOVED',
      'doing: the database is read-only; check that you may write it and its folder',
    ],
    [
      'SQLITE_READONLY_DIRECTORY',
      'doing: no files can be made beside the database, which reading takes too; make its folder writable, or go on with a copy elsewhere',
    ],
    ['EROFS', 'doing: the disk is read-only; make it writable, or go on with a copy on another one'],
    ['EACCES', 'doing: permission was denied; check that you may read and write the file and its folder'],
    [
      'SQLITE_CANTOPEN',
      'doing: the database cannot be opened, or no files be made beside it, which reading takes too; check that you may read it and write to its folder, and whether the disk is read-only',
    ],
    [
      'SQLITE_PERM',
      'doing: permission was denied; check that you may read and write the database and its folder',
    ],
    ['SQLITE_NOMEM', 'doing: there was not enough memory; close other programs and try again'],
    ['SQLITE_IOERR_SHMSIZE', 'doing: the disk is full; free some space and try again'],
    ['SQLITE_IOERR_WRITE', 'doing: the disk reported an error; check it before you go on'],
  ];
  for (const [code, message] of cases) {
    const told = storageFailure(Object.assign(new Error(code), { code }), 'doing');
    expect(told).toBeInstanceOf(AppError);
    expect(told).toMatchObject({ code: 'storage_failed', message, details: { code } });
  }
  for (const code of [
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_LOCKED',
    'SQLITE_LOCKED_SHAREDCACHE',
    'SQLITE_PROTOCOL',
  ])
    expect(storageFailure(Object.assign(new Error(code), { code }), 'doing')).toMatchObject({
      code: 'busy',
      message: 'doing: another process is writing the database; try again',
    });
});

it('passes on what was told already, and gives what was done when all is well', async () => {
  const told = Object.assign(new AppError('busy', 'told'), { code: 'ENOSPC' });
  expect(storageFailure(told, 'doing')).toBe(told);
  expect(await atStorageBorder('doing', async () => 5)).toBe(5);
});

it('a code is a text of an error', () => {
  const error = (code: unknown) => Object.assign(new Error('e'), { code });
  expect(
    [error('ENOENT'), error(5), new Error('e'), { code: 'ENOENT' }, null, undefined].map(errorCode),
  ).toEqual(['ENOENT', undefined, undefined, undefined, undefined, undefined]);
});
