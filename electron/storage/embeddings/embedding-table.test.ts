import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ContentDatabase } from '../database/content-database.ts';
import { sha256 } from '../files/read-text-file.ts';
import { findVectors, findVectorsAlike, putVectors } from './embedding-table.ts';

const keys = Array.from({ length: 600 }, (_, at) => sha256(`${at}`));
const begin = 'a';
const alike = keys.filter(key => key.startsWith(begin));

it.each([
  ['most of what begins alike', alike],
  ['few of it', alike.slice(0, 2)],
  ['some that have no vector', [...alike, `${begin}bc`, `${begin}fff`]],
  ['none', []],
])('finds the vectors of %s, as looking for each does', async (_, wanted) => {
  const content = new ContentDatabase(temporaryFolder(), () => '2026-11-21T10:00:00.000Z');
  onTestFinished(() => content.close());
  await content.write(database => {
    const entries = keys.map((hash, at) => ({ hash, vector: Float32Array.of(at, -at) }));
    putVectors(database, 'one', entries);
    putVectors(database, 'other', [{ hash: `${begin}bc`, vector: Float32Array.of(9) }]);
  });
  const found = await content.read(
    database => ({
      alike: findVectorsAlike(database, 'one', begin, wanted),
      each: findVectors(database, 'one', wanted),
    }),
    undefined,
  );
  const chosen = wanted.map(key => found?.alike.get(key));
  expect(chosen).toEqual(wanted.map(key => found?.each.get(key)));
  expect(chosen.filter(vector => vector !== undefined).length).toBe(
    wanted.filter(key => keys.includes(key)).length,
  );
});
