import { spawn } from 'node:child_process';
import { chmod, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { sweepTemporaryFiles, writeFilesAtomically } from './atomic-write.ts';

const moduleUrl = new URL('./atomic-write.ts', import.meta.url).href;

/** Rewrites a file of about 117 KB for ever, and prints each revision after it was acknowledged. */
const writers = {
  atomic: `import { writeFilesAtomically } from '${moduleUrl}';
    const save = (path, text) => writeFilesAtomically([{ realPath: path, content: text }]);`,
  naive: `import { writeFile } from 'node:fs/promises'; const save = writeFile;`,
} as const;

function program(kind: keyof typeof writers, path: string): string {
  return `${writers[kind]}
    import { writeSync } from 'node:fs';
    for (let revision = 1; ; revision += 1) {
      await save(${JSON.stringify(path)}, JSON.stringify({ revision, filler: 'x'.repeat(117_000), end: revision }));
      writeSync(1, revision + '\\n');
    }`;
}

/** Kills the writer a few milliseconds after its first acknowledgement; gives the last one it made. */
async function killWhileWriting(kind: keyof typeof writers, path: string, delayMs: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(kind, path)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs));
  for await (const part of child.stdout) output += String(part);
  return Math.max(...output.trim().split('\n').map(Number));
}

/** True when the file is whole and not older than what was acknowledged. */
async function isIntact(path: string, acknowledged: number): Promise<boolean> {
  try {
    const { revision, end } = JSON.parse(await readFile(path, 'utf8'));
    return revision === end && revision >= acknowledged;
  } catch {
    return false;
  }
}

async function countTorn(
  kind: keyof typeof writers,
  kills: number,
): Promise<{ torn: number; folder: string }> {
  const folder = temporaryFolder();
  const path = join(folder, 'engine.json');
  let torn = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const acknowledged = await killWhileWriting(kind, path, (kill * 7) % 25);
    if (!(await isIntact(path, acknowledged))) torn += 1;
  }
  return { torn, folder };
}

describe('a process killed while it saves', () => {
  it('leaves the old or the new file, never less, and its temporary files are swept', async () => {
    const { torn, folder } = await countTorn('atomic', propertyRuns(100));
    expect(torn).toBe(0);
    await sweepTemporaryFiles(folder, Date.now() + 61_000);
    expect(await readdir(folder)).toEqual(['engine.json']);
  });

  it('leaves torn files with a plain write, so this test can tell', async () => {
    let torn = 0;
    for (let round = 0; round < 8 && torn === 0; round += 1) torn += (await countTorn('naive', 15)).torn;
    expect(torn).toBeGreaterThan(0);
  });
});

it('keeps the mode of a file, and gives a new one the usual', async () => {
  const folder = temporaryFolder();
  const [old, fresh] = [join(folder, 'old'), join(folder, 'new')];
  await writeFile(old, 'a');
  await chmod(old, 0o640);
  await writeFilesAtomically([
    { realPath: old, content: 'b' },
    { realPath: fresh, content: 'c' },
  ]);
  const modes = await Promise.all([old, fresh].map(async path => (await stat(path)).mode & 0o777));
  expect(modes).toEqual([0o640, 0o644]);
  expect((await readdir(folder)).sort()).toEqual(['new', 'old']);
});

it('writes none of several files when one cannot be written, and leaves no temporary ones', async () => {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'a'), 'old');
  const files = [
    { realPath: join(folder, 'a'), content: 'new' },
    { realPath: join(folder, 'missing', 'b'), content: 'new' },
  ];
  await expect(writeFilesAtomically(files)).rejects.toThrow('ENOENT');
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['a']);
});

it('leaves the old file byte for byte when the disk is full', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'engine.json');
  await writeFile(path, 'old');
  const tooMuch = { realPath: path, content: 'x'.repeat(8) };
  const limited = spawn(
    'bash',
    [
      '-c',
      `trap '' XFSZ; ulimit -f 0; exec "$0" --input-type=module --eval "$1"`,
      process.execPath,
      `import { writeFilesAtomically } from '${moduleUrl}';
     await writeFilesAtomically([${JSON.stringify(tooMuch)}]).catch(error => process.exit(error.code === 'EFBIG' ? 7 : 8));`,
    ],
    { stdio: 'ignore' },
  );
  const code = await new Promise(resolve => limited.on('exit', resolve));
  expect(code).toBe(7);
  expect(await readFile(path, 'utf8')).toBe('old');
  expect((await readdir(folder)).sort()).toEqual(['engine.json']);
});

it('sweeps only what it made itself and what is old enough', async () => {
  const folder = temporaryFolder();
  const old = '.engine.json.0123456789abcdef.tmp';
  const young = '.engine.json.fedcba9876543210.tmp';
  for (const name of [old, young, '.other.tmp', 'notes.tmp']) await writeFile(join(folder, name), '');
  const now = Date.now();
  await utimes(join(folder, old), new Date(now - 120_000), new Date(now - 120_000));
  expect(await sweepTemporaryFiles(folder, now)).toBe(1);
  expect((await readdir(folder)).sort()).toEqual([young, '.other.tmp', 'notes.tmp'].sort());
});

it('two that sweep at once do not disturb each other', async () => {
  const folder = temporaryFolder();
  const names = Array.from({ length: 100 }, (_, at) => `.a.json.${at.toString(16).padStart(16, '0')}.tmp`);
  for (const name of names) await writeFile(join(folder, name), '');
  const later = Date.now() + 61_000;
  await Promise.all([sweepTemporaryFiles(folder, later), sweepTemporaryFiles(folder, later)]);
  expect(await readdir(folder)).toEqual([]);
});

it('names what is in the way by its whole path', async () => {
  const folder = temporaryFolder();
  await expect(writeFilesAtomically([{ realPath: folder, content: '' }])).rejects.toMatchObject({
    message: `${folder} is a folder, not a file; move it away; nothing was written there`,
  });
});
