import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import { errorCode } from '../storage-failure.ts';
import { locateInside } from './path-inside.ts';

interface FolderListener {
  /** Something happened to this name; undefined when it may be any, as after the folder itself came or went. */
  onTouched(folder: string, name: string | undefined): void;
  /** The system cannot watch, e.g. because it has no watches left. */
  onFailure(error: unknown): void;
}

export interface FolderWatch {
  /** Watches what is there now; until then nothing is told. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

interface Attached {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/**
 * Watches flat folders of a project, also those that come later or are replaced: their parents are watched as well.
 * One watch a folder and none a file; links that lead out of the project are not followed. What is told says
 * only where to look: systems differ in what they call it, and in how often.
 */
export function watchFolders(
  root: string,
  folders: readonly string[],
  listener: FolderListener,
): FolderWatch {
  const attached = new Map<string, Attached>();
  const oneAfterTheOther = createSerialQueue();
  const state = { isClosed: false };
  const parents = parentsOf(folders);

  const onEvent = (folder: string, name: string | undefined): void => {
    if (state.isClosed) return;
    if (folders.includes(folder)) listener.onTouched(folder, name);
    const isWay =
      name === undefined || parents.has(wayTo(folder, name)) || folders.includes(wayTo(folder, name));
    if (parents.has(folder) && isWay) attachAll();
  };

  const detach = (folder: string): void => {
    attached.get(folder)?.watcher.close();
    attached.delete(folder);
  };

  const attach = async (folder: string): Promise<void> => {
    const identity = await identityInside(root, folder);
    if (state.isClosed || attached.get(folder)?.identity === identity) return;
    detach(folder);
    if (identity !== undefined) {
      const watcher = watch(join(root, folder), { persistent: false });
      watcher.on('change', (_, name) => onEvent(folder, name === null ? undefined : String(name)));
      // Windows reports the end of a folder as an error; it is attached again when it comes back.
      watcher.on('error', () => detach(folder));
      attached.set(folder, { watcher, identity });
    }
    if (folders.includes(folder)) listener.onTouched(folder, undefined);
  };

  function attachAll(): Promise<void> {
    return oneAfterTheOther(async () => {
      for (const folder of [...parents, ...folders]) await attach(folder);
    }).catch(error => listener.onFailure(error));
  }

  return {
    ready: attachAll(),
    close: () => {
      state.isClosed = true;
      return oneAfterTheOther(async () => {
        for (const folder of [...attached.keys()]) detach(folder);
      });
    },
  };
}

/** All folders above, from the project's own (an empty path) on. */
function parentsOf(folders: readonly string[]): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const folder of folders)
    for (let above = dirname(folder); ; above = dirname(above)) {
      parents.add(above === '.' ? '' : above);
      if (above === '.') break;
    }
  return new Set([...parents].sort((left, right) => left.length - right.length));
}

const wayTo = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** The number of a folder that went is given again at once, to the one that takes its place. */
async function identityInside(root: string, folder: string): Promise<string | undefined> {
  try {
    const located = await locateInside(root, join(root, folder));
    if (located.kind !== 'found') return undefined;
    const found = await stat(located.path, { bigint: true });
    return found.isDirectory() ? `${found.ino} ${found.birthtimeNs}` : undefined;
  } catch (error) {
    // It went between the two calls.
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
