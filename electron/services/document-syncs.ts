import { join, relative } from 'node:path';
import { AppError } from '../../shared/contract/errors.ts';
import type { DocumentSync } from '../../shared/contract/sync.ts';
import { listSyncs } from '../storage/documents/sync-table.ts';
import { locateInside } from '../storage/files/path-inside.ts';
import { type TreeWatch, watchTree } from '../storage/files/watch-tree.ts';
import { createSerialQueue, type SerialQueue } from '../storage/serial-queue.ts';
import type { App } from './app.ts';
import { type Call, neverCancelled } from './call.ts';
import type { OpenProject } from './open-project.ts';
import { syncRound } from './sync-round.ts';
import { syncAct } from './trust-acts.ts';

/** Collections that are kept in step with folders while their project is open. */
export interface DocumentSyncs {
  /** One round, and from then on one whenever the folder has changed. */
  start(project: OpenProject, call: Call, collection: string, folder: string): Promise<DocumentSync>;
  stop(collection: string): boolean;
  list(): DocumentSync[];
  /** Takes up what was kept in step when the project was closed. */
  resume(project: OpenProject): Promise<void>;
  stopAll(): Promise<void>;
}

interface Running {
  readonly collection: string;
  readonly folder: string;
  readonly rounds: SerialQueue;
  watch?: TreeWatch;
  isStopped: boolean;
  last?: Pick<DocumentSync, 'last_round' | 'error'>;
}

/** `app` is asked for late: it holds these syncs itself. */
export function createDocumentSyncs(app: () => App): DocumentSyncs {
  const running = new Map<string, Running>();
  const state = { timesStopped: 0 };

  const stop = (collection: string): boolean => {
    const sync = running.get(collection);
    if (sync === undefined) return false;
    sync.isStopped = true;
    sync.watch?.close();
    return running.delete(collection);
  };

  const start = async (project: OpenProject, call: Call, collection: string, folder: string) => {
    stop(collection);
    const sync: Running = { collection, folder, rounds: createSerialQueue(), isStopped: false };
    running.set(collection, sync);
    follow(sync, () => runRound(sync, project, ownCall(app(), project, sync)));
    await runRound(sync, project, call);
    return statusOf(sync);
  };

  return {
    start,
    stop,
    list: () => [...running.values()].map(statusOf),
    async resume(project) {
      const { timesStopped } = state;
      const stored = await project.content.read(listSyncs, []);
      await project.trust.reread();
      const trusted = stored.filter(sync => project.trust.allows(sync, () => [syncAct(sync)]));
      for (const { collection, folder } of trusted) {
        const located = await locateInside(project.path, join(project.path, folder));
        if (state.timesStopped !== timesStopped) return;
        if (running.has(collection) || located.kind !== 'found') continue;
        const caller = {
          app: app(),
          caller: { door: 'cli', access: 'write' },
          cancel: neverCancelled,
        } as const;
        await start(project, { ...caller, project: async () => project }, collection, located.path);
      }
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
function runRound(sync: Running, project: OpenProject, call: Call): Promise<void> {
  return sync.rounds(async () => {
    if (sync.isStopped) return;
    try {
      sync.last = { last_round: await syncRound(project, call, sync) };
    } catch (error) {
      const reason = error instanceof AppError ? error.message : String(error);
      sync.last = { ...sync.last, error: reason };
    }
  });
}

/** A round that nobody asked for stops when its sync is stopped. */
function ownCall(app: App, project: OpenProject, sync: Running): Call {
  return {
    app,
    caller: { door: 'cli', access: 'write' },
    cancel: {
      get cancelled() {
        return sync.isStopped;
      },
      onCancel: () => () => {},
    },
    project: async () => project,
  };
}

const statusOf = ({ collection, folder, watch, last }: Running): DocumentSync => ({
  collection,
  folder,
  watching: watch !== undefined,
  ...last,
});

/** How a folder is kept for the next time: relative to the project; undefined for one outside. */
export function storedFolder(projectPath: string, folder: string): string | undefined {
  const way = relative(projectPath, folder).replaceAll('\\', '/');
  return way === '..' || way.startsWith('../') || /^[A-Za-z]:/.test(way) ? undefined : way;
}
