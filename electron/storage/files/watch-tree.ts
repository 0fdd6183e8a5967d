import { watch } from 'node:fs';
import { createQuietNames } from './quiet-names.ts';

export interface TreeWatch {
  close(): void;
}

/** Long enough for an editor or git to finish what belongs together. */
const quietMs = 300;

/** Calls `onChanged` once whatever happens below a folder has come to rest; `onFailure` when it cannot be watched. */
export function watchTree(
  folder: string,
  onChanged: () => void,
  onFailure: (error: unknown) => void,
): TreeWatch {
  const names = createQuietNames({ quietMs: () => quietMs, onQuiet: onChanged });
  const watcher = watch(folder, { recursive: true, persistent: false });
  watcher.on('change', () => names.touch(folder));
  watcher.on('error', onFailure);
  return {
    close() {
      names.close();
      watcher.close();
    },
  };
}
