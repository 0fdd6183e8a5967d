import { rm } from 'node:fs/promises';
import { isHostWanted } from '../cli/globals.ts';
import { isRunning } from '../platform/process-start.ts';
import type { App } from '../services/app/app.ts';
import { isNobodyHost } from './free-lock.ts';
import { hostPlace, makeHostFolders } from './host-place.ts';
import { answerMs, askHost, findHost, isSoonWaiting, markStarting } from './join-host.ts';
import { type HostOptions, movedWhy, type RunningHost, startHost, unfoundWhy } from './start-host.ts';
import { type HostProgram, startInBackground } from './start-in-background.ts';

interface SurfaceOptions {
  readonly app: App;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly distDir: string;
  /** What becomes the host once this program is none; `weft host` where it is left out. */
  readonly hostProgram?: HostProgram;
}

/** What makes a program with a surface the host of whatever project is open in it. */
export interface SurfaceHost {
  /** Takes over from who was the host; where that has a surface too, it stays the host as long as it has the project. */
  take(project: string): Promise<void>;
  /** Nothing is answered any more; doors that are connected get a host in the background. */
  drain(): Promise<void>;
  /** Once the project is let go of. */
  close(): Promise<void>;
}

/** How long the host before may take to let go of the project. */
const patienceMs = 4000;

/** How long its successor may take until it waits for the project. */
const successorMs = 5000;

/** How often a surface that is not the host of its project looks whether it can be by now, and where that fails. */
const look = { usualMs: 5000, failedMs: 60_000 } as const;

export function createSurfaceHost({ app, env, distDir, hostProgram }: SurfaceOptions): SurfaceHost {
  const state: {
    host: RunningHost | undefined;
    project: string | undefined;
    isEnding: boolean;
    nextLook: NodeJS.Timeout | undefined;
  } = { host: undefined, project: undefined, isEnding: false, nextLook: undefined };
  let turns = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turns = turns.then(work).catch(error => app.options.logger.warn('no host', { error: String(error) }));
    return turns;
  };
  const leave = async (): Promise<void> => {
    const { host, project } = state;
    if (host === undefined || project === undefined) return;
    const { userDataDir, version } = app.options;
    // Marked by this one, its successor waits until it lets go, and doors wait for the successor and start none.
    if (host.connections() > 0 && (await markStarting(host.place))) {
      const successor = startInBackground({ env, distDir, userDataDir, version, project, hostProgram });
      if (!(await isSoonWaiting(host.place, successor, successorMs)))
        await rm(host.place.starting, { force: true });
    }
    await host.drain();
  };
  const release = async (): Promise<void> => {
    await state.host?.close();
    state.host = undefined;
    state.project = undefined;
  };
  const take = async (project: string): Promise<void> => {
    if (state.isEnding || state.project === project) return;
    await leave();
    await release();
    // What stands in the place of a project that was moved gets a host of its own; nobody else ends this one.
    const onDrain = (why: string): void => {
      if (why === movedWhy) void inTurn(() => release().then(() => lookLater(project, look.usualMs)));
      if (why === unfoundWhy) void inTurn(() => announceAnew(project));
    };
    // Should it fail.
    lookLater(project, look.failedMs);
    state.host = await takeOver({ app, distDir, project, onDrain });
    state.project = state.host === undefined ? undefined : project;
    if (state.host === undefined) lookLater(project, look.usualMs);
    else clearTimeout(state.nextLook);
  };
  // The host before may end later, or be slow to: one that is kept out for good would be refused what the next one writes.
  const lookLater = (project: string, afterMs: number): void => {
    clearTimeout(state.nextLook);
    if (state.isEnding) return;
    const takeByNow = async (): Promise<void> => {
      const held = app.projects.held();
      if (state.isEnding || state.host !== undefined || held?.path !== project) return;
      // Of what stands in its place another one is the host, until it was put back.
      if (!held.folder.isInPlace() || (await hasSurface(app, project))) lookLater(project, look.usualMs);
      else await take(project);
    };
    state.nextLook = setTimeout(() => void inTurn(takeByNow), afterMs).unref();
  };
  const announceAnew = async (project: string): Promise<void> => {
    if (state.project !== project) return;
    app.options.logger.warn('the host is announced anew', { why: unfoundWhy });
    await state.host?.drain();
    await release();
    await take(project);
  };
  if (!isHostWanted(env, {})) return { take: noWork, drain: noWork, close: noWork };
  const forget = app.events.subscribe(event => {
    const path = app.projects.held()?.path;
    if (event.event === 'project:changed' && event.what === 'opened' && path !== undefined)
      void inTurn(() => take(path));
  });
  return {
    take: project => inTurn(() => take(project)),
    drain() {
      forget();
      state.isEnding = true;
      clearTimeout(state.nextLook);
      return inTurn(leave);
    },
    close: () => inTurn(release),
  };
}

/** Whether the host of the project has a surface too, and lives. */
async function hasSurface({ options: { userDataDir } }: App, project: string): Promise<boolean> {
  const found = await findHost(userDataDir, project);
  if (found === undefined || found.owner.background) return false;
  // Of a process that cannot be seen the lock says it.
  return (await isRunning(found.owner)) ?? !(await isNobodyHost(hostPlace(userDataDir, project)));
}

const noWork = async (): Promise<void> => {};

async function takeOver({
  app,
  distDir,
  project,
  onDrain,
}: Pick<SurfaceOptions, 'app' | 'distDir'> & Pick<HostOptions, 'project' | 'onDrain'>): Promise<
  RunningHost | undefined
> {
  const place = hostPlace(app.options.userDataDir, project);
  await makeHostFolders(place);
  // Doors that ask meanwhile wait for this one and start none.
  const isMarked = await markStarting(place);
  try {
    const found = await findHost(app.options.userDataDir, project);
    // One that was killed has left its file, and nobody has removed it yet.
    const isGone =
      found === undefined || (await isRunning(found.owner)) === false || (await isNobodyHost(place));
    if (!isGone && !found.owner.background) return undefined;
    if (!isGone) await askHost(found.way, 'drain', answerMs);
    return await startHost({ app, project, background: false, distDir, patienceMs, onDrain });
  } finally {
    if (isMarked) await rm(place.starting, { force: true });
  }
}
