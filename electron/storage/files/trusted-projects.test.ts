import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import {
  noteInTrustRecord,
  readTrustRecord,
  removeTrustRecord,
  trustRecordMark,
  writeTrustRecord,
} from './trusted-projects.ts';

const at = '2026-11-22T10:00:00.000Z';
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('what was trusted', () => {
  const path = '/projects/one';
  const record = { path, trusted_at: at, acts: new Set(['a', 'b']), config: { budget: 5, gone: true } };
  const fileIn = (folder: string) =>
    join(folder, 'trusted-projects', readdirSync(join(folder, 'trusted-projects'))[0] ?? '');

  it('is one file for each project, which only the user reads, with all that was noted', async () => {
    const folder = join(temporaryFolder(), 'user');
    expect(await readTrustRecord(folder, path)).toBeUndefined();
    await writeTrustRecord(folder, record);
    expect(await readTrustRecord(folder, path)).toEqual(record);
    expect([modeOf(folder), modeOf(join(folder, 'trusted-projects'))]).toEqual([0o700, 0o700]);
    await writeTrustRecord(folder, { ...record, path: '/projects/two', acts: new Set() });
    expect(readdirSync(join(folder, 'trusted-projects'))).toHaveLength(2);
    await noteInTrustRecord(folder, path, { acts: ['c', 'a'] });
    await noteInTrustRecord(folder, path, { config: { budget: 6, gone: null, more: [] } });
    await noteInTrustRecord(folder, path, {});
    const noted = { path, trusted_at: at, acts: new Set(['a', 'b', 'c']), config: { budget: 6, more: [] } };
    expect(await readTrustRecord(folder, path)).toEqual(noted);
    expect(await readTrustRecord(folder, '/projects/two')).toMatchObject({ acts: new Set() });
    await writeTrustRecord(folder, record);
    expect(await readTrustRecord(folder, path)).toEqual(record);
    await removeTrustRecord(folder, path);
    await removeTrustRecord(folder, path);
    expect(await readTrustRecord(folder, path)).toBeUndefined();
    expect(await readTrustRecord(folder, '/projects/two')).toBeDefined();
  });

  it('is as much as was written of it: a torn line is none, and takes no other with it', async () => {
    const folder = temporaryFolder();
    await writeTrustRecord(folder, record);
    const file = fileIn(folder);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"acts":["to`);
    await noteInTrustRecord(folder, path, { acts: ['c'] });
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8')}[1]\n7\n{"acts":"no list","config":[]}\n{"acts":[5]}\n`,
    );
    expect((await readTrustRecord(folder, path))?.acts).toEqual(new Set(['a', 'b', 'c', '5']));
  });

  it('is nothing where the first line is not of this project', async () => {
    const folder = temporaryFolder();
    await writeTrustRecord(folder, record);
    const file = fileIn(folder);
    const lines = [
      '',
      'torn\n',
      '[]\n',
      `${JSON.stringify({ path: '/projects/other', trusted_at: at, acts: [], config: {} })}\n`,
      `${JSON.stringify({ path, trusted_at: 5, acts: [], config: {} })}\n`,
    ];
    for (const text of lines) {
      writeFileSync(file, text);
      expect(await readTrustRecord(folder, path), text).toBeUndefined();
    }
    writeFileSync(file, `${JSON.stringify({ path, trusted_at: at })}\n`);
    expect(await readTrustRecord(folder, path)).toEqual({
      path,
      trusted_at: at,
      acts: new Set(),
      config: {},
    });
  });

  it('has another mark after each change, and one where there is none', async () => {
    const folder = temporaryFolder();
    const marks = [await trustRecordMark(folder, path)];
    expect(marks).toEqual(['ENOENT']);
    await writeTrustRecord(folder, record);
    marks.push(await trustRecordMark(folder, path));
    expect(await trustRecordMark(folder, path)).toBe(marks.at(-1));
    await noteInTrustRecord(folder, path, { acts: ['c'] });
    marks.push(await trustRecordMark(folder, path));
    expect(new Set(marks).size).toBe(3);
  });

  it('is no note in what is not there, or is a link', async () => {
    const folder = temporaryFolder();
    await expect(noteInTrustRecord(folder, path, { acts: ['c'] })).rejects.toMatchObject({ code: 'ENOENT' });
    await writeTrustRecord(folder, record);
    const file = fileIn(folder);
    const other = join(temporaryFolder(), 'other');
    writeFileSync(other, 'theirs');
    await removeTrustRecord(folder, path);
    symlinkSync(other, file);
    await expect(noteInTrustRecord(folder, path, { acts: ['c'] })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(readFileSync(other, 'utf8')).toBe('theirs');
  });
});
