import { spawn } from 'node:child_process';
import { chmod, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { killAfterFirstLine, prepareProgram } from '../../../test/support/fault-program.ts';
import { isLong, propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { leftAfterMs, sweepTemporaryFiles, writeFilesAtomically } from './atomic-write.ts';

const moduleUrl = new URL('./atomic-write.ts', import.meta.url).href;

/** Thousands of kills take longer than what hangs. */
const forKills = { timeout: 3_600_000 };

/** How a file is saved: as Weft does it, and piece by piece into the file itself, as a stream does. */
const saves = {
  atomic: `import { writeFilesAtomically } from '${moduleUrl}';
    const save = (path, text) => writeFilesAtomically([{ realPath: path, content: text }]);`,
  naive: `import { open } from 'node:fs/promises';
    async function save(path, text) {
      const file = await open(path, 'w');
      for (let at = 0; at < text.length; at += 4096) await file.write(text.slice(at, at + 4096));
      await file.close();
    }`,
} as const;

/** Rewrites several files of about 117 KB at once for ever, and prints name and revision after each acknowledgement. */
const writer = (kind: keyof typeof saves): string => `${saves[kind]}
  import { writeSync } from 'node:fs';
  const filler = 'x'.repeat(117_000);
  for (const path of JSON.parse(process.argv.at(-1))) void rewrite(path);
  async function rewrite(path) {
    for (let revision = 1; ; revision += 1) {
      await save(path, JSON.stringify({ revision, filler, end: revision }));
      writeSync(1, path + ' ' + revision + '\\n');
    }
  }`;

/** One kill meets the saves of so many files. */
const filesAtOnce = isLong ? 10 : 4;

/** Of so many kills, how many files were not whole afterwards, or older than what was acknowledged. */
async function countTorn(
  kind: keyof typeof saves,
  kills: number,
): Promise<{ torn: number; of: number; folder: string }> {
  const folder = temporaryFolder();
  const start = await prepareProgram(writer(kind));
  const paths = Array.from({ length: filesAtOnce }, (_, at) => join(folder, `engine-${at}.json`));
  let torn = 0;
  let of = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    for (const path of paths) await rm(path, { force: true });
    const lines = await killAfterFirstLine(start(paths), (kill * 7) % 25);
    const acknowledged = new Map(lines.map(line => line.split(' ') as [string, string])); // as it prints them
    for (const [path, revision] of acknowledged) {
      of += 1;
      if (!(await isIntact(path, Number(revision)))) torn += 1;
    }
  }
  return { torn, of, folder };
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

describe('a process killed while it saves', () => {
  it('leaves the old or the new file, never less, and its temporary files are swept', forKills, async () => {
    const kills = propertyRuns(500, 1 / 125);
    const { torn, of, folder } = await countTorn('atomic', kills);
    expect(torn).toBe(0);
    expect(of).toBeGreaterThanOrEqual(kills);
    await sweepTemporaryFiles(folder, Date.now() + leftAfterMs + 1000);
    expect((await readdir(folder)).filter(name => !/^engine-\d+\.json$/.test(name))).toEqual([]);
  });

  it('control: leaves torn files when it writes into the file itself', forKills, async () => {
    const { torn, of } = await countTorn('naive', propertyRuns(50, 3 / 50));
    expect(torn).toBeGreaterThan(of / 10);
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
  const [before, slow] = [new Date(now - leftAfterMs), new Date(now - leftAfterMs / 2)];
  await utimes(join(folder, old), before, before);
  await utimes(join(folder, young), slow, slow);
  expect(await sweepTemporaryFiles(folder, now)).toBe(1);
  expect((await readdir(folder)).sort()).toEqual([young, '.other.tmp', 'notes.tmp'].sort());
});

it('two that sweep at once do not disturb each other', async () => {
  const folder = temporaryFolder();
  const names = Array.from({ length: 100 }, (_, at) => `.a.json.${at.toString(16).padStart(16, '0')}.tmp`);
  for (const name of names) await writeFile(join(folder, name), '');
  const later = Date.now() + leftAfterMs + 1000;
  await Promise.all([sweepTemporaryFiles(folder, later), sweepTemporaryFiles(folder, later)]);
  expect(await readdir(folder)).toEqual([]);
});

it('names what is in the way by its whole path', async () => {
  const folder = temporaryFolder();
  await expect(writeFilesAtomically([{ realPath: folder, content: '' }])).rejects.toMatchObject({
    message: `${folder} is a folder, not a file; move it away; nothing was written there`,
  });
});
