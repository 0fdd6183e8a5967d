import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { capitalized } from '../../../shared/words.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { identityAt, identityOf } from '../files/file-identity.ts';
import { openPlainFile } from '../files/guarded-writes.ts';
import { makeFolderInside } from '../files/make-folder-inside.ts';
import { locateInside } from '../files/path-inside.ts';
import { judgeTarget } from '../files/plain-target.ts';
import type { ProjectFolder } from '../files/project-folder.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { atStorageBorder } from '../storage-failure.ts';

/** Where sessions save what must survive a compaction, in the project. */
export const runeFolder = '.rune';

/**
 * Appends one record to a file of `.rune/` and syncs it: when it returns, the record is on the disk. What a failed
 * write left is taken back; what a killed process left is closed off, so that the next record stands by itself.
 */
export async function appendRecord(project: ProjectFolder, file: string, record: string): Promise<void> {
  await atStorageBorder(`writing ${runeFolder}/${file}`, async () => {
    const { path: root } = project;
    const folder = join(root, runeFolder);
    project.refuseMoved();
    await makeFolderInside(root, folder);
    const target = { root, path: join(folder, file) };
    const isNew = (await judgeTarget(target)) === undefined;
    // O_APPEND: two programs never write over each other.
    const { O_APPEND, O_CREAT, O_RDWR } = constants;
    const handle = await openPlainFile(target, O_APPEND | O_CREAT | O_RDWR);
    try {
      await appendTo(handle, file, record);
      if (isNew) await syncFolder(folder);
      project.refuseMoved();
      await refuseReplaced(handle, target.path, file);
    } finally {
      await handle.close();
    }
  });
}

/** The text of a file of `.rune/`; empty where there is none. `storage_failed` where it cannot be read. */
export async function readRuneFile(root: string, file: string): Promise<string> {
  return atStorageBorder(`reading ${runeFolder}/${file}`, async () => {
    const located = await locateInside(root, join(root, runeFolder, file));
    if (located.kind === 'absent') return '';
    const found = located.kind === 'refused' ? located : await readTextFile(located.path);
    if (found.kind === 'text') return found.text;
    throw new AppError('storage_failed', `${runeFolder}/${file} ${found.reason}`);
  });
}

async function appendTo(handle: FileHandle, file: string, record: string): Promise<void> {
  const { size } = await handle.stat();
  const lead = size === 0 ? `# ${titleOf(file)}\n\n` : (await endsWithLine(handle, size)) ? '' : '\n\n';
  try {
    // One write, so that others see all of it or nothing.
    await handle.writeFile(lead + record);
    await handle.sync();
  } catch (error) {
    await handle.truncate(size).catch(() => undefined);
    throw error;
  }
}

/** A file that was deleted or replaced meanwhile has taken the record with it. */
async function refuseReplaced(handle: FileHandle, path: string, file: string): Promise<void> {
  const { dev, ino } = await handle.stat({ bigint: true });
  if (identityAt(path) === identityOf({ dev, ino })) return;
  throw new AppError(
    'storage_failed',
    `${runeFolder}/${file} was deleted or replaced while it was written; save again`,
  );
}

async function endsWithLine(handle: FileHandle, size: number): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

function titleOf(file: string): string {
  const words = file.replace(/\.md$/, '').replaceAll('-', ' ');
  return capitalized(words);
}
