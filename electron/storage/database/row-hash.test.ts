import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { DamagedRow, rowHash, verifyRow } from './row-hash.ts';

/** What SQLite gives back for a row of these fields. */
function storedAndRead(fields: readonly (string | number | null)[]): (string | number | null)[] {
  const database = new Database(':memory:');
  const row = database
    .prepare(`SELECT ${fields.map(() => '?').join(', ')}`)
    .raw()
    .get(...fields);
  database.close();
  return row as (string | number | null)[]; // a raw row holds one value for each of the fields
}

describe('a row that was read back', () => {
  it.each([
    ['plain', ['a', 1, null]],
    ['odd but whole characters', ['', '\\ud83d', '\u0000', '😀', 'a\u0301', '\uFFFD']],
    ['half an emoji, as a cut at 200 characters leaves it', ['the end \uD83D']],
    ['the other half, and two halves the wrong way round', ['\uDE00x', '\uDE00\uD83D']],
  ])('is what was written: %s', (_, fields) => {
    expect(() => verifyRow('the row', storedAndRead(fields), rowHash(fields))).not.toThrow();
  });

  it('is refused when it is another one', () => {
    const refused = new DamagedRow(
      'the row is damaged in weft.sqlite; the next write brings it back from the newest backup that has it, or says that it is gone',
      'the row',
    );
    for (const other of [['b'], ['a', null], ['\uFFFD'], []])
      expect(() => verifyRow('the row', other, rowHash(['a']))).toThrow(refused);
  });
});
