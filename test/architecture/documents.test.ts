import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readText } from './source-tree.ts';

const exists = (path: string): boolean =>
  existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)));

/** What a line of a document says about tests: files, and names of tests in them. */
function namedTests(document: string): { readonly files: string[]; readonly names: string[] }[] {
  return document.split('\n').map(line => ({
    files: [...line.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, file = '']) => file),
    names: [...line.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }));
}

/** What is named and is not there. */
function missingTests(document: string): string[] {
  return namedTests(document)
    .filter(({ files }) => files.length > 0)
    .flatMap(({ files, names }) => {
      const text = files.filter(exists).map(readText).join('\n');
      return [...files.filter(file => !exists(file)), ...names.filter(name => !text.includes(name))];
    });
}

it.each([
  ['docs/security.md', 20],
  ['test/promises.md', 15],
  ['docs/reference/host.md', 15],
])('every test that %s names is there', (path, fewest) => {
  const document = readText(path);
  expect(namedTests(document).flatMap(({ files }) => files).length).toBeGreaterThan(fewest);
  expect(missingTests(document)).toEqual([]);
});

it('control: a file or a name that is not there is found', () => {
  const line = '- `test/architecture/documents.test.ts`: "every test that %s names is there", "never';
  expect(missingTests(`${line} written down", see \`test/nowhere.test.ts\``)).toEqual([
    'test/nowhere.test.ts',
    // Put together, so that it is not in this file.
    ['never', 'written down'].join(' '),
  ]);
});

/** Files and folders that a document names in code marks or leads to. */
function missingPlaces(path: string, document: string): string[] {
  const named = [...document.matchAll(/`((?:shared|electron|renderer|test|docs)\/[\w./-]+)`/g)].map(
    ([, place = '']) => place,
  );
  const linked = [...document.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) =>
    posix.join(posix.dirname(path), link),
  );
  // What a guide adds is not there yet; another test follows the guides.
  const told = path.startsWith('docs/guides/') ? linked : [...named, ...linked];
  return told.filter(place => !exists(place));
}

const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', ...documentsIn('docs')];

it.each(pages)('what %s leads to is there', path => {
  expect(missingPlaces(path, readText(path))).toEqual([]);
});

it('control: a place that is not there is found', () => {
  const text = 'see `shared/nowhere.ts`, [this](never.md) and [that](../README.md)';
  expect(missingPlaces('docs/quality.md', text)).toEqual(['shared/nowhere.ts', 'docs/never.md']);
});

it('ARCHITECTURE.md is two pages with its diagrams', () => {
  const document = readText('ARCHITECTURE.md');
  expect(document.split(/\s+/).length).toBeLessThan(1_000);
  expect(document.match(/^```mermaid$/gm)).toHaveLength(3);
});

/** Clauses of a page outside the repository, as `(R4)`, `T16:` or `A6 and A7`; layers of a conversation are L0 to L7. */
const clause = /\((?:[A-KM-Z]\d{1,2}[a-z]?|L\d{2}|L[89])(?:(?:, | and |-|\/)[A-Z]\d{1,2}[a-z]?)*\)/;

it.each(pages.filter(path => path !== 'docs/security.md'))(
  '%s cites nothing that its reader cannot open',
  path => {
    expect(
      readText(path)
        .split('\n')
        .filter(line => clause.test(line)),
    ).toEqual([]);
  },
);

it('control: a clause is found, a layer is none', () => {
  expect(['as it must be (T16)', 'see (A6, A7)', 'the profile (L3)'].map(line => clause.test(line))).toEqual([
    true,
    true,
    false,
  ]);
});

function documentsIn(folder: string): string[] {
  const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return paths
    .filter(path => path.endsWith('.md'))
    .map(path => posix.join(folder, path.replaceAll('\\', '/')));
}
