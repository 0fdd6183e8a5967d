import { randomBytes } from 'node:crypto';
import { contract, isProcedureName } from '../../shared/contract/contract.ts';
import { failedReply, isFailure, type Reply } from '../../shared/contract/errors.ts';
import type { WeftEvent } from '../../shared/contract/events.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { createIdMint } from '../platform/ids.ts';
import { createClientOf } from '../sdk/create-client.ts';
import type { ServerWay } from '../sdk/transport.ts';
import { WeftError } from '../sdk/weft-error.ts';
import type { App } from '../services/app/app.ts';
import type { Dispatch } from '../shells/dispatch-port.ts';
import type { WeftPort } from '../shells/mcp/weft-port.ts';
import { livesThere, openingProcedures } from './host-place.ts';
import { type JoinOptions, joinHost, type NoHost } from './join-host.ts';
import { callThere, findRunningWeft, followBy, patience, type RunningWeft } from './running-weft.ts';

/** The Weft behind a door, wherever it runs. */
export interface WeftDoor extends WeftPort {
  /** Hears every event; resolves when it listens, with how to stop. */
  listen(listener: (event: WeftEvent) => void): Promise<() => void>;
  /** Keeps a connection, by which a host knows that it is needed. */
  stay(): void;
  close(): void;
}

interface DoorOptions {
  readonly userDataDir: string;
  /** The real path; null where there is none. */
  readonly project: string | null;
  /** The app of this process, made when it is needed first. */
  readonly own: () => Promise<App>;
  /** Whether a server that has the project open is asked where there is no host. */
  readonly asksServers: boolean;
  /** How the host of the project is joined; undefined for a door that works without one. */
  readonly host: JoinOptions | undefined;
  /** The user trusts the project for this door, which a host does not know of. */
  readonly trustsAll: boolean;
  /** Hears once why no host could be had, when this process has answered in its place. */
  onAlone?(why: string): void;
}

/**
 * The host of the project, else the process that has it open, else this one. One process writes the database of a
 * project, so a `busy` of our own is a reason to look for the other.
 */
export function createWeftDoor(options: DoorOptions): WeftDoor {
  const { host } = options;
  const alone = createServerDoor(options);
  if (host === undefined || options.project === null) return alone;
  return createHostDoor({ ...options, host }, alone);
}

/** After a host could not be had, none is looked for so long. */
const restMs = 5000;
/** How long a call is tried again that no host has answered, or that was refused for the sake of one that is slow to. */
const slowMs = 60_000;

function createHostDoor(options: DoorOptions & { readonly host: JoinOptions }, alone: WeftDoor): WeftDoor {
  // By the clock of now: keys need no order, and one of a time to come holds for nobody once the clock was set back.
  const mintKey = (): string => createIdMint(randomBytes)();
  const stopped = new AbortController();
  const state: {
    way: Promise<ServerWay | NoHost> | undefined;
    isAlone: boolean;
    isTold: boolean;
    silentSince: number | undefined;
  } = { way: undefined, isAlone: false, isTold: false, silentSince: options.host.silentSince };
  const forget = (): void => {
    state.way = undefined;
  };
  const way = (): Promise<ServerWay | NoHost> => {
    if (state.way !== undefined) return state.way;
    const { silentSince } = state;
    // Of the host that was there then; the next look begins anew.
    state.silentSince = undefined;
    const looked = joinHost({ ...options.host, silentSince }).then(found =>
      'why' in found || !options.trustsAll ? found : unlessUntrusted(found),
    );
    state.way = looked;
    looked.then(found => {
      if ('why' in found) setTimeout(forget, restMs).unref();
    }, forget);
    return looked;
  };
  const tell = ({ why, isWanted }: NoHost): void => {
    if (state.isTold || isWanted === true) return;
    state.isTold = true;
    options.onAlone?.(why);
  };
  /** For events, which follow the host wherever it is by then. */
  const client = createClientOf(async () => {
    const found = await way();
    if ('why' in found) throw new WeftError('unreachable', found.why);
    return {
      ...found,
      openSocket(address) {
        const socket = found.openSocket(address);
        socket.addEventListener('close', forget);
        return socket;
      },
    };
  });
  const isHosted = async (): Promise<boolean> => !state.isAlone && !('why' in (await way()));
  /** `again`: of the next host. */
  const askOnce = async (until: number, ...call: Parameters<Dispatch>): Promise<Reply<unknown> | 'again'> => {
    const asked = state.way;
    const found = await way();
    // Under the same key: what another host has done is not done again.
    const isSlow = 'why' in found && found.isSlow === true;
    const askAlone = () => (isSlow && livesThere(call[1], call[2]) ? silent : alone.dispatch(...call));
    const reply = 'why' in found ? await askAlone() : await callThere(found, ...call);
    const isLost = typeof reply === 'string';
    // A machine that is busy is no reason to be refused by who would have done it.
    const isEarly = isSlow && performance.now() < until;
    if (!isLost && !(isEarly && isFailure(reply, 'busy'))) {
      if ('why' in found) tell(found);
      return reply;
    }
    // Another call may have found the next host already.
    if (asked === undefined || state.way === asked) forget();
    return 'again';
  };
  const ask: Dispatch = async (...call) => {
    let until = Number.POSITIVE_INFINITY;
    for (let tries = 0; performance.now() < until; tries += 1) {
      const reply = await askOnce(until, ...call);
      if (reply !== 'again') return reply;
      // A call may have taken longer than that until its host went.
      until = Math.min(until, performance.now() + slowMs);
      await new Promise(resume => setTimeout(resume, Math.min(tries, 10) * 20));
    }
    return failedReply('busy', 'the host of this project is replaced again and again; try again');
  };
  return {
    async dispatch(caller, name, input) {
      if (openingProcedures.includes(name)) state.isAlone = true;
      if (state.isAlone) return alone.dispatch(caller, name, input);
      return ask({ ...caller, key: caller.key ?? mintKey() }, name, input);
    },
    follow: async (...given) => ((await isHosted()) ? followBy(client) : alone.follow)(...given),
    async listen(listener) {
      if (!(await isHosted())) return alone.listen(listener);
      const heard = client.events.subscribe(listener, { signal: stopped.signal });
      await heard.ready.catch(() => undefined);
      return () => heard.close();
    },
    stay() {
      // It hears of nothing: with many doors each change would wake all of them.
      const nothing = { requestId: mintKey(), signal: stopped.signal };
      client.events.subscribe(() => {}, nothing).ready.catch(() => undefined);
    },
    close() {
      stopped.abort();
      alone.close();
    },
  };
}

const silent = failedReply('busy', 'the host, which alone knows what runs there, does not answer; try again');

/** The host does what its user has trusted, and nothing else; this door's user trusts more. */
async function unlessUntrusted(way: ServerWay): Promise<ServerWay | NoHost> {
  const reply = await callThere(way, { door: 'cli', access: 'read' }, 'project.info', {});
  if (typeof reply === 'string' || !reply.ok)
    return { why: 'the host does not say what is trusted', isSlow: true };
  const info = isJsonObject(reply.value) ? reply.value : {};
  const isAllTrusted = info.trusted === true && JSON.stringify(info.changed_since_trust ?? []) === '[]';
  return isAllTrusted ? way : { why: 'the project is trusted for this door only', isWanted: true };
}

/** The process that serves the project on a port, where there is one, else this one. */
function createServerDoor({ userDataDir, project, asksServers, own }: DoorOptions): WeftDoor {
  const ownPort = async () => {
    const app = await own();
    // Loaded with the app and not above: who asks a host needs nothing of it.
    const { dispatch } = await import('../services/app/dispatch.ts');
    const { portOfApp } = await import('../shells/mcp/port-of-app.ts');
    return portOfApp((caller, name, input) => dispatch(app, caller, name, input), app.events.subscribe);
  };
  const state: {
    other: Promise<RunningWeft | undefined> | undefined;
    sought: Promise<RunningWeft | undefined> | undefined;
  } = { other: undefined, sought: undefined };
  const look = async (patienceMs?: number, writer?: number): Promise<RunningWeft | undefined> =>
    project === null || !asksServers ? undefined : findRunningWeft(userDataDir, project, patienceMs, writer);
  const other = (): Promise<RunningWeft | undefined> => {
    state.other ??= look();
    return state.other;
  };
  /** For all that are refused meanwhile; what only reads does not wait for it. */
  const seek = (writer: number | undefined): Promise<RunningWeft | undefined> => {
    state.sought ??= (async () => {
      const found = await look(patience.ofTheRefused, writer);
      if (found !== undefined) {
        await leave();
        state.other = Promise.resolve(found);
      }
      return found;
    })().finally(() => {
      state.sought = undefined;
    });
    return state.sought;
  };
  const leave = async (): Promise<void> => {
    (await state.other)?.close();
    state.other = undefined;
  };
  /** Undefined where nothing was done there. */
  const askThere = async (
    there: RunningWeft | undefined,
    ...call: Parameters<Dispatch>
  ): Promise<Reply<unknown> | undefined> => {
    const answer = await there?.ask(...call);
    if (typeof answer !== 'string') return answer;
    if (answer === 'absent' || isRead(call[1])) return undefined;
    await leave();
    return unsure;
  };
  /** Somebody has it: a machine that is busy is no reason to be refused by who would have done it. */
  const askWriter = async (refused: Reply<unknown>, ...call: Parameters<Dispatch>): Promise<Reply<unknown>> =>
    (await askThere(await seek(writerOf(refused)), ...call)) ?? refused;
  const askHere: Dispatch = async (...call) => {
    const reply = await (await ownPort()).dispatch(...call);
    return isFailure(reply, 'busy') ? askWriter(reply, ...call) : reply;
  };
  const askAgain: Dispatch = async (...call) => {
    await leave();
    return (await askThere(await other(), ...call)) ?? askHere(...call);
  };
  return {
    async dispatch(...call) {
      const there = await other();
      if (there === undefined) return askHere(...call);
      const answer = await askThere(there, ...call);
      if (answer === undefined) return askAgain(...call);
      // Of several that have the project open one writes.
      return writerOf(answer) === undefined ? answer : askWriter(answer, ...call);
    },
    follow: async (requestId, listener) => ((await other()) ?? (await ownPort())).follow(requestId, listener),
    listen: async listener => (await own()).events.subscribe(listener),
    stay: () => {},
    close: () => void leave(),
  };
}

/** The process that has the right to write, where that is why a call is refused. */
function writerOf(reply: Reply<unknown>): number | undefined {
  if (reply.ok || reply.error.code !== 'busy') return undefined;
  const { details } = reply.error;
  return isJsonObject(details) && typeof details.pid === 'number' ? details.pid : undefined;
}

const isRead = (name: string): boolean => isProcedureName(name) && contract[name].access === 'read';

/** A write is not sent twice: the first may have arrived. */
const unsure = failedReply(
  'busy',
  'the Weft that had this project open has gone; look whether the change was made, then ask again',
);
