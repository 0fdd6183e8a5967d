import { rm } from 'node:fs/promises';
import { failedReply, isFailure } from '../../shared/contract/errors.ts';
import { announceHost, findAnnouncedHost, orClosed } from '../cli/announced-servers.ts';
import type { App } from '../services/app/app.ts';
import { dispatch } from '../services/app/dispatch.ts';
import type { Dispatch } from '../shells/dispatch-port.ts';
import { createCredentials, createSecret } from '../shells/http/credentials.ts';
import { startHttpShell } from '../shells/http/server.ts';
import { type SystemLock, takeSystemLock } from '../storage/database/system-lock.ts';
import { noteIdentities } from '../storage/files/file-identity.ts';
import { type HostPlace, hostPlace, hostProtocol, makeHostFolders, openingProcedures } from './host-place.ts';
import { markWaiting, readStarter } from './join-host.ts';

export interface HostOptions {
  readonly app: App;
  /** The real path of the project, which the app has open, or opens when it is asked. */
  readonly project: string;
  /** Without a surface of its own: it opens no other project, and ends when a door with a surface wants to be the host. */
  readonly background: boolean;
  readonly distDir: string;
  /** How long who is the host now is waited for, in milliseconds. */
  readonly patienceMs: number;
  /** How often it looks whether doors still find it; `mostLookMs` without it. */
  readonly lookMs?: number;
  /** It is to end: a door has asked it to, the project is not there any more, or doors do not find it. */
  readonly onDrain?: ((why: string) => void) | undefined;
}

export const movedWhy = 'the folder of the project was moved, deleted or replaced';
export const unfoundWhy = 'its socket, or the file that tells of it, was removed or replaced';

/** How often a host looks whether it is still where it was. */
export const mostLookMs = 5000;

/** The host of a project, while it is one. */
export interface RunningHost {
  readonly place: HostPlace;
  /** Doors that are connected. */
  connections(): number;
  /** False where the folder of the project is not there any more, or another one is. */
  isInPlace(): boolean;
  /** When the last call ended, as `performance.now()` counts; the present while one runs. */
  activeAt(): number;
  /** Refuses what comes as `moved` and waits for what was begun, for a second at most. Nobody finds it any more. */
  drain(): Promise<void>;
  /** Lets go of the socket; the lock last. */
  close(): Promise<void>;
}

/** How long what was begun may take once the host is to end; who asked for more asks the next host. */
const drainMs = 1000;
const pauseMs = 20;

/** Makes this process the host of a project; undefined where another one is. Fails where no socket can be. */
export async function startHost(options: HostOptions): Promise<RunningHost | undefined> {
  const { app, project, background } = options;
  const place = hostPlace(app.options.userDataDir, project);
  await makeHostFolders(place);
  const marked = { isOurs: false };
  const lock = await waitForLock(place, options, marked);
  const unmark = async (): Promise<void> => {
    if (marked.isOurs) await rm(place.starting, { force: true });
  };
  if (lock === undefined) {
    await unmark();
    return undefined;
  }
  try {
    const isInPlace = noteIdentities([project]);
    const calls = hostedCalls(options, isInPlace);
    const token = createSecret();
    let watch: NodeJS.Timeout | undefined;
    let isEnding = false;
    const drain = async (): Promise<void> => {
      clearInterval(watch);
      // Where the lock was removed too, another one may be announced by now.
      if (await isAnnounced(place, token)) await rm(place.file, { force: true });
      await calls.drain();
    };
    // Who died without tidying up has left its socket.
    await rm(place.socket, { force: true });
    const startedAt = app.options.world.clock.nowIso();
    const shell = await startHttpShell({
      dispatch: calls.dispatch,
      subscribe: app.events.subscribe,
      credentials: createCredentials(token),
      bundleDir: options.distDir,
      sdkDir: options.distDir,
      version: app.options.version,
      listenAt: { socketPath: place.socket },
      logFailure: error => app.options.logger.error('a request failed', { error: String(error) }),
      host: {
        status: () => ({
          pid: process.pid,
          version: app.options.version,
          protocol: hostProtocol,
          project,
          background,
          started_at: startedAt,
          // Without the one that asks.
          connections: shell.connections() - 1,
          calls: calls.running(),
          memory_bytes: process.memoryUsage().rss,
          ...(isEnding && { ending: true }),
        }),
        drain() {
          // One with a surface stays.
          isEnding = background;
          options.onDrain?.('another one takes over, or it was asked to');
          return { draining: true };
        },
      },
    });
    await orClosed(announce(place, token, options), shell);
    await unmark();
    watch = watchFound(place, token, options);
    return {
      place,
      connections: shell.connections,
      isInPlace,
      activeAt: calls.activeAt,
      drain,
      async close() {
        await drain();
        await shell.close();
        await rm(place.socket, { force: true });
        lock.release();
      },
    };
  } catch (error) {
    await unmark();
    lock.release();
    throw error;
  }
}

async function announce(
  { file, socket }: HostPlace,
  token: string,
  { app, project, background }: HostOptions,
): Promise<void> {
  const { version } = app.options;
  const owner = { address: socket, project, version, protocol: hostProtocol, background };
  await announceHost(file, { token, owner });
}

const isAnnounced = async ({ file }: HostPlace, token: string): Promise<boolean> =>
  (await findAnnouncedHost(file))?.way.token === token;

/** Whoever is not found and has the lock shuts everybody out. */
function watchFound(
  place: HostPlace,
  token: string,
  { lookMs = mostLookMs, onDrain }: HostOptions,
): NodeJS.Timeout {
  // A pipe of Windows has no name that could be lost.
  const hasSocket = process.platform === 'win32' ? () => true : noteIdentities([place.socket]);
  const isFound = async (): Promise<boolean> => hasSocket() && (await isAnnounced(place, token));
  const look = async (): Promise<void> => {
    if (!(await isFound().catch(() => false))) onDrain?.(unfoundWhy);
  };
  return setInterval(look, lookMs).unref();
}

/**
 * One that is announced has the lock until it is asked to end, or has marked itself as one that leaves, so that nobody but
 * a surface and its successor wait for it.
 */
async function waitForLock(
  place: HostPlace,
  { background, patienceMs }: HostOptions,
  marked: { isOurs: boolean },
): Promise<SystemLock | undefined> {
  const { folder, lock, file } = place;
  const until = performance.now() + patienceMs;
  for (let leaver: number | undefined; ; await new Promise(resume => setTimeout(resume, pauseMs))) {
    const taken = await takeSystemLock({ root: folder, path: lock }, { patienceMs: 0, pauseMs: 0 });
    if (taken !== undefined || performance.now() > until) return taken;
    if (!background) continue;
    const announced = (await findAnnouncedHost(file))?.owner.pid;
    if (announced !== undefined && announced !== leaver) {
      if ((await readStarter(place))?.pid !== announced) return undefined;
      leaver = announced;
    }
    if (marked.isOurs) continue;
    marked.isOurs = true;
    await markWaiting(place);
  }
}

interface HostedCalls {
  readonly dispatch: Dispatch;
  running(): number;
  activeAt(): number;
  drain(): Promise<void>;
}

function hostedCalls(
  { app, background, project, onDrain }: HostOptions,
  isInPlace: () => boolean,
): HostedCalls {
  const state = { running: 0, activeAt: performance.now(), isDraining: false };
  const judge = (name: string) => {
    // A surface may have opened another project meanwhile.
    const isOther = (app.projects.held()?.path ?? project) !== project;
    if (state.isDraining || isOther) return failedReply('moved', 'this host ends; ask the next one');
    // What stands there now is another project, which has a host of its own.
    if (!isInPlace()) {
      onDrain?.(movedWhy);
      return failedReply('moved', 'this host ends; ask the next one');
    }
    if (background && openingProcedures.includes(name))
      return failedReply('unsupported', 'the host of a project opens no other; open it in the studio');
    return undefined;
  };
  return {
    async dispatch(caller, name, input) {
      const refused = judge(name);
      if (refused !== undefined) return refused;
      state.running += 1;
      try {
        const reply = await dispatch(app, caller, name, input);
        // What was let go of under a call is there at the next host, which does it under the same key.
        return (isFailure(reply, 'busy') ? judge(name) : undefined) ?? reply;
      } finally {
        state.running -= 1;
        state.activeAt = performance.now();
      }
    },
    running: () => state.running,
    activeAt: () => (state.running > 0 ? performance.now() : state.activeAt),
    async drain() {
      state.isDraining = true;
      const until = performance.now() + drainMs;
      while (state.running > 0 && performance.now() < until)
        await new Promise(resume => setTimeout(resume, pauseMs));
      // What was answered is on its way to who asked.
      await new Promise(resume => setImmediate(resume));
    },
  };
}
