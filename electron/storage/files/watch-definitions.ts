import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { settledMs } from './definition-file.ts';
import { isDefinitionFile } from './definition-kinds.ts';
import type { OutsideLook } from './outside-look.ts';
import { createQuietNames, type QuietNames } from './quiet-names.ts';
import { type FolderWatch, watchFolders } from './watch-folders.ts';

/** A file that is gone counts as deleted only then: editors and git put another one in its place. */
const absentMs = 300;

/**
 * Has stores look at files that others wrote, replaced or deleted, each once it has come to rest.
 * `onFailure` hears when this system cannot watch; the stores then report at their next list, as without a watcher.
 */
export function watchDefinitions(
  root: string,
  looks: readonly OutsideLook[],
  onFailure: (error: unknown) => void,
): FolderWatch {
  const folders = new Map(looks.map(look => [look.folder, followFolder(root, look, onFailure)]));
  for (const look of looks) look.follow(true);
  const fail = (error: unknown): void => {
    for (const look of looks) look.follow(false);
    onFailure(error);
  };
  const watch = watchFolders(root, [...folders.keys()], {
    onTouched: (folder, name) => folders.get(folder)?.touched(name),
    onFailure: fail,
  });
  return {
    ready: watch.ready,
    async close() {
      for (const { names } of folders.values()) names.close();
      for (const look of looks) look.follow(false);
      await watch.close();
    },
  };
}

interface FollowedFolder {
  readonly names: QuietNames;
  touched(fileName: string | undefined): void;
}

function followFolder(root: string, look: OutsideLook, onFailure: (error: unknown) => void): FollowedFolder {
  const isThere = (id: string): boolean => existsSync(join(root, look.folder, `${id}.json`));
  const names = createQuietNames({
    quietMs: id => (isThere(id) ? settledMs : absentMs),
    onQuiet: ids => {
      const present = new Set(ids.filter(isThere));
      const absent = ids.filter(id => !present.has(id));
      look.settle({ present: [...present], absent }).catch(onFailure);
    },
  });
  const touchChanged = async (): Promise<void> => {
    for (const id of await look.findChanged()) names.touch(id);
  };
  return {
    names,
    touched(fileName) {
      if (fileName === undefined) {
        look.touch(undefined);
        touchChanged().catch(onFailure);
      } else if (isDefinitionFile(fileName)) {
        const id = idOf(fileName);
        // One that is gone may come back at once; lists know it for gone when everybody hears of it.
        if (isThere(id)) look.touch([id]);
        names.touch(id);
      }
    },
  };
}

const idOf = (fileName: string): string => fileName.replace(/\.json$/, '');
