import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readSourceTree, readText } from './source-tree.ts';
import { unusedExports } from './unused-exports.ts';

const published = 'its text is part of what a package declares';
const inferred = 'the compiler names it in what it infers for others';

/** Who exports for somebody that imports it by no name here. */
const reasons: Readonly<Record<string, string>> = {
  'electron/engine/health/rune-record.ts': inferred,
  'electron/engine/ports.ts': published,
  'electron/in-process/adapters/ai-sdk-types.ts': published,
  'electron/in-process/adapters/langchain-types.ts': published,
  'electron/in-process/adapters/mastra-types.ts': published,
  'electron/in-process/create-weft.ts': 'the package `./engine`',
  'electron/in-process/rules.ts': 'the package `./rules`',
  'electron/in-process/rules-types.ts': published,
  'electron/in-process/weft-types.ts': published,
  'electron/packaging/after-pack.ts': 'named in `electron-builder.yml`',
  'electron/platform/embedder.ts': inferred,
  'electron/platform/tokenizer.ts': inferred,
  'electron/sdk/client-types.ts': published,
  'electron/sdk-node.ts': 'the package `./sdk` for Node',
  'renderer/features/rules/MemoryChoice.tsx': inferred,
  'renderer/stores/live-reading.ts': inferred,
  'renderer/ui/visible/jsx-dev-runtime.ts': 'the compiler imports it for every tag',
  'renderer/ui/visible/jsx-runtime.ts': 'the compiler imports it for every tag',
  'shared/contract/events.ts': published,
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const guides = globSync('docs/guides/*.md', { cwd: root }).map(readText);
const found = unusedExports(readSourceTree(), readText, guides);
const fileOf = (unused: string): string => unused.replace(/: .*/, '');

it('what is exported is imported: a name that nobody takes stays with its file', () => {
  expect(found.filter(unused => !Object.hasOwn(reasons, fileOf(unused)))).toEqual([]);
});

it('no reason is left for a file whose names are taken', () => {
  const files = new Set(found.map(fileOf));
  expect(Object.keys(reasons).filter(path => !files.has(path))).toEqual([]);
});

it('control: a name that only its own file, or no file at all, uses is found; one that anybody takes is not', () => {
  const taking = (path: string, specifier: string, names: readonly string[]) => ({
    path,
    exports: [],
    references: [{ specifier, typeOnly: false, names }],
  });
  const files = [
    { path: 'shared/a.ts', exports: ['own', 'taken', 'tested', 'late', 'shown'], references: [] },
    { path: 'shared/b.ts', exports: ['taken'], references: [] },
    taking('renderer/c.ts', '../shared/a.ts', ['taken']),
    taking('shared/a.test.ts', './a.ts', ['tested']),
    taking('renderer/d.ts', '../shared/a.ts', ['*']),
  ];
  const text = "import('../shared/a.ts').then(({ late }) => late());";
  const guide = "Write\n\n    import { one, shown } from '../../a.ts';\n";
  expect(unusedExports(files, () => text, [guide])).toEqual(['shared/a.ts: own', 'shared/b.ts: taken']);
});
