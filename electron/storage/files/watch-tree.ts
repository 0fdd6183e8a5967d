import { type BigIntStats, existsSync, type FSWatcher, unwatchFile, watch, watchFile } from 'node:fs';
import { createQuietNames } from './quiet-names.ts';

export interface TreeWatch {
  close(): void;
}

/** Long enough for an editor or git to finish what belongs together. */
const quietMs = 300;
/** How often is looked whether the folder itself is still the same one: a watch stays with what it was given. */
const lookEveryMs = 1000;

/**
 * Calls `onChanged` once whatever happens below a folder has come to rest, also after the folder itself was replaced,
 * or went and came back; `onFailure` when what is there cannot be watched.
 */
export function watchTree(
  folder: string,
  onChanged: () => void,
  onFailure: (error: unknown) => void,
): TreeWatch {
  const names = createQuietNames({ quietMs: () => quietMs, onQuiet: onChanged });
  const state: { watcher?: FSWatcher } = {};
  const detach = (): void => {
    state.watcher?.close();
    delete state.watcher;
  };
  const attach = (): void => {
    const watcher = watch(folder, { recursive: true, persistent: false });
    watcher.on('change', () => names.touch(folder));
    // Windows reports the end of a folder as an error; it is watched again when it comes back.
    watcher.on('error', error => {
      detach();
      if (existsSync(folder)) onFailure(error);
    });
    state.watcher = watcher;
  };
  const look = watchFolderItself(folder, isThere => {
    // Also where the same folder came back: on Linux its watch ended when it went.
    detach();
    try {
      if (isThere) attach();
    } catch (error) {
      onFailure(error);
    }
    names.touch(folder);
  });
  try {
    attach();
  } catch (error) {
    look.close();
    throw error;
  }
  return {
    close() {
      look.close();
      names.close();
      detach();
    },
  };
}

/** Tells that what stands at a path was replaced, went, or went and came back. */
function watchFolderItself(folder: string, onMoved: (isThere: boolean) => void): TreeWatch {
  const options = { bigint: true, persistent: false, interval: lookEveryMs } as const;
  const listener = (now: BigIntStats, before: BigIntStats): void => {
    // Inodes alone are given again at once.
    const isSame = now.ino === before.ino && now.birthtimeNs === before.birthtimeNs;
    // Moved away and back between two looks; what changes within the folder changes its mtime as well.
    const isBack = isSame && now.ctimeNs !== before.ctimeNs && now.mtimeNs === before.mtimeNs;
    if (!isSame || isBack) onMoved(now.isDirectory());
  };
  watchFile(folder, options, listener);
  return { close: () => unwatchFile(folder, listener) };
}
