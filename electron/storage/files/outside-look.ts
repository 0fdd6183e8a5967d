import type { SerialQueue } from '../../../shared/serial-queue.ts';
import type { Found } from './change-watch.ts';
import { type ReadDefinition, readDefinition } from './definition-file.ts';
import { unchangedRead } from './held-definitions.ts';
import { inBatches } from './in-batches.ts';
import type { StorePlace } from './store-place.ts';

/** How a watcher has a store look at files that others touched. */
export interface OutsideLook {
  /** The store's folder in the project, with forward slashes. */
  readonly folder: string;
  /** While followed, lists of the store report nothing: only files that came to rest do. */
  follow(isFollowed: boolean): void;
  /** Looks at all files, and gives the ids of those that are not as everybody was told. */
  findChanged(): Promise<string[]>;
  /** Others touched these files, or any file without names: the next list reads them again. */
  touch(ids: readonly string[] | undefined): void;
  /** Reads and compares them; of those said to be present, one that is not there any more is left for later. */
  settle(names: SettledNames): Promise<void>;
}

interface SettledNames {
  readonly present: readonly string[];
  readonly absent: readonly string[];
}

const filesReadAtOnce = 64;

/**
 * `whenIdle` runs work between the store's saves, so that our own are never taken for somebody else's; `lookAgain` is the
 * store's look at all its files.
 */
export function createOutsideLook<Value>(
  { project, root, folder, kind, cache, held, watch }: Omit<StorePlace<Value>, 'onOwnChange'>,
  whenIdle: SerialQueue,
  lookAgain: () => Promise<unknown>,
): OutsideLook {
  const find = async (ids: readonly string[]): Promise<Map<string, Found>> => {
    const found = await inBatches(ids, filesReadAtOnce, async id => {
      const name = `${id}.json`;
      const read = unchangedRead(held, folder, name) ?? (await readDefinition(root, kind, name, cache));
      return [id, foundOf(read)] as const;
    });
    return new Map(found);
  };
  const touch: OutsideLook['touch'] = ids => {
    if (ids === undefined) held.lookedAt = Number.NEGATIVE_INFINITY;
    else for (const id of ids) held.touched.add(`${id}.json`);
  };
  /** Whether the list has it as it was found. */
  const isHeld = (id: string, now: Found): boolean => {
    const read = held.files.get(`${id}.json`)?.read;
    return now === (read === undefined ? undefined : foundOf(read));
  };
  return {
    folder: kind.folder,
    follow(isFollowed) {
      held.isWatched = isFollowed;
      if (!isFollowed) held.lookedAt = Number.NEGATIVE_INFINITY;
      watch.follow(isFollowed);
    },
    touch,
    async findChanged() {
      await lookAgain();
      const found = [...held.files].flatMap(([name, { read }]) => {
        const now = foundOf(read);
        return now === undefined ? [] : [[name.replace(/\.json$/, ''), now] as const];
      });
      return watch.untold(new Map(found));
    },
    settle: ({ present, absent }) =>
      whenIdle(async () => {
        // Nobody deleted the files of a project that went as a whole.
        if (!project.isInPlace()) return;
        const found = await find([...present, ...absent]);
        // It went while we looked: that will be told once it has stayed away.
        for (const id of present) if (found.get(id) === undefined) found.delete(id);
        // Who hears of it lists at once.
        touch([...found].flatMap(([id, now]) => (isHeld(id, now) ? [] : id)));
        watch.settle(found);
      }),
  };
}

/** A broken file is there as well, and differs from itself when it is broken otherwise. */
export function foundOf(read: ReadDefinition<unknown>): Found {
  if (read.kind === 'absent') return undefined;
  return read.kind === 'read' ? read.definition.hash : `problem ${JSON.stringify(read.problem)}`;
}
