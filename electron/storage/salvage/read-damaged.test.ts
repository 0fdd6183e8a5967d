import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { atOnce } from '../../../shared/stretches.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { ReadableDatabase } from '../database/sqlite.ts';
import { type DatabasePages, openPages } from './database-pages.ts';
import type { Cell } from './decode-cell.ts';
import { readNames, readRoots, readTable } from './read-damaged.ts';
import type { NamedRow } from './row-checks.ts';
import { beginTable, isInGap } from './salvaged-rows.ts';
import { comparePlaces, keyOf, placeOf, type TableForm, tableForms } from './table-forms.ts';
import { committedFrames, hasTornLog, pageBytes } from './write-ahead-log.ts';

/** Each width that SQLite has for a number, with the least and the greatest of it. */
const whole = [
  0,
  1,
  2,
  -1,
  127,
  -128,
  128,
  32_767,
  -32_769,
  8_388_607,
  -8_388_609,
  2 ** 31 - 1,
  -(2 ** 31) - 1,
];
const wide = [2 ** 47 - 1, -(2 ** 47) - 1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
const cells: readonly (Cell | bigint)[] = [
  null,
  ...whole,
  ...wide,
  2n ** 62n,
  -(2n ** 60n),
  0.5,
  -1e300,
  '',
  'text',
  'Größe 😀',
  'x'.repeat(4050),
  'y'.repeat(4063),
  'z'.repeat(9000),
  Buffer.of(),
  Buffer.of(1, 2, 3),
  Buffer.alloc(990, 7),
  Buffer.alloc(20_000, 9),
];

/** So many of them take no page of their own. */
const short = cells.findIndex(cell => typeof cell === 'string' && cell.length > 100);

/** A database of tables of each form, large enough for inner pages. */
function makeDatabase(path: string, mode: 'WAL' | 'DELETE'): Sqlite.Database {
  const database = new Sqlite(path);
  onTestFinished(() => void database.close());
  database.pragma(`page_size = ${pageBytes}`);
  database.pragma(`journal_mode = ${mode}`);
  database.pragma('wal_autocheckpoint = 0');
  database.exec(`
    CREATE TABLE plain (a, b TEXT NOT NULL);
    CREATE TABLE numbered (id INTEGER PRIMARY KEY, a, b TEXT NOT NULL);
    CREATE INDEX by_b ON numbered (b, a);
    CREATE TABLE keyed (b TEXT NOT NULL, n INTEGER NOT NULL, a, PRIMARY KEY (n, b)) WITHOUT ROWID;
    CREATE TABLE empty (a)`);
  const put = (at: number, cell: Cell | bigint) => {
    database.prepare('INSERT INTO plain VALUES (?, ?)').run(cell, `b${at}`);
    database.prepare('INSERT INTO numbered VALUES (?, ?, ?)').run(at * 3 - 200, cell, `b${at % 7}`);
    database.prepare('INSERT INTO keyed VALUES (?, ?, ?)').run(`b${at}`, at % 5, cell);
  };
  database.transaction(() => {
    // Some long ones are enough: each takes pages of its own.
    for (let at = 0; at < 700; at += 1) put(at, cells[at % (at < 70 ? cells.length : short)] ?? null);
  })();
  database.exec(
    "ALTER TABLE plain ADD COLUMN c INTEGER NOT NULL DEFAULT 5; ALTER TABLE plain ADD COLUMN d TEXT NOT NULL DEFAULT ''",
  );
  return database;
}

/** Numbers beyond 2^53 as they are, others as numbers. */
const asCell = (cell: unknown): unknown =>
  typeof cell === 'bigint' && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell;

function selected(database: Sqlite.Database, sql: string): Record<string, unknown>[] {
  const rows = database.prepare<[], Record<string, unknown>>(sql).safeIntegers().all();
  return rows.map(row => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, asCell(cell)])));
}

/** The rows of a table as SQLite reads them, in the order of its tree. */
function rowsOf(database: Sqlite.Database, { name, kind, key }: TableForm): Record<string, unknown>[] {
  return kind === 'table'
    ? selected(database, `SELECT rowid AS rowid, * FROM ${name} ORDER BY rowid`)
    : selected(database, `SELECT * FROM ${name} ORDER BY ${key.join(', ')}`);
}

function pagesOf(path: string): DatabasePages {
  const pages = atOnce(openPages(path));
  onTestFinished(() => pages.close());
  return pages;
}

function readAll(pages: DatabasePages, form: TableForm, root: number) {
  const rows: NamedRow[] = [];
  const { gaps } = atOnce(readTable(pages, form, { root, visited: new Set() }, row => void rows.push(row)));
  return { rows, gaps };
}

const formsOf = (database: Sqlite.Database) => tableForms(database as unknown as ReadableDatabase); // it only looks

function makeBoth(mode: 'WAL' | 'DELETE') {
  const path = join(temporaryFolder(), 'a.sqlite');
  const database = makeDatabase(path, mode);
  return { path, database, forms: formsOf(database) };
}

describe.each(['WAL', 'DELETE'] as const)('a sound file (%s) is read past SQLite', mode => {
  it('as SQLite reads it: every row of every form of table, with nothing missing', () => {
    const { path, database, forms } = makeBoth(mode);
    const pages = pagesOf(path);
    const roots = readRoots(pages);
    const schema = database.prepare('SELECT name, rootpage FROM sqlite_schema').raw().all();
    expect([...roots]).toEqual(schema);
    expect(pages.count).toBe(Number(database.pragma('page_count', { simple: true })));
    expect(forms.map(({ name }) => name)).toEqual(['empty', 'keyed', 'numbered', 'plain']);
    for (const form of forms) {
      const { rows, gaps } = readAll(pages, form, roots.get(form.name) ?? 0);
      const wanted = rowsOf(database, form);
      expect(rows.length, form.name).toBe(wanted.length);
      for (const [at, row] of rows.entries()) expect(row, form.name).toEqual(wanted[at]);
      expect(gaps).toEqual([]);
    }
  });

  it('and so are the names that an index keeps', () => {
    const { path, database } = makeBoth(mode);
    const pages = pagesOf(path);
    const names = atOnce(readNames(pages, readRoots(pages).get('by_b') ?? 0, ['b', 'a']));
    const wanted = selected(database, 'SELECT id, b, a FROM numbered ORDER BY b, a, id');
    expect([...names.keys()]).toEqual(wanted.map(({ id }) => id));
    expect([...names.values()]).toEqual(wanted.map(({ b, a }) => ({ b, a })));
    // What it says of more or fewer columns is not what it was asked for.
    expect(atOnce(readNames(pages, readRoots(pages).get('by_b') ?? 0, ['b'])).size).toBe(0);
    expect(atOnce(readNames(pages, 0, ['b', 'a'])).size).toBe(0);
  });
});

it('what cannot be read of a page that is blank, cut off or another one lies in a gap, and all else is read', () => {
  const { path, database, forms } = makeBoth('DELETE');
  const wanted = new Map(forms.map(form => [form.name, rowsOf(database, form) as NamedRow[]]));
  const roots = readRoots(pagesOf(path));
  const bytes = readFileSync(path);
  const ways: readonly ((page: Buffer) => void)[] = [
    page => page.fill(0),
    page => page.fill(0xff),
    // More cells than there is room for.
    page => page.writeUInt16BE(0xffff, 3),
    // Cells beyond the page.
    page => page.fill(0xff, 8, 40),
  ];
  let torn = 0;
  for (let number = 2; number <= bytes.length / pageBytes; number += 1) {
    const damaged = Buffer.from(bytes);
    ways[number % ways.length]?.(damaged.subarray((number - 1) * pageBytes, number * pageBytes));
    const other = join(temporaryFolder(), 'b.sqlite');
    writeFileSync(other, damaged);
    const pages = pagesOf(other);
    for (const form of forms) {
      const { rows, gaps } = readAll(pages, form, roots.get(form.name) ?? 0);
      const found = new Set(rows.map(row => keyOf(form, row)));
      const salvaged = { ...beginTable(form), gaps };
      const [there, missing] = [true, false].map(isRead =>
        (wanted.get(form.name) ?? []).filter(row => found.has(keyOf(form, row)) === isRead),
      );
      const inGap = (row: NamedRow) => isInGap(salvaged, placeOf(form, row));
      expect(there?.filter(inGap), `page ${number}`).toEqual([]);
      expect(
        missing?.filter(row => !inGap(row)),
        `page ${number}`,
      ).toEqual([]);
      torn += missing?.length ?? 0;
    }
  }
  expect(torn).toBeGreaterThan(700);
});

it('a tree that leads back to itself ends', () => {
  const { path, forms } = makeBoth('DELETE');
  const roots = readRoots(pagesOf(path));
  const bytes = readFileSync(path);
  for (const form of forms) {
    const root = roots.get(form.name) ?? 0;
    const page = bytes.subarray((root - 1) * pageBytes, root * pageBytes);
    // The last child of an inner page.
    if (page.readUInt8(0) === 5 || page.readUInt8(0) === 2) page.writeUInt32BE(root, 8);
  }
  const other = join(temporaryFolder(), 'b.sqlite');
  writeFileSync(other, bytes);
  for (const form of forms.filter(({ name }) => name !== 'empty')) {
    const { rows, gaps } = readAll(pagesOf(other), form, roots.get(form.name) ?? 0);
    expect(rows.length).toBeGreaterThan(100);
    expect(gaps.at(-1)?.before).toBeUndefined();
  }
});

describe('a log', () => {
  const frameBytes = pageBytes + 24;

  /** A database whose log has some commits, and what each frame of it is for. */
  function logged() {
    const path = join(temporaryFolder(), 'a.sqlite');
    const database = new Sqlite(path);
    onTestFinished(() => void database.close());
    database.pragma('journal_mode = WAL');
    database.pragma('wal_autocheckpoint = 0');
    database.exec('CREATE TABLE t (a TEXT)');
    for (let at = 0; at < 4; at += 1) database.prepare('INSERT INTO t VALUES (?)').run(`${at}`.repeat(3000));
    const log = readFileSync(`${path}-wal`);
    return { path, log, frames: (log.length - 32) / frameBytes };
  }

  function framesOf(path: string, log: Buffer) {
    const other = join(temporaryFolder(), 'b.sqlite');
    copyFileSync(path, other);
    writeFileSync(`${other}-wal`, log);
    return { frames: atOnce(committedFrames(`${other}-wal`)), isTorn: atOnce(hasTornLog(other)) };
  }

  it('is sound as SQLite wrote it, and one that is not there has no frames', () => {
    const { path, log, frames } = logged();
    expect(frames).toBeGreaterThan(8);
    const found = framesOf(path, log);
    expect(found.frames).toHaveLength(frames);
    expect(found.frames.every(({ isSound, number }) => isSound && number !== undefined)).toBe(true);
    expect(found.frames.map(({ at }) => at)).toEqual(
      Array.from({ length: frames }, (_, at) => 32 + at * frameBytes + 24),
    );
    expect(found.isTorn).toBe(false);
    expect(atOnce(committedFrames(`${path}-none`))).toEqual([]);
    expect(framesOf(path, log.subarray(0, 32)).frames).toEqual([]);
  });

  // The number of the page, whether it ends a commit, salt, checksum, content.
  it.each([0, 2, 7, 8, 15, 24, 2000, frameBytes - 1])(
    'whose byte %i of a frame is another tells that frame, and no other',
    offset => {
      const { path, log, frames } = logged();
      for (let frame = 0; frame < frames - 1; frame += 1) {
        const torn = Buffer.from(log);
        const at = 32 + frame * frameBytes + offset;
        torn[at] = (torn[at] ?? 0) ^ 0x10;
        const found = framesOf(path, torn);
        const unsound = found.frames.flatMap(({ isSound }, index) => (isSound ? [] : [index]));
        expect(unsound).toEqual([frame]);
        expect(found.isTorn).toBe(true);
        // Another salt is that of another log: its page is not known.
        expect(found.frames[frame]?.number === undefined).toBe(offset >= 8 && offset < 16);
      }
    },
  );

  it('whose sums of a frame are another tells that frame and the next, which goes on from them', () => {
    const { path, log, frames } = logged();
    for (const offset of [16, 23])
      for (let frame = 0; frame < frames - 2; frame += 1) {
        const torn = Buffer.from(log);
        const at = 32 + frame * frameBytes + offset;
        torn[at] = (torn[at] ?? 0) ^ 1;
        const unsound = framesOf(path, torn).frames.flatMap(({ isSound }, index) => (isSound ? [] : [index]));
        expect(unsound).toEqual([frame, frame + 1]);
      }
  });

  it('whose header is damaged has its frames all the same, but for the first, which cannot be checked', () => {
    const { path, log } = logged();
    for (let at = 0; at < 32; at += 1) {
      const torn = Buffer.from(log);
      torn[at] = (torn[at] ?? 0) ^ 0x40;
      const { frames } = framesOf(path, torn);
      expect(
        frames.map(({ isSound }) => isSound),
        `byte ${at}`,
      ).toEqual(frames.map((_, index) => index > 0));
      expect(frames.length).toBeGreaterThan(8);
    }
  });

  it('ends with the last commit that can be told', () => {
    const { path, log, frames } = logged();
    const torn = Buffer.from(log);
    torn.fill(7, 32 + (frames - 1) * frameBytes + 24);
    const found = framesOf(path, torn);
    expect(found.frames.length).toBeLessThan(frames);
    expect(found.isTorn).toBe(false);
    const cut = framesOf(path, log.subarray(0, log.length - 1));
    expect(cut.frames).toEqual(found.frames);
  });

  it('whose newest frame of a page is damaged gives nothing of that page, and what it held before', () => {
    const { path, log, frames } = logged();
    const number = (frame: number) => log.readUInt32BE(32 + frame * frameBytes);
    const content = (frame: number) =>
      log.subarray(32 + frame * frameBytes + 24, 32 + (frame + 1) * frameBytes);
    const of = (page: number) =>
      Array.from({ length: frames }, (_, at) => at).filter(at => number(at) === page);
    for (const page of new Set(Array.from({ length: frames - 1 }, (_, at) => number(at)))) {
      const newest = of(page).at(-1) ?? 0;
      if (newest === frames - 1) continue;
      const torn = Buffer.from(log);
      torn.fill(7, 32 + newest * frameBytes + 24, 32 + (newest + 1) * frameBytes);
      const other = join(temporaryFolder(), 'b.sqlite');
      copyFileSync(path, other);
      writeFileSync(`${other}-wal`, torn);
      const pages = pagesOf(other);
      expect(pages.page(page)).toBeUndefined();
      const before = of(page).at(-2);
      expect([...pages.earlierPages()]).toEqual(before === undefined ? [] : [content(before)]);
      expect(pages.page(0)).toBeUndefined();
      expect(pages.page(pages.count + 1)).toBeUndefined();
    }
  });
});

it('places come in the order of SQLite', () => {
  const database = new Sqlite(':memory:');
  onTestFinished(() => void database.close());
  const isLess = database.prepare<unknown[], number>(
    'SELECT (a, b) < (c, d) FROM (SELECT ? AS a, ? AS b, ? AS c, ? AS d)',
  );
  // Null is less than all else in an index, and nothing in a comparison.
  const cell = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(0.5, 2n ** 60n, 2n ** 60n + 1n),
    fc.constantFrom('', 'a', 'b', 'ä', 'aa', '😀', '\uffff'),
    fc.constantFrom('', 'a', 'b', '\u00ff').map(text => Buffer.from(text, 'latin1')),
  );
  fc.assert(
    fc.property(cell, cell, cell, cell, (a, b, c, d) => {
      const given = [a, b, c, d].map(one =>
        typeof one === 'number' && Number.isInteger(one) ? BigInt(one) : one,
      );
      expect(comparePlaces([a, b], [c, d]) < 0).toBe(isLess.pluck().get(...given) === 1);
      expect(Math.sign(comparePlaces([a, b], [c, d]))).toBe(0 - Math.sign(comparePlaces([c, d], [a, b])));
    }),
  );
  expect(comparePlaces([null], [-1e9])).toBeLessThan(0);
  expect(comparePlaces([null], [null])).toBe(0);
});
