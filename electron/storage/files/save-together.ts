import { dirname } from 'node:path';
import { atStorageBorder } from '../storage-failure.ts';
import { type FileReplacement, syncFolder } from './atomic-write.ts';
import { replaceFiles } from './done-files.ts';
import { removeFile } from './guarded-writes.ts';
import type { Target } from './plain-target.ts';
import type { ProjectFolder } from './project-folder.ts';

/** What one store has judged and is ready to write. */
export interface StagedFiles {
  readonly replacements: readonly FileReplacement[];
  /** Files that go once everything else is written. */
  readonly removed: readonly Target[];
  /** Tells the store that it happened. */
  readonly written: () => Promise<void>;
}

/** Judges one store's part of a step, and keeps the store to itself until `write` is done. */
export type Stage = (write: (staged: StagedFiles) => Promise<void>) => Promise<void>;

/**
 * Writes a step over several stores: every part is judged before the first file is replaced, so that a conflict in
 * one leaves all as they are, and no other process changes files in between. Removed files go last: what stops in between leaves a file
 * too many, none too few.
 * Stages must always come in the same order (engines, memories, samples), so that two steps never wait for each other.
 */
export function saveTogether(folder: ProjectFolder, stages: readonly Stage[]): Promise<void> {
  return atStorageBorder('saving several files', () => folder.change(() => enter(folder, stages, [])));
}

function enter(
  folder: ProjectFolder,
  [stage, ...others]: readonly Stage[],
  staged: readonly StagedFiles[],
): Promise<void> {
  return stage === undefined ? write(folder, staged) : stage(own => enter(folder, others, [...staged, own]));
}

async function write(folder: ProjectFolder, staged: readonly StagedFiles[]): Promise<void> {
  const replacements = staged.flatMap(({ replacements }) => replacements);
  const removed = staged.flatMap(({ removed }) => removed);
  await replaceFiles(
    folder,
    replacements,
    removed.map(({ path }) => ({ path })),
  );
  for (const target of removed) await removeFile(target);
  for (const folder of new Set(removed.map(({ path }) => dirname(path)))) await syncFolder(folder);
  for (const { written } of staged) await written();
}
