import { describe, expect, it } from 'vitest';
import { type ImportedName, importedNames } from './imported-names.ts';
import { isProduct, readText, sourcePaths } from './source-tree.ts';

/** What can only look. Whatever else a module of Node offers may write, and needs a place in the table below. */
const lookingNames = new Set([
  'access',
  'constants',
  'createReadStream',
  'existsSync',
  'fstatSync',
  'lstat',
  'lstatSync',
  'readdir',
  'readdirSync',
  'readFile',
  'readFileSync',
  'readlink',
  'realpath',
  'realpathSync',
  'stat',
  'statSync',
  'unwatchFile',
  'watch',
  'watchFile',
]);

const fileModules = ['node:fs', 'node:fs/promises', 'fs', 'fs/promises'];

/** Who may use what else, and why that is safe. Everybody else goes through `guarded-writes.ts`. */
const fileWriters: Readonly<Record<string, readonly string[]>> = {
  // The guard itself.
  'electron/storage/files/guarded-writes.ts': [
    'closeSync',
    'copyFile',
    'fdatasync',
    'open',
    'openSync',
    'rename',
    'rm',
    'rmdir',
    'unlink',
  ],
  'electron/storage/files/make-folder-inside.ts': ['mkdir'],
  // Judges every target, opens through the guard; `open` brings folders to the disk.
  'electron/storage/files/atomic-write.ts': ['open', 'rename'],
  // Open with O_RDONLY.
  'electron/storage/database/database-files.ts': ['open'],
  'electron/storage/files/read-text-file.ts': ['closeSync', 'openSync'],
  // Puts a log aside under a new name; a rename follows no link.
  'electron/storage/database/placed-files.ts': ['renameSync'],
  // Holds the folder open, with `r`.
  'electron/storage/files/project-folder.ts': ['closeSync', 'openSync'],
  // Read pages past SQLite, opened with `r`.
  'electron/storage/salvage/database-pages.ts': ['closeSync', 'openSync', 'readSync'],
  'electron/storage/salvage/write-ahead-log.ts': ['closeSync', 'openSync', 'readSync'],
  // In the user-data folder: O_EXCL after the old name was removed, and `openSync` to read.
  'electron/shells/http/token-file.ts': ['closeSync', 'openSync', 'renameSync', 'rmSync', 'writeFileSync'],
  // Reads which thread it is.
  'electron/workers/embedder-worker.ts': ['readlinkSync'],
  // Takes the rights of others from the socket that it has just made.
  'electron/shells/http/listen.ts': ['chmodSync'],
  // Reads chance from the system.
  'electron/platform/random-bytes.ts': ['closeSync', 'openSync', 'readSync'],
  // Descriptors of the process.
  'electron/host/hook.ts': ['writeSync'],
  // In the folder of hosts, which is private to the user or refused.
  'electron/host/run-hook.ts': ['writeFileSync'],
  'electron/host/host-log.ts': ['appendFileSync', 'renameSync'],
  'electron/host/free-lock.ts': ['rm'],
  'electron/host/join-host.ts': ['rename', 'rm', 'writeFile'],
  'electron/host/start-host.ts': ['rm'],
  'electron/host/surface-host.ts': ['rm'],
  'electron/cli/start-server.ts': ['rm'],
  // In a folder of its own that only this user reads.
  'electron/storage/git/ask-git.ts': ['mkdir', 'mkdtemp', 'rm', 'symlink', 'writeFile'],
  'electron/cli/open-in-browser.ts': ['mkdtemp', 'rm', 'writeFile'],
};

/** What takes a path and writes there by itself. */
const databaseWriters = {
  // Judges the files first (`openJudged`).
  opening: ['electron/storage/database/open-sqlite.ts'],
  'VACUUM INTO': [],
  ATTACH: [],
  '.backup(': ['electron/storage/backups/backup-files.ts'],
} as const;

// What makes the program writes into its own build folder.
const product = sourcePaths()
  .filter(path => isProduct(path) && !/^electron\/(launch|packaging)\//.test(path))
  .map(path => ({ path, text: readText(path) }));

/** Parsed where one of these words stands, which no way to a module of Node can do without. */
const imports = product
  .filter(({ text }) => /\bfs\b|require|getBuiltinModule/i.test(text))
  .map(({ path, text }) => ({ path, names: importedNames(path, text) }));

const writingNames = (names: readonly ImportedName[]): string[] =>
  names
    .filter(({ module, name }) => fileModules.includes(module) && !lookingNames.has(name))
    .map(({ name }) => name);

describe('files are opened for writing in one place', () => {
  it('no module uses what writes, links or removes files, except through the guard', () => {
    const found = imports.map(({ path, names }) => [path, writingNames(names).sort()] as const);
    const using = Object.fromEntries(found.filter(([, names]) => names.length > 0));
    expect(using).toEqual(fileWriters);
  });

  it.each([
    ["import { writeFile } from 'node:fs/promises';", ['writeFile']],
    ["import { open as look } from 'node:fs/promises';", ['open']],
    ["import * as files from 'node:fs';", ['*']],
    ["import files from 'node:fs';", ['default']],
    ["const files = await import('node:fs');", ['*']],
    ["export { rm } from 'node:fs/promises';", ['rm']],
    ["const files = require('node:fs');", ['*']],
    ["const files = process.getBuiltinModule('node:fs');", ['*']],
    ["import { createRequire } from 'node:module';", []],
    ["import { type FileHandle, readFile } from 'node:fs/promises';", []],
    ["import type { Stats } from 'node:fs';", []],
  ])('sees %s as %j', (text, names) => {
    expect(writingNames(importedNames('example.ts', text))).toEqual(names);
  });

  it('no module makes a `require` of its own, but to find packages', () => {
    const making = imports
      .filter(({ names }) => names.some(({ name }) => name === 'createRequire'))
      .map(({ path }) => path);
    expect(making).toEqual([
      'electron/cli/open.ts',
      'electron/platform/count-exact.ts',
      'electron/platform/embedding/model-files.ts',
    ]);
  });
});

it('whatever writes for a command says in words what the disk refuses', () => {
  const writing = product.filter(
    ({ path, text }) =>
      path.startsWith('electron/cli/') &&
      /files\/(guarded-writes|atomic-write|make-folder-inside)\.ts'/.test(text),
  );
  const bare = writing.filter(({ path, text }) => {
    const uses = importedNames(path, text).filter(({ name }) => !name.startsWith('is'));
    const writes = uses.some(({ module }) => /files\/(guarded-writes|atomic-write|make-folder)/.test(module));
    return writes && !uses.some(({ name }) => name === 'atStorageBorder' || name === 'storageFailure');
  });
  expect([writing.length > 0, bare.map(({ path }) => path)]).toEqual([true, []]);
});

describe('databases are opened in one place', () => {
  const holding = (pattern: RegExp) =>
    product.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  it('SQLite is loaded, and a path given to it, by one module', () => {
    expect(holding(/import\('better-sqlite3'\)|from 'node:sqlite'/)).toEqual(databaseWriters.opening);
    expect(holding(/new (Database|Sqlite)\(/)).toEqual(databaseWriters.opening);
  });

  it.each(['VACUUM INTO', 'ATTACH', '.backup('] as const)('%s stands where its target is judged', words => {
    const found = product.filter(({ text }) => text.includes(words)).map(({ path }) => path);
    expect(found).toEqual(databaseWriters[words]);
  });
});
