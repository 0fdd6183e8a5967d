import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { takeSystemLock } from '../database/system-lock.ts';
import { openProjectFolder, type ProjectFolder } from './project-folder.ts';

const moduleUrl = new URL('./project-folder.ts', import.meta.url).href;
const lockFile = '.codebolt/weft/weft.sqlite.files-lock';

function makeFolder(): ProjectFolder {
  const path = join(temporaryFolder(), 'project');
  mkdirSync(path);
  const folder = openProjectFolder(path);
  onTestFinished(() => folder.close());
  return folder;
}

/** Has another process begin a change and never end it. */
async function changeElsewhere(root: string): Promise<ChildProcess> {
  const program = `
    import { openProjectFolder } from ${JSON.stringify(moduleUrl)};
    setInterval(() => {}, 1000);
    openProjectFolder(${JSON.stringify(root)}).change(() => {
      process.stdout.write('at it\\n');
      return new Promise(() => {});
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

const lockIn = (root: string) => ({ root, path: join(root, lockFile) });

describe('changes of files', () => {
  it('waits for another process, and goes on as soon as that was killed in the middle', async () => {
    const folder = makeFolder();
    const child = await changeElsewhere(folder.path);
    const lock = () => takeSystemLock(lockIn(folder.path), { patienceMs: 0, pauseMs: 0 });
    expect(await lock()).toBeUndefined();
    const steps: string[] = [];
    const change = folder.change(async () => void steps.push('changed'));
    steps.push('killed');
    child.kill('SIGKILL');
    await change;
    expect(steps).toEqual(['killed', 'changed']);
    const taken = await lock();
    expect(taken?.isInPlace()).toBe(true);
    taken?.release();
  });

  it('runs one after the other, also of several that have opened the folder', async () => {
    const folder = makeFolder();
    const same = openProjectFolder(folder.path);
    onTestFinished(() => same.close());
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(resume => setTimeout(resume, 2));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? folder : same).change(work)));
    expect(most).toBe(1);
  });

  it('does not count a lock whose file was tidied away meanwhile', async () => {
    const folder = makeFolder();
    const path = join(folder.path, lockFile);
    await folder.change(async () => {
      unlinkSync(path);
    });
    const first = await takeSystemLock(lockIn(folder.path), { patienceMs: 0, pauseMs: 0 });
    unlinkSync(path);
    const second = await takeSystemLock(lockIn(folder.path), { patienceMs: 0, pauseMs: 0 });
    expect([first?.isInPlace(), second?.isInPlace()]).toEqual([false, true]);
    first?.release();
    second?.release();
  });

  it('refuses a lock that is a link or holds something, and leaves that as it is', async () => {
    const folder = makeFolder();
    const path = join(folder.path, lockFile);
    const precious = join(temporaryFolder(), 'precious');
    writeFileSync(precious, 'text');
    await folder.change(async () => {});
    for (const put of [() => symlinkSync(precious, path), () => writeFileSync(path, 'text')]) {
      rmSync(path);
      put();
      await expect(folder.change(async () => {})).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(readFileSync(precious, 'utf8')).toBe('text');
    expect(lstatSync(path).isFile()).toBe(true);
  });
});

describe('a folder that is not there any more', () => {
  const ways: [name: string, move: (path: string) => void][] = [
    ['deleted', path => rmSync(path, { recursive: true })],
    ['renamed', path => renameSync(path, `${path}-moved`)],
    [
      'replaced by another of the same name',
      path => {
        renameSync(path, `${path}-moved`);
        mkdirSync(path);
      },
    ],
    [
      'deleted and made anew',
      path => {
        rmSync(path, { recursive: true });
        mkdirSync(path);
      },
    ],
  ];

  it.each(ways)('%s before a change: nothing runs, nothing is made', async (_, move) => {
    const folder = makeFolder();
    move(folder.path);
    const above = readdirSync(join(folder.path, '..'));
    const change = folder.change(() => Promise.reject(new Error('this runs')));
    await expect(change).rejects.toMatchObject({ code: 'storage_failed', details: { moved: folder.path } });
    expect(readdirSync(join(folder.path, '..'))).toEqual(above);
  });

  it.each(ways)('%s during a change: it is not told as done', async (_, move) => {
    const folder = makeFolder();
    const change = folder.change(async () => move(folder.path));
    await expect(change).rejects.toMatchObject({ code: 'storage_failed', details: { moved: folder.path } });
  });

  it('goes on when it is put back', async () => {
    const folder = makeFolder();
    renameSync(folder.path, `${folder.path}-moved`);
    await expect(folder.change(async () => 1)).rejects.toMatchObject({ code: 'storage_failed' });
    renameSync(`${folder.path}-moved`, folder.path);
    expect(await folder.change(async () => 1)).toBe(1);
  });
});

it('one look at the folder counts for all that came together, and for nobody later', async () => {
  const folder = makeFolder();
  folder.refuseMovedTogether();
  renameSync(folder.path, `${folder.path}-moved`);
  expect(() => folder.refuseMoved()).toThrow('is not the folder that was opened any more');
  await new Promise(resume => setImmediate(resume));
  await new Promise(resume => setImmediate(resume));
  expect(() => folder.refuseMovedTogether()).toThrow('is not the folder that was opened any more');
  renameSync(`${folder.path}-moved`, folder.path);
  expect(() => folder.refuseMovedTogether()).not.toThrow();
});
