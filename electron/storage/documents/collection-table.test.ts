import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { migrate } from '../database/migrate.ts';
import { openWritable } from '../database/open-sqlite.ts';
import type { WritableDatabase } from '../database/sqlite.ts';
import {
  collectionEmbedder,
  countUnembeddedBehind,
  embeddedCollections,
  embeddingKey,
  findVectors,
  findVectorsAlike,
  hasVectors,
  putVectors,
  readChunkVectors,
  setCollectionEmbedder,
  toVector,
  unembeddedBehind,
} from '../embeddings/embedding-table.ts';
import {
  deleteCollection,
  ensureCollection,
  findCollection,
  findSizedCollection,
  isOfWeft,
  listCollections,
  listEmbeddedCollections,
  listSizedCollections,
} from './collection-table.ts';
import { storeDocuments } from './document-jobs.ts';
import {
  countDocuments,
  deleteDocuments,
  documentHashes,
  findDocuments,
  lastPath,
  listDocuments,
  type PreparedDocument,
  putDocuments,
  readChunkPlaces,
} from './document-table.ts';
import { deleteSync, listSyncs, putSync } from './sync-table.ts';

let database: WritableDatabase;

beforeEach(async () => {
  database = await openWritable(join(temporaryFolder(), 'weft.sqlite'));
  migrate(database);
  onTestFinished(() => void database.close());
});

const document = (collection: string, path: string, contents: readonly string[] = []): PreparedDocument => ({
  collection,
  path,
  title: `Title of ${path}`,
  trust: 'project',
  contentHash: `hash of ${path}`,
  bytes: 7,
  chunks: contents.map(content => ({ title: '', content, chars4: 1, o200k_base: 3, cleanUnder: null })),
  updatedAt: '2026-11-22T10:00:00.000Z',
});

const store = (...documents: readonly PreparedDocument[]) => {
  for (const one of documents) void [...putDocuments(database, [one])];
};
/** The vector of a text, the same each time. */
const vectorOf = (content: string) => Float32Array.of(content.length, 0.5);
const embed = (embedder: string, ...contents: readonly string[]) =>
  putVectors(
    database,
    embedder,
    contents.map(content => ({ hash: embeddingKey(content), vector: vectorOf(content) })),
  );

describe('collections', () => {
  it('of users are all but those whose name has a colon, by name, with what is in them', () => {
    store(document('b', '1', ['one two', 'three']), document('b', '2'), document('x:own', '1', ['four']));
    ensureCollection(database, 'a');
    expect(['b', 'x:own', ':', ''].map(isOfWeft)).toEqual([false, true, true, false]);
    expect(listCollections(database)).toEqual([
      { name: 'a', documents: 0, chunks: 0 },
      { name: 'b', documents: 2, chunks: 2 },
    ]);
    const b = { id: findCollection(database, 'b'), chunks: 2, terms: 3 };
    expect(listSizedCollections(database)).toEqual([
      { id: findCollection(database, 'a'), chunks: 0, terms: 0 },
      b,
    ]);
    expect(findSizedCollection(database, 'b')).toEqual(b);
    expect(findSizedCollection(database, 'x:own')).toMatchObject({ chunks: 1, terms: 1 });
    expect(findSizedCollection(database, 'none')).toBeUndefined();
    expect(findCollection(database, 'none')).toBeUndefined();
    expect(ensureCollection(database, 'b')).toBe(b.id);
    expect(countDocuments(database)).toEqual({ documents: 3, chunks: 3 });
    expect(deleteCollection(database, b.id ?? 0)).toBe(2);
    expect(listCollections(database).map(({ name }) => name)).toEqual(['a']);
  });

  it('are kept embedded with one embedder, or none', () => {
    for (const name of ['a', 'b', 'x:own', 'x:other']) ensureCollection(database, name);
    const idOf = (name: string) => findCollection(database, name) ?? 0;
    setCollectionEmbedder(database, idOf('b'), 'e');
    setCollectionEmbedder(database, idOf('x:own'), 'e');
    setCollectionEmbedder(database, idOf('x:other'), 'f');
    expect(['a', 'b'].map(name => collectionEmbedder(database, idOf(name)))).toEqual([null, 'e']);
    const named = (names?: string[]) =>
      listEmbeddedCollections(database, names).map(({ name, embedder }) => [name, embedder]);
    expect(named()).toEqual([
      ['a', null],
      ['b', 'e'],
    ]);
    expect(named(['x:own', 'b', 'none'])).toEqual([
      ['b', 'e'],
      ['x:own', 'e'],
    ]);
    expect(named([])).toEqual([]);
    expect(embeddedCollections(database, 'x:', ['e'])).toEqual([{ id: idOf('x:own'), embedder: 'e' }]);
    expect(embeddedCollections(database, 'x:', ['e', 'f'])).toHaveLength(2);
    expect(embeddedCollections(database, '', ['e'])).toHaveLength(2);
    expect(embeddedCollections(database, 'x:', [])).toEqual([]);
    setCollectionEmbedder(database, idOf('b'), null);
    expect(collectionEmbedder(database, idOf('b'))).toBeNull();
  });

  it('are kept in step with one folder each', () => {
    putSync(database, { collection: 'b', folder: 'docs' });
    putSync(database, { collection: 'a', folder: 'x' });
    putSync(database, { collection: 'b', folder: 'notes' });
    expect(listSyncs(database)).toEqual([
      { collection: 'a', folder: 'x' },
      { collection: 'b', folder: 'notes' },
    ]);
    deleteSync(database, 'b');
    expect(listSyncs(database)).toEqual([{ collection: 'a', folder: 'x' }]);
  });
});

describe('documents', () => {
  it('are listed by collection and path, and one collection by its name alone', () => {
    store(document('b', '2', ['one']), document('b', '1'), document('a', '3'), document('x:own', '4'));
    const listed = (collection?: string) => listDocuments(database, collection).map(({ path }) => path);
    expect(listed()).toEqual(['3', '1', '2']);
    expect(listed('b')).toEqual(['1', '2']);
    expect(listed('x:own')).toEqual(['4']);
    expect(listDocuments(database, 'b')[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      collection: 'b',
      path: '2',
      title: 'Title of 2',
      chunks: 1,
      tokens: 3,
      bytes: 7,
      updated_at: '2026-11-22T10:00:00.000Z',
    });
    expect(documentHashes(database, 'b')).toEqual(
      new Map([
        ['1', 'hash of 1'],
        ['2', 'hash of 2'],
      ]),
    );
    expect([lastPath(database, 'b'), lastPath(database, 'none')]).toEqual(['2', undefined]);
  });

  it('are found by words of their collection, path and title, all of which they hold', () => {
    store(document('Notes', 'Harbour.md'), document('notes', 'pier.md'), document('x:notes', 'harbour.md'));
    const found = (words: readonly string[], limit = 9) =>
      findDocuments(database, words, limit).map(({ collection, path }) => `${collection}/${path}`);
    expect(found(['notes'])).toEqual(['Notes/Harbour.md', 'notes/pier.md']);
    expect(found(['notes', 'harb'])).toEqual(['Notes/Harbour.md']);
    expect(found(['notes/pier', 'title of'])).toEqual(['notes/pier.md']);
    expect(found([], 1)).toEqual(['Notes/Harbour.md']);
    expect(found(['none'])).toEqual([]);
  });

  it('go one by one, or with their collection, as often as they are there', () => {
    store(document('a', '1', ['x']), document('a', '2'), document('b', '1'));
    expect(deleteDocuments(database, 'a', '1')).toBe(1);
    expect(deleteDocuments(database, 'a', '1')).toBe(0);
    expect(deleteDocuments(database, 'none', undefined)).toBe(0);
    expect(deleteDocuments(database, 'a', undefined)).toBe(1);
    expect(findCollection(database, 'a')).toBeUndefined();
    expect(listDocuments(database, undefined)).toHaveLength(1);
  });

  it('go to a thread in parts of about a hundred chunks, whatever is in each', () => {
    const sizes = [40, 59, 1, 250, 0, 3];
    const documents = sizes.map((size, at) => document('a', `${at}`, Array(size).fill('x')));
    const { head, parts, rows } = storeDocuments('a', documents, ['gone', 'too']);
    expect([...parts].map(part => part.map(({ chunks }) => chunks.length))).toEqual([
      [40, 59, 1],
      [250],
      [0, 3],
    ]);
    expect(rows).toBe(353 + 2);
    expect(head).toEqual({ collection: 'a', deleted: ['gone', 'too'] });
    expect([...storeDocuments('a', []).parts]).toEqual([[]]);
  });
});

describe('vectors', () => {
  it('are found by their texts, where they are sound', () => {
    expect(hasVectors(database, 'e')).toBe(false);
    embed('e', 'one', 'three');
    embed('f', 'two');
    const keys = ['one', 'two', 'three', 'one'].map(embeddingKey);
    expect(hasVectors(database, 'e')).toBe(true);
    expect(findVectors(database, 'e', keys)).toEqual(
      new Map(['one', 'three'].map(content => [embeddingKey(content), vectorOf(content)])),
    );
    embed('e', 'one');
    database.prepare("UPDATE embedding SET vector = x'010203' WHERE text_hash = ?").run(embeddingKey('one'));
    expect([...findVectors(database, 'e', keys).keys()]).toEqual([embeddingKey('three')]);
    expect(toVector(Buffer.alloc(5))).toBeUndefined();
    expect(toVector(Buffer.alloc(9).subarray(1))).toEqual(Float32Array.of(0, 0));
  });

  it('are found by how their keys begin, all at once where most of them are wanted', () => {
    const contents = Array.from({ length: 200 }, (_, at) => `text ${at}`);
    embed('e', ...contents);
    const begin = embeddingKey('text 0').slice(0, 1);
    const alike = contents.map(embeddingKey).filter(key => key.startsWith(begin));
    expect(alike.length).toBeGreaterThan(5);
    const [first = ''] = alike;
    const found = (hashes: readonly string[], embedder = 'e') =>
      [...findVectorsAlike(database, embedder, begin, hashes).keys()].sort();
    expect(found(alike)).toEqual(alike.toSorted());
    expect(found(alike.slice(0, Math.ceil(alike.length / 4)))).toEqual(alike.toSorted());
    expect(found([first])).toEqual([first]);
    expect(found(alike, 'none')).toEqual([]);
  });

  it('that are missing are told document by document, each text once', () => {
    store(
      document('a', '1', ['one', 'two', 'one']),
      document('a', '2', ['three']),
      document('b', '1', ['four']),
    );
    embed('e', 'two');
    const id = findCollection(database, 'a') ?? 0;
    const behind = (path: string, mostTexts: number) =>
      unembeddedBehind(database, id, 'e', { path, mostTexts });
    const all = behind('', 9);
    expect(all?.texts.map(({ text }) => text)).toEqual(['one', 'three']);
    expect(all?.texts.map(({ hash }) => hash)).toEqual(['one', 'three'].map(embeddingKey));
    expect(all).toMatchObject({ last: '2', isEnd: true, isAll: true });
    expect(behind('', 2)).toMatchObject({ isAll: false, last: '2' });
    expect(behind('1', 9)?.texts.map(({ text }) => text)).toEqual(['three']);
    expect(behind('2', 9)).toBeUndefined();
    const count = (path: string) => countUnembeddedBehind(database, id, 'e', path);
    expect(count('')).toEqual({ last: '2', isEnd: true, count: 3 });
    expect(count('1')).toEqual({ last: '2', isEnd: true, count: 1 });
    expect(count('2')).toBeUndefined();
    database.exec("UPDATE chunk SET packed = 'x'");
    expect(() => behind('', 9)).toThrow(
      expect.objectContaining({ what: 'a text that is to be embedded' }) as Error,
    );
  });

  it('are looked for in so many documents at once', () => {
    const id = ensureCollection(database, 'a');
    void [
      ...putDocuments(
        database,
        Array.from({ length: 1025 }, (_, at) => document('a', String(at).padStart(4, '0'), [`t${at}`])),
      ),
    ];
    expect(countUnembeddedBehind(database, id, 'e', '')).toEqual({ last: '1023', isEnd: false, count: 1024 });
    expect(countUnembeddedBehind(database, id, 'e', '1023')).toEqual({ last: '1024', isEnd: true, count: 1 });
  });

  it('stand with the places of chunks, page by page', () => {
    store(
      document('a', '1', ['one', 'Ann: hello']),
      document('a', '2', ['three']),
      document('b', '1', ['x']),
    );
    embed('e', 'three');
    const id = findCollection(database, 'a') ?? 0;
    const places = (after = { path: '', ordinal: -1 }, limit = 9, embedder: string | null = 'e') =>
      readChunkPlaces(database, id, embedder, after, limit);
    expect(places().map(({ path, ordinal }) => [path, ordinal])).toEqual([
      ['1', 0],
      ['1', 1],
      ['2', 0],
    ]);
    expect(places().map(({ vector }) => vector !== null)).toEqual([false, false, true]);
    expect(places(undefined, 9, null).every(({ vector }) => vector === null)).toBe(true);
    expect(places({ path: '1', ordinal: 0 }, 1)).toMatchObject([{ path: '1', ordinal: 1 }]);
    const ids = places().map(place => place.id);
    const [, , third = 0] = ids;
    expect(readChunkVectors(database, 'e', [...ids, 999])).toEqual(new Map([[third, vectorOf('three')]]));
    expect(readChunkVectors(database, 'f', ids).size).toBe(0);
    database.exec("UPDATE embedding SET vector = x'01'");
    expect(readChunkVectors(database, 'e', ids).size).toBe(0);
  });
});
