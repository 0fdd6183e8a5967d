import { expect, it } from 'vitest';
import { readFrontMatter } from './front-matter.ts';

const matter = (...lines: string[]): string => ['---', ...lines, '---', 'Body.', ''].join('\n');

it.each([
  ['quoted globs', ['globs: "*.ts"'], { globs: '*.ts' }],
  [
    'globs without quotes, as editors write them',
    ['globs: *.ts,*.tsx', 'a: !b'],
    { globs: '*.ts,*.tsx', a: '!b' },
  ],
  ['lists of them', ['paths:', '  - **/*.py', '  - "src/**"'], { paths: ['**/*.py', 'src/**'] }],
  [
    'a value with a colon and quotes, up to the end of its line',
    ['description: Rules: "new" ones', 'globs: src/**'],
    { description: 'Rules: "new" ones', globs: 'src/**' },
  ],
  [
    'globs that begin with braces or brackets',
    ['globs: {src,lib}/**/*.ts', 'paths:', '  - [ab].ts', '  - [ab]/*.{a,b}/**,**', 'description: x: y'],
    { globs: '{src,lib}/**/*.ts', paths: ['[ab].ts', '[ab]/*.{a,b}/**,**'], description: 'x: y' },
  ],
  ['quoted globs with commas', ['globs: "*.ts", "*.tsx"'], { globs: '"*.ts", "*.tsx"' }],
  [
    'a list over several lines beside a value that had to be mended',
    ['globs: [', '  "a", "b"', ']', 'description: x: y'],
    { globs: ['a', 'b'], description: 'x: y' },
  ],
  ['empty values', ['globs:', 'alwaysApply: true'], { globs: null, alwaysApply: true }],
  ['nothing at all', [], {}],
])('reads %s', (_, lines, fields) => {
  expect(readFrontMatter(matter(...lines))).toEqual({
    kind: 'read',
    fields: new Map(Object.entries(fields)),
    body: 'Body.\n',
  });
});

it('leaves a text without front matter as it is, but for its line ends', () => {
  expect(readFrontMatter('\uFEFFOne\r\n---\r\nTwo')).toEqual({
    kind: 'read',
    fields: new Map(),
    body: 'One\n---\nTwo',
  });
});

it('sees it below blank lines, and no rule within a text as it', () => {
  expect(readFrontMatter('\n\t\n---\na: 1\n---\nBody.')).toMatchObject({ kind: 'read', body: 'Body.' });
  expect(readFrontMatter('\nText.\n---\na: 1\n---\n')).toMatchObject({ fields: new Map() });
});

it('keeps a key that means something to objects a key', () => {
  const read = readFrontMatter(matter('__proto__: 1'));
  expect(read.kind === 'read' && [...read.fields]).toEqual([['__proto__', 1]]);
});

it.each([
  ['a value that never ends', matter('description: "open', 'globs: a'), 4, /no YAML/],
  ['a mistake below blank lines', `\n \n${matter('globs: a', 'globs: b')}`, 5, /Map keys must be unique/],
  ['a key given twice', matter('globs: a', 'globs: b'), 3, /no YAML: Map keys must be unique/],
  ['a missing end', '---\nglobs: a\n', 1, /second line "---" is missing/],
  ['a list', matter('- a'), 2, /no list of keys/],
  ['aliases', matter('a: &x [1]', 'b: [ *x ]'), 2, /aliases/],
  ['nesting without end', matter(`a: ${'['.repeat(10_000)}`), 2, /front matter/],
  ['a flood', matter(`a: ${'x'.repeat(20_000)}`), 2, /longer than 16 KiB/],
])('refuses %s and says where', (_, text, line, reason) => {
  expect(readFrontMatter(text)).toMatchObject({
    kind: 'broken',
    line,
    reason: expect.stringMatching(reason),
  });
});
