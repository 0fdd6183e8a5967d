import type { CommandContext } from '../cli/command-context.ts';
import { emptyHeap } from '../platform/lean-heap.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import type { App } from '../services/app/app.ts';
import { startApp } from '../start-app.ts';
import { makeRootFolder } from '../storage/files/make-folder-inside.ts';
import { createHostLog } from './host-log.ts';
import { hostPlace } from './host-place.ts';
import { mostLookMs, movedWhy, type RunningHost, startHost } from './start-host.ts';

const defaultIdleMinutes = 10;
/** How long who was the host is waited for: it finishes what it has begun. */
const patienceMs = 5000;
/** After so long without a call it rests, and takes no more memory than it needs for that. */
const restMs = 5000;

/**
 * Is the host of a project until it is stopped, nobody has needed it for a while, or a door with a surface takes over.
 * False where another process is the host.
 */
export async function runBackgroundHost(
  context: Pick<CommandContext, 'env' | 'version' | 'distDir'>,
  project: string,
  stopped: Promise<void>,
): Promise<boolean> {
  const place = hostPlace(findUserDataDir(), project);
  await makeRootFolder(place.folder, 0o700);
  const app = startHostedApp(context, project, place.log);
  const { logger } = app.options;
  process.on('uncaughtException', error => {
    logger.error('the host failed', { stack: String(error.stack) });
    process.exit(3);
  });
  const ended = Promise.withResolvers<string>();
  const idle = idleMs(context.env);
  const lookMs = Math.min(mostLookMs, idle / 4);
  try {
    const host = await startHost({
      app,
      project,
      background: true,
      distDir: context.distDir,
      patienceMs,
      lookMs,
      onDrain: ended.resolve,
    });
    if (host === undefined) {
      logger.info('another process is the host', { pid: process.pid });
      return false;
    }
    logger.info('the host has started', { pid: process.pid, version: context.version, project });
    void stopped.then(() => ended.resolve('it was stopped'));
    const timer = watchHost(host, { idle, lookMs }, ended.resolve);
    const why = await ended.promise;
    clearInterval(timer);
    await host.drain();
    await app.close();
    await host.close();
    logger.info('the host has ended', { pid: process.pid, why });
    return true;
  } catch (error) {
    logger.error('the host could not start', { error: String(error) });
    await app.close();
    throw error;
  }
}

const startHostedApp = (
  { version, distDir }: Pick<CommandContext, 'version' | 'distDir'>,
  project: string,
  log: string,
): App =>
  startApp({
    // It stays, as what serves browsers does.
    shell: 'browser',
    isUnseen: true,
    version,
    distDir,
    writeLog: createHostLog(log),
    trustsAll: false,
    findProject: () => project,
  });

function idleMs({ WEFT_HOST_IDLE_MINUTES: given }: CommandContext['env']): number {
  const minutes = Number(given ?? defaultIdleMinutes);
  return (Number.isFinite(minutes) && minutes > 0 ? minutes : defaultIdleMinutes) * 60_000;
}

function watchHost(
  host: Pick<RunningHost, 'connections' | 'activeAt' | 'isInPlace'>,
  { idle, lookMs }: { readonly idle: number; readonly lookMs: number },
  end: (why: string) => void,
): NodeJS.Timeout {
  const state = { neededAt: performance.now(), emptiedAt: Number.NEGATIVE_INFINITY };
  return setInterval(() => {
    const now = performance.now();
    if (host.connections() > 0) state.neededAt = now;
    if (now - Math.max(state.neededAt, host.activeAt()) > idle) end('nobody needs it');
    if (!host.isInPlace()) end(movedWhy);
    const activeAt = host.activeAt();
    if (activeAt < state.emptiedAt || now - activeAt < restMs) return;
    emptyHeap();
    state.emptiedAt = performance.now();
  }, lookMs);
}
