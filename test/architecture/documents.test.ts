import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { citingSentences, isCiting } from './clauses.ts';
import { readText, sourcePaths } from './source-tree.ts';

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

it.each(pages)('%s cites nothing that its reader cannot open', path => {
  expect(
    readText(path)
      .split('\n')
      .filter(line => isCiting(path, line)),
  ).toEqual([]);
});

it('neither does a source: its comments, what it says, the names of tests', () => {
  const found = sourcePaths().flatMap(path =>
    citingSentences(path, readText(path)).map(sentence => `${path}: ${sentence}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ['docs/reference/rules.md', ['as it must be (T16)', 'see (A6, A7)', 'as M1 has it', 'the profile (L3)']],
  ['docs/reference/conversations.md', ['as it must be (T16)', 'of L6 (C)']],
])('control: clauses of %s are found, and layers where they are none', (path, lines) => {
  const others = ['the profile `L3`', 'F6 goes round', 'V8 keeps 100 MB', 'in UTF-8', '0.6 of the budget'];
  expect([...lines, ...others].filter(line => isCiting(path, line))).toEqual(lines);
});

it.each([
  ['shared/contract/budget.ts', "const one = { summary: 'Shares tokens (B).' };"],
  ['shared/contract/budget.ts', 'const one = { description: `Of L2, by ${way} as B1 has it` };'],
  ['electron/engine/ledger/rank.ts', '/** By score (L4). */'],
  ['shared/model/scope.ts', '// The scopes of source 004.'],
  ['test/e2e/rules.test.ts', "it.each([1])('fires %s (R2)', () => {});"],
])('control: a clause in %s is found: %s', (path, source) =>
  expect(citingSentences(path, source)).toHaveLength(1),
);

it.each([
  ['electron/engine/conversation/plan.ts', '/** Plans within the budget of L6. */'],
  ['renderer/features/rules/PinMark.tsx', "const title = t('Press to let it go back (P).');"],
  ['test/e2e/rules.test.ts', "const id = 'A1 of B2';"],
  ['renderer/features/shell/regions.ts', '/** F6 goes round them. */'],
])('control: %s may say %s', (path, source) => expect(citingSentences(path, source)).toEqual([]));

/** Pages of ours that a text names or leads to with a heading that they do not have. */
function missingHeadings(path: string, text: string): string[] {
  const named = [...text.matchAll(/(?<![\w/])(docs\/[\w./-]+\.md)#([\w-]+)/g)];
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([\w-]+)\)/g)].map(([link, page, heading]) => [
    link,
    page === '' ? path : posix.join(posix.dirname(path), page ?? ''),
    heading,
  ]);
  return [...named, ...(path.endsWith('.md') ? linked : [])].flatMap(
    ([cited = '', page = '', heading = '']) =>
      exists(page) && headingsOf(readText(page)).includes(heading) ? [] : [cited],
  );
}

/** As they stand in addresses. */
const headingsOf = (document: string): string[] =>
  [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

it('pages that comments name are there, and so are headings that anything leads to', () => {
  const found = sourcePaths().flatMap(path => {
    const comments = readText(path).match(/^\s*(?:\/\/|\/?\*).*$/gm) ?? [];
    const text = comments.join('\n');
    const places = [...text.matchAll(/(?<![\w/])docs\/[\w./-]+\.md/g)].map(([place]) => place);
    return [...places.filter(place => !exists(place)), ...missingHeadings(path, text)];
  });
  expect([...found, ...pages.flatMap(path => missingHeadings(path, readText(path)))]).toEqual([]);
});

it('control: a heading that is not there is found', () => {
  const text = 'docs/reference/rules.md#behaviour-diff and docs/reference/rules.md#never';
  expect(missingHeadings('shared/a.ts', text)).toEqual(['docs/reference/rules.md#never']);
  const links = '[this](contract.md#agents), [that](contract.md#never), [here](#languages)';
  expect(missingHeadings('docs/reference/studio.md', links)).toEqual(['](contract.md#never)']);
});

function documentsIn(folder: string): string[] {
  const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return paths
    .filter(path => path.endsWith('.md'))
    .map(path => posix.join(folder, path.replaceAll('\\', '/')));
}
