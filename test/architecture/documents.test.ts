import { existsSync } from 'node:fs';
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
