import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { AppError, messageOf } from '../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject, tryParseJson } from '../../shared/model/json.ts';
import { type AnnouncedHost, findAnnouncedHost } from '../cli/announced-servers.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from '../platform/process-start.ts';
import type { ServerWay, TransportResponse } from '../sdk/transport.ts';
import { readTextFile } from '../storage/files/read-text-file.ts';
import { errorCode } from '../storage/storage-failure.ts';
import { removeLeftFile } from './free-lock.ts';
import { type HostPlace, hostPlace, hostProtocol, isReplaced, makeHostFolders } from './host-place.ts';

/** A host that is being started: `ended` resolves when its process has, with what it said. */
export interface StartedHost {
  readonly ended: Promise<unknown>;
  /** Of its process; undefined where none was started. */
  readonly pid: number | undefined;
}

export interface JoinOptions {
  readonly userDataDir: string;
  /** The real path. */
  readonly project: string;
  readonly version: string;
  /** Starts a host in the background. Without it only one that runs is joined. */
  readonly start?: (() => StartedHost) | undefined;
  /** Since when the announced host was found to be silent already, as `performance.now()` counts. */
  readonly silentSince?: number | undefined;
}

/** Why a door works by itself. */
export interface NoHost {
  readonly why: string;
  /** One is there, or comes, but did not answer in time: whoever finds the project held by it asks again. */
  readonly isSlow?: boolean;
  /** Its user wants it so. */
  readonly isWanted?: boolean;
}

const lookMs = 20;
/** A host that does not answer within this is left alone. */
export const answerMs = 2000;
/** One that was silent so long already is asked once more, and has this long. */
const leastAnswerMs = 200;
/** How long one that is to end may take to hear of it: a busy one answers late. */
const heardMs = 15_000;
/** How long one that is being started is waited for: many doors at once keep a machine busy. */
const startMs = 30_000;

/** The way to the host of a project, which is started where there is none. Fails with `unsupported` where it speaks what this door does not. */
export async function joinHost(options: JoinOptions): Promise<ServerWay | NoHost> {
  const place = hostPlace(options.userDataDir, options.project);
  try {
    await makeHostFolders(place);
  } catch (error) {
    return { why: messageOf(error) };
  }
  const until = performance.now() + startMs;
  const round: Round = { options, place, silentSince: options.silentSince, ended: false };
  try {
    while (performance.now() < until) {
      const step = await look(round);
      if (step !== 'again') return step;
      await pause();
    }
    return { why: 'no host was ready in time', isSlow: true };
  } finally {
    if (round.starting !== undefined) await rm(place.starting, { force: true });
  }
}

/** The host that runs, if one does; nothing is started or removed. */
export async function findHost(userDataDir: string, project: string): Promise<AnnouncedHost | undefined> {
  return findAnnouncedHost(hostPlace(userDataDir, project).file);
}

/** What is known while a host is looked for. */
interface Round {
  readonly options: JoinOptions;
  readonly place: HostPlace;
  /** Since when an announced host does not answer. */
  silentSince: number | undefined;
  /** The host that this door has started. */
  starting?: StartedHost;
  ended: boolean;
}

async function look(round: Round): Promise<ServerWay | NoHost | 'again'> {
  const { place, options } = round;
  const found = await findAnnouncedHost(place.file);
  if (found !== undefined) return judgeFound(round, found);
  round.silentSince = undefined;
  const isComing = await isBeingStarted(place);
  // Whoever was started here and has ended is not started again.
  if (round.ended) return { why: `the host ended at once; ${place.log} says why`, isSlow: true };
  if (isComing) return 'again';
  if (options.start === undefined) return { why: 'no host runs' };
  try {
    await start(round, options.start);
    return 'again';
  } catch (error) {
    return { why: `no host can be started: ${messageOf(error)}` };
  }
}

async function judgeFound(
  round: Round,
  { owner, way }: AnnouncedHost,
): Promise<ServerWay | NoHost | 'again'> {
  const { place, options } = round;
  const isThere = await isRunning(owner);
  if (isThere === false) {
    // It died; who comes after it may have the lock by now, and puts its own name there.
    await removeLeftFile(place);
    return 'again';
  }
  round.silentSince ??= performance.now();
  const isTooNew = owner.protocol > hostProtocol;
  const left = answerMs - (performance.now() - round.silentSince);
  const status = isTooNew ? undefined : await askHost(way, 'status', Math.max(left, leastAnswerMs));
  if (status === undefined && isThere === undefined && (await removeLeftFile(place))) return 'again';
  if (isTooNew)
    throw new AppError(
      'unsupported',
      `the host of ${options.project} is of Weft ${owner.version}, which this Weft ${options.version} cannot ask; update this one`,
    );
  if (status === undefined) {
    if (performance.now() - round.silentSince < answerMs) return 'again';
    const who = isThere === true ? `process ${owner.pid}` : 'of another machine or container';
    return { why: `the host of this project (${who}) does not answer`, isSlow: true };
  }
  round.silentSince = undefined;
  // It was asked to end; whoever comes after it is waited for.
  if (status.ending === true) return 'again';
  if (isReplaced(owner, options.version)) {
    await askHost(way, 'drain', answerMs);
    return 'again';
  }
  return way;
}

async function start(round: Round, begin: () => StartedHost): Promise<void> {
  if (!(await markStarting(round.place))) return;
  try {
    round.starting = begin();
  } catch (error) {
    await rm(round.place.starting, { force: true });
    throw error;
  }
  round.starting.ended.then(
    () => {
      round.ended = true;
    },
    () => {
      round.ended = true;
    },
  );
}

/** So that of many doors at once one starts the host. False where another one does; fails where none can. */
export async function markStarting({ starting }: HostPlace): Promise<boolean> {
  try {
    await writeFile(starting, JSON.stringify(await identifyProcess()), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Says that this process is the one that starts, whoever said so before: the host is still another one. */
export async function markWaiting({ starting }: HostPlace): Promise<void> {
  const made = `${starting}.${process.pid}.new`;
  await writeFile(made, JSON.stringify(await identifyProcess()), { mode: 0o600 });
  await rename(made, starting);
}

/** Whether a host that was started here waits for this process to let go; false where it has ended, or took too long. */
export async function isSoonWaiting(
  place: HostPlace,
  { ended, pid }: StartedHost,
  patienceMs: number,
): Promise<boolean> {
  const until = performance.now() + patienceMs;
  const state = { isOver: false };
  void ended.then(() => {
    state.isOver = true;
  });
  for (; !state.isOver && performance.now() < until; await pause())
    if ((await readStarter(place))?.pid === pid) return true;
  return false;
}

/** What a door left that died meanwhile, or has waited for too long, counts for nothing and is removed. */
async function isBeingStarted(place: HostPlace): Promise<boolean> {
  const { starting } = place;
  const stats = await stat(starting).catch(() => undefined);
  if (stats === undefined) return false;
  const starter = await readStarter(place);
  const isOld = Date.now() - stats.mtimeMs > startMs;
  // A file that was just made is empty for a moment.
  if (!isOld && (starter === undefined || (await isRunning(starter)) !== false)) return true;
  await rm(starting, { force: true });
  return false;
}

/** Who is starting the host of a project, as its mark says. */
export async function readStarter({ starting }: HostPlace): Promise<ProcessIdentity | undefined> {
  const read = await readTextFile(starting);
  const value = read.kind === 'text' ? tryParseJson(read.text) : undefined;
  if (!isJsonObject(value)) return undefined;
  const { pid, started, machine } = value;
  if (typeof pid !== 'number' || typeof machine !== 'string') return undefined;
  return { pid, machine, started: typeof started === 'string' ? started : null };
}

/** What a host says of itself; undefined where it does not answer, or no longer. */
export async function askHost(
  way: ServerWay,
  what: 'status' | 'drain',
  patienceMs: number,
): Promise<JsonObject | undefined> {
  const [method, path] = what === 'drain' ? (['POST', '/host/drain'] as const) : (['GET', '/host'] as const);
  try {
    const answer: TransportResponse = await way.send(new URL(path, way.server), {
      method,
      headers: { authorization: `Bearer ${way.token ?? ''}` },
      body: '',
      redirect: 'error',
      // A fraction is refused.
      signal: AbortSignal.timeout(Math.ceil(patienceMs)),
    });
    const value: unknown = answer.ok ? JSON.parse(await answer.text()) : undefined;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const pause = (): Promise<void> => new Promise(resume => setTimeout(resume, lookMs));

/** Ends the host of a project, unless it has a surface, and waits until it has. */
export async function stopHost(
  userDataDir: string,
  project: string,
): Promise<'none' | 'stopped' | 'surface' | 'silent'> {
  const place = hostPlace(userDataDir, project);
  const found = await findHost(userDataDir, project);
  if (found === undefined) return 'none';
  const { owner, way } = found;
  // A process that cannot be seen from here is there as long as it has the lock.
  const isThere = async () => (await isRunning(owner)) ?? !(await removeLeftFile(place));
  if (!(await isThere())) return 'none';
  if (!owner.background) return 'surface';
  const since = performance.now();
  const patienceMs = (await isRunning(owner)) === true ? heardMs : answerMs;
  let hasHeard = false;
  while (await isThere()) {
    // Its answer may have come too late: asked again, it does no more than the first time.
    hasHeard ||= (await askHost(way, 'drain', answerMs)) !== undefined;
    if (performance.now() - since > (hasHeard ? startMs : patienceMs)) return 'silent';
    await pause();
  }
  return 'stopped';
}
