import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { listProjectFiles, namesInCode } from './project-names.ts';

it('a project has its own files, not those of tools and packages, and none behind a link', async () => {
  const root = temporaryFolder();
  await writeTree(root, {
    'b.md': '',
    'src/a.ts': '',
    'src/deep/er/c': '',
    'nodes/node_modules.ts': '',
    'distant/a': '',
    '.hidden': '',
    '.git/config': '',
    'src/.cache/x': '',
    'node_modules/p/i.js': '',
    'src/dist/x.js': '',
    'build/x': '',
    'target/x': '',
    'vendor/x': '',
    '__pycache__/x': '',
  });
  symlinkSync(temporaryFolder(), join(root, 'link'));
  symlinkSync(join(root, 'b.md'), join(root, 'linked.md'));
  const { paths, links, isWhole } = await listProjectFiles(root);
  expect(isWhole).toBe(true);
  expect([...links].sort()).toEqual(['link', 'linked.md']);
  expect([...paths].sort()).toEqual([
    '.hidden',
    'b.md',
    'distant/a',
    'nodes/node_modules.ts',
    'src/a.ts',
    'src/deep/er/c',
  ]);
});

it('it is seen as a whole down to a depth of thirty-two folders', async () => {
  for (const [depth, isWhole] of [
    [32, true],
    [33, false],
  ] as const) {
    const root = temporaryFolder();
    const folder = join(root, ...Array.from({ length: depth }, () => 'd'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a'), '');
    expect(await listProjectFiles(root), `${depth}`).toEqual({
      isWhole,
      links: [],
      paths: isWhole ? [`${'d/'.repeat(depth)}a`] : [],
    });
  }
});

it('names are found where code says them as whole words', async () => {
  const root = temporaryFolder();
  await writeTree(root, {
    'a.ts': 'const first = $second + third_1;',
    'lib/b.PY': 'fourth',
    'c.md': 'fifth',
    'd.txt.tsx.bak': 'fifth',
    'e.tsx': 'sixthly xsixth sixth1',
  });
  const files = await listProjectFiles(root);
  const names = ['first', '$second', 'second', 'third_1', 'third', 'fourth', 'fifth', 'sixth'];
  expect(await namesInCode(root, files, new Set(names))).toEqual(
    new Set(['first', '$second', 'third_1', 'fourth']),
  );
  expect(await namesInCode(root, files, new Set())).toEqual(new Set());
});

it('nothing is told of a project without code, of one that was not seen as a whole, or of too much code', async () => {
  const root = temporaryFolder();
  await writeTree(root, { 'a.md': 'first' });
  const names = new Set(['first', 'last']);
  expect(await namesInCode(root, await listProjectFiles(root), names)).toBeUndefined();
  await writeTree(root, { 'a.ts': 'first' });
  const { paths } = await listProjectFiles(root);
  expect(await namesInCode(root, { paths, isWhole: false }, names)).toBeUndefined();
  expect(await namesInCode(root, { paths, isWhole: true }, names)).toEqual(new Set(['first']));
  // One that went meanwhile, or is no text, says nothing.
  writeFileSync(join(root, 'b.ts'), Buffer.of(0xff, 0xfe));
  const more = { paths: [...paths, 'b.ts', 'gone.ts'], isWhole: true };
  expect(await namesInCode(root, more, names)).toEqual(new Set(['first']));
  writeFileSync(join(root, 'b.ts'), '');
  truncateSync(join(root, 'b.ts'), 1024 * 1024);
  expect(await namesInCode(root, more, names)).toEqual(new Set(['first']));
  truncateSync(join(root, 'b.ts'), 1024 * 1024 + 1);
  expect(await namesInCode(root, more, names)).toBeUndefined();
  // All that was looked for is there: the rest need not be read.
  expect(await namesInCode(root, more, new Set(['first']))).toEqual(new Set(['first']));
});
