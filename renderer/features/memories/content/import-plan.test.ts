import { describe, expect, it } from 'vitest';
import {
  batchFiles,
  type ChosenFile,
  collectionFromPath,
  decodeText,
  joinReports,
  planImport,
  withoutTopFolder,
} from './import-plan.ts';

const file = (path: string, bytes = 10): ChosenFile => ({
  path,
  bytes,
  read: () => Promise.resolve(new ArrayBuffer(0)),
});

describe('planImport', () => {
  it('takes Markdown and text, skips hidden folders without a word and says why the rest stays', () => {
    const plan = planImport([
      file('docs/a.md'),
      file('docs/B.MARKDOWN'),
      file('docs/c.txt'),
      file('docs/.git/config.md'),
      file('docs/node_modules/x/readme.md'),
      file('docs/logo.png'),
      file('docs/huge.md', 11 * 1024 * 1024),
    ]);
    expect([plan.take.map(({ path }) => path), plan.refused]).toEqual([
      ['docs/a.md', 'docs/B.MARKDOWN', 'docs/c.txt'],
      [
        { file: 'docs/logo.png', reason: 'Only .md, .markdown and .txt can be imported.' },
        { file: 'docs/huge.md', reason: 'It has 11.0 MiB; a file may have 10 MiB.' },
      ],
    ]);
  });

  it('takes two thousand files and refuses the rest by name', () => {
    const plan = planImport(Array.from({ length: 2002 }, (_, index) => file(`${index}.md`)));
    expect([plan.take.length, plan.refused.map(refusal => refusal.file)]).toEqual([
      2000,
      ['2000.md', '2001.md'],
    ]);
  });
});

describe('batchFiles', () => {
  const text = (path: string, length: number) => ({ path, text: 'x'.repeat(length) });

  it('fills calls up to their limit, in order', () => {
    const { batches } = batchFiles([text('a', 50), text('b', 50), text('c', 90), text('d', 5)], 180);
    expect(batches.map(batch => batch.map(({ path }) => path))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('counts bytes as they are sent, escapes and wide characters included', () => {
    const line = { path: 'n', text: '\n'.repeat(60) };
    const wide = { path: 'w', text: 'é'.repeat(60) };
    expect(batchFiles([line, wide], 200).batches.length).toBe(2);
  });

  it('refuses what fits no call', () => {
    const { batches, refused } = batchFiles([text('a', 500), text('b', 5)], 180);
    expect([batches, refused.map(refusal => refusal.file)]).toEqual([[[text('b', 5)]], ['a']]);
  });
});

it.each([
  ['docs/a/b.md', 'docs', 'a/b.md'],
  ['my docs (new)/a.md', 'my docs -new-', 'a.md'],
  ['.hidden/a.md', 'hidden', 'a.md'],
  ['a.md', 'documents', 'a.md'],
])('reads %s as collection %s and path %s', (path, collection, inside) => {
  expect([collectionFromPath(path), withoutTopFolder(path)]).toEqual([collection, inside]);
});

it('takes only UTF-8 without zero bytes for text', () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer;
  expect([
    decodeText(bytes(0x68, 0xc3, 0xa9)),
    decodeText(bytes(0xff, 0xfe)),
    decodeText(bytes(0x61, 0)),
  ]).toEqual(['hé', undefined, undefined]);
});

it('joins the reports of all calls', () => {
  const report = (path: string) => ({
    collection: 'docs',
    imported: [{ path, chunks: 1, change: 'created' as const }],
    unchanged: [`${path}.same`],
    refused: [{ file: `${path}.bad`, reason: 'binary' }],
  });
  expect(joinReports('docs', [report('a'), report('b')])).toEqual({
    collection: 'docs',
    imported: [
      { path: 'a', chunks: 1, change: 'created' },
      { path: 'b', chunks: 1, change: 'created' },
    ],
    unchanged: ['a.same', 'b.same'],
    refused: [
      { file: 'a.bad', reason: 'binary' },
      { file: 'b.bad', reason: 'binary' },
    ],
  });
});
