import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  copySources,
  follow,
  type GuideEdit,
  guideEdits,
  guides,
  guideText,
  namedFiles,
} from '../support/guides.ts';
import { isLong } from '../support/property-runs.ts';
import { repository } from '../support/run-weft.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe.each(guides)('%s', name => {
  const markdown = guideText(name);
  const made = guideEdits(markdown).flatMap(({ path, text }) => (text === undefined ? [] : [path]));

  it('names files that are there, and makes only new ones', () => {
    const named = namedFiles(markdown).filter(path => !made.includes(path));
    expect(named.filter(path => !existsSync(join(repository, path)))).toEqual([]);
    expect(made.filter(path => existsSync(join(repository, path)))).toEqual([]);
    expect(named.length).toBeGreaterThan(1);
  });
});

const edits = guides.flatMap(name => guideEdits(guideText(name)));

/** What the compiler asks for when a line is forgotten, by the file in which it stands. */
const needed = [
  'electron/engine/pipeline/step-runs.ts',
  'electron/services/imports/import-readers.ts',
  'renderer/views.ts',
  'electron/services/samples/samples.ts',
];

const neededByStores = [
  'electron/engine/pipeline/versioned-stores.ts',
  'electron/services/app/engine-ports.ts',
];

// A copy of the repository, its tests, and the compiler twice: that is for the long tier.
it.runIf(isLong)(
  'whoever follows the guides has a kind that works, and the compiler asks for each line that is left out',
  async () => {
    const folder = temporaryFolder();
    copySources(folder);
    follow(folder, edits);
    expect(await failedProofs(folder)).toEqual([]);
    prepareCompiling(folder);
    expect(await wrongFiles(folder)).toEqual([]);

    for (const path of needed) cpSync(join(repository, path), join(folder, path));
    follow(folder, [unversionedRead]);
    expect(await wrongFiles(folder)).toEqual([...needed, ...neededByStores].sort());
  },
  900_000,
);

/** A part of the stores of which nobody said what tells of a change, or what gives it. */
const unversionedRead: GuideEdit = {
  path: 'electron/engine/ports.ts',
  added: [
    {
      after: 'export interface StorePort {',
      line: '  readNotes(about: string, cancel: Cancel): Promise<readonly Element[]>;',
    },
  ],
};

const compiling = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    lib: ['ES2024', 'DOM', 'DOM.Iterable', 'WebWorker'],
    types: ['node', 'vite/client'],
    jsx: 'react-jsx',
    jsxImportSource: '#visible',
    tsBuildInfoFile: './guides.tsbuildinfo',
  },
};

/** Everything that what the guides touched has to do with. */
function prepareCompiling(folder: string): void {
  const touched = edits.map(({ path }) => path);
  const files = [...new Set([...touched, 'electron/services/app/dispatch.ts', 'renderer/main.tsx'])];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...compiling, files }));
}

/** Files in which the compiler finds something wrong. */
async function wrongFiles(folder: string): Promise<string[]> {
  const output = await run(folder, 'typescript/bin/tsc', ['-p', '.']);
  const named = [...output.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
  if (named.length === 0 && output.includes('error')) throw new Error(output);
  return [...new Set(named)].sort();
}

/** Where every member of a kind is tried, and every text. */
const triedOfAll = [
  'electron/engine/pipeline/step-inputs.test.ts',
  'shared/memory-starts',
  'shared/rules/operators.test.ts',
  'test/architecture/texts.test.ts',
  'test/architecture/told.test.ts',
];

/** What fails of what the guides promise, and of what is tried of all, in the copy. */
async function failedProofs(folder: string): Promise<string[]> {
  mkdirSync(join(folder, 'test/conformance'), { recursive: true });
  const file = 'test/conformance/guide-proofs.test.ts';
  cpSync(join(folder, 'test/support/guide-proofs.ts'), join(folder, file));
  rmSync(join(folder, 'test/support/guide-proofs.ts'));
  // As much of the own configuration as these need; nothing is kept for a folder that goes.
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { isolate: false, pool: 'threads', fsModuleCache: false, env: { WEFT_HOST: 'off' }, testTimeout: 240_000 } };`,
  );
  const output = await run(folder, 'vitest/vitest.mjs', [
    ...['run', '--maxWorkers=1', '--no-color', '--reporter=verbose'],
    ...[file, ...triedOfAll],
  ]);
  // Not empty because nothing ran.
  expect(output).toContain('every_nth uses for an absent n');
  expect(output).toContain('a memory type to begin with');
  expect(output).toContain('operators.test.ts > between');
  expect(output).toContain('texts of the interface');
  expect(output).toContain('every label of a table');
  return output.split('\n').filter(line => /^\s*(?:×|FAIL)/.test(line));
}

async function run(folder: string, program: string, values: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(repository, 'node_modules', program), ...values], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)));
  await once(child, 'close');
  return output;
}
