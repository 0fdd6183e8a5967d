import { join, relative } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import type { DocumentSync } from '../../../shared/contract/sync.ts';
import { createSerialQueue, type SerialQueue } from '../../../shared/serial-queue.ts';
import type { Cancel } from '../../engine/ports.ts';
import { listSyncs } from '../../storage/documents/sync-table.ts';
import { isInside, locateInside, slashed } from '../../storage/files/path-inside.ts';
import { type TreeWatch, watchTree } from '../../storage/files/watch-tree.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { syncAct } from '../project/trust-acts.ts';
import { syncRound } from './sync-round.ts';

/** What a round needs. A round that nobody asked for has no caller, and is stopped by its sync alone. */
type SyncNeeds = Needs<'world' | 'publish' | 'cancel'>;

/** Collections that are kept in step with folders while their project is open. */
interface DocumentSyncs {
  /** One round, and from then on one whenever the folder has changed. */
  start(project: OpenProject, needs: SyncNeeds, collection: string, folder: string): Promise<DocumentSync>;
  stop(collection: string): boolean;
  list(): DocumentSync[];
  /** Takes up what was kept in step when the project was closed. */
  resume(project: OpenProject, needs: SyncNeeds): Promise<void>;
  /** After another database took the place of the one before: keeps in step what that one says, with a round for each. */
  resumeAnew(project: OpenProject, needs: SyncNeeds): Promise<void>;
  stopAll(): Promise<void>;
}

/** Those of an open project; they end with it. */
export const documentSyncs: PartKind<DocumentSyncs> = {
  make: createDocumentSyncs,
  close: syncs => syncs.stopAll(),
};

interface Running {
  readonly collection: string;
  readonly folder: string;
  readonly rounds: SerialQueue;
  watch?: TreeWatch;
  isStopped: boolean;
  last?: Pick<DocumentSync, 'last_round' | 'error'>;
}

function createDocumentSyncs(): DocumentSyncs {
  const running = new Map<string, Running>();
  const state = { timesStopped: 0 };

  const stop = (collection: string): boolean => {
    const sync = running.get(collection);
    if (sync === undefined) return false;
    sync.isStopped = true;
    sync.watch?.close();
    return running.delete(collection);
  };

  const start = async (project: OpenProject, needs: SyncNeeds, collection: string, folder: string) => {
    stop(collection);
    const sync: Running = { collection, folder, rounds: createSerialQueue(), isStopped: false };
    running.set(collection, sync);
    follow(sync, () => runRound(sync, project, { ...needs, cancel: stopOf(sync) }));
    await runRound(sync, project, needs);
    return statusOf(sync);
  };

  const resume: DocumentSyncs['resume'] = async (project, needs) => {
    const { timesStopped } = state;
    const stored = await project.content.read(listSyncs, []);
    await project.trust.reread();
    const trusted = stored.filter(sync => project.trust.allows(sync, () => [syncAct(sync)]));
    for (const { collection, folder } of trusted) {
      const located = await locateInside(project.path, join(project.path, folder));
      if (state.timesStopped !== timesStopped) return;
      if (running.has(collection) || located.kind !== 'found') continue;
      await start(project, needs, collection, located.path);
    }
  };

  return {
    start,
    stop,
    list: () => [...running.values()].map(statusOf),
    resume,
    async resumeAnew(project, needs) {
      // Of a folder elsewhere no database says anything.
      for (const { collection, folder } of [...running.values()])
        if (isInside(project.path, folder)) stop(collection);
      for (const sync of running.values()) await runRound(sync, project, needs);
      await resume(project, needs);
    },
    async stopAll() {
      state.timesStopped += 1;
      const rounds = [...running.values()].map(({ rounds: queue }) => queue);
      for (const collection of [...running.keys()]) stop(collection);
      for (const queue of rounds) await queue(async () => undefined);
    },
  };
}

function follow(sync: Running, round: () => Promise<void>): void {
  const fail = (error: unknown): void => {
    sync.watch?.close();
    delete sync.watch;
    sync.last = { ...sync.last, error: `the folder is not watched any more: ${String(error)}` };
  };
  try {
    sync.watch = watchTree(sync.folder, () => void round(), fail);
  } catch (error) {
    fail(error);
  }
}

/** One round after the other; what goes wrong is kept for the status, and the next round tries again. */
function runRound(sync: Running, project: OpenProject, needs: SyncNeeds): Promise<void> {
  return sync.rounds(async () => {
    if (sync.isStopped) return;
    try {
      sync.last = { last_round: await syncRound(project, needs, sync) };
    } catch (error) {
      const reason = error instanceof AppError ? error.message : String(error);
      sync.last = { ...sync.last, error: reason };
    }
  });
}

/** A round that nobody asked for stops when its sync is stopped. */
const stopOf = (sync: Running): Cancel => ({
  get cancelled() {
    return sync.isStopped;
  },
  onCancel: () => () => {},
});

const statusOf = ({ collection, folder, watch, last }: Running): DocumentSync => ({
  collection,
  folder,
  watching: watch !== undefined,
  ...last,
});

/** How a folder is kept for the next time: relative to the project; undefined for one outside. */
export function storedFolder(projectPath: string, folder: string): string | undefined {
  const way = slashed(relative(projectPath, folder));
  return way === '..' || way.startsWith('../') || /^[A-Za-z]:/.test(way) ? undefined : way;
}
