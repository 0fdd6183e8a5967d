import { realpath } from 'node:fs/promises';
import { isProcedureName } from '../../shared/contract/contract.ts';
import { type ErrorBody, failedReply, type Reply } from '../../shared/contract/errors.ts';
import type { ProjectInfo } from '../../shared/contract/project.ts';
import { findServers } from '../cli/announced-servers.ts';
import { askProject } from '../cli/ask-project.ts';
import { createCall } from '../sdk/call-procedure.ts';
import type { WeftClient } from '../sdk/client-types.ts';
import { createClientOf } from '../sdk/create-client.ts';
import type { ServerWay } from '../sdk/transport.ts';
import { WeftError } from '../sdk/weft-error.ts';
import type { Caller } from '../services/project/call.ts';
import type { WeftPort } from '../shells/mcp/weft-port.ts';

/** No reply: nobody there has the project open and nothing was done (`absent`), or nobody knows whether it was (`lost`). */
type NoReply = 'absent' | 'lost';

/** Another process of this user that serves the project. */
export interface RunningWeft {
  ask(caller: Caller, name: string, input: unknown): Promise<Reply<unknown> | NoReply>;
  readonly follow: WeftPort['follow'];
  close(): void;
}

/** How long a server has to say which project it has open: where one may have it, and where one must. */
export const patience = { usual: 1000, ofTheRefused: 15_000 } as const;

/** Finds the `weft serve` that has the project open, by the token files of this user; of several the process `writer`. */
export async function findRunningWeft(
  userDataDir: string,
  project: string,
  patienceMs: number = patience.usual,
  writer?: number,
): Promise<RunningWeft | undefined> {
  // A server that has what is gone by now answers nothing of it.
  const path = await realpath(project).catch(() => undefined);
  if (path === undefined) return undefined;
  const ways = await findServers(userDataDir);
  const writing = ways.filter(({ pid }) => pid === writer);
  // All at once: nobody waits for one that hangs but who has nobody else to ask.
  const asked = (writing.length > 0 ? writing : ways).map(async way => {
    const info = await infoOf(path, way, patienceMs);
    return info === undefined ? Promise.reject(noSuchProject) : way;
  });
  const found = await Promise.any(asked).catch(() => undefined);
  return (
    found &&
    runningWeft(
      createClientOf(() => found),
      found,
      path,
      patienceMs,
    )
  );
}

const noSuchProject = new Error('the server has another project open, or does not answer');

/** What is said of the project by who has it open there; undefined where nobody does. */
async function infoOf(path: string, way: ServerWay, patienceMs: number): Promise<ProjectInfo | undefined> {
  const info = await askProject(way, patienceMs);
  return info !== 'silent' && info?.path === path ? info : undefined;
}

export function runningWeft(
  client: WeftClient,
  way: ServerWay,
  path: string,
  patienceMs: number,
): RunningWeft {
  /** `changes` that may have been: what was said before one of them counts for nothing. */
  const known = { isSure: false, isFollowed: false, changes: 0 };
  const doubt = () => {
    known.isSure = false;
    known.changes += 1;
  };
  // The user may open another project there, or take back the trust.
  const subscription = client.events.subscribe(
    event => {
      if (event.event === 'project:changed' && ['opened', 'trust'].includes(event.what)) doubt();
    },
    {
      onGap: doubt,
      onEnd() {
        known.isFollowed = false;
        doubt();
      },
    },
  );
  subscription.ready.then(
    () => {
      known.isFollowed = true;
    },
    () => undefined, // each call asks first
  );
  return {
    async ask(caller, name, input) {
      if (!known.isSure) {
        const { changes, isFollowed } = known;
        const info = await infoOf(path, way, patienceMs);
        if (info === undefined) return 'absent';
        if (info.trusted === false) return failure(untrusted(path));
        known.isSure = isFollowed && known.changes === changes;
      }
      return callThere(way, caller, name, input);
    },
    follow: followBy(client),
    close: () => subscription.close(),
  };
}

/** Hears of an assembly that another process runs. */
export function followBy(client: WeftClient): WeftPort['follow'] {
  return async (requestId, listener) => {
    const following = client.events.subscribe(
      event => {
        if ('request_id' in event) listener(event);
      },
      { requestId },
    );
    await following.ready.catch(() => undefined); // an assembly needs nobody who follows it
    return async () => {
      // The answer comes over a connection of its own, and may overtake what was told on the way.
      await following.caughtUp();
      following.close();
    };
  };
}

/** The other process judges the call, as it does for every client; it is told whose it is, which never gets more than its token. */
export async function callThere(
  way: ServerWay,
  { door, access, cancel, requestId, threadId, key }: Caller,
  name: string,
  input: unknown,
): Promise<Reply<unknown> | NoReply> {
  if (!isProcedureName(name)) return failedReply('not_found', `there is no procedure ${name}`);
  const stop = new AbortController();
  const forget = cancel?.onCancel(() => stop.abort());
  const call = createCall(() => ({ ...way, headers: { 'weft-door': door, 'weft-access': access } }), {});
  try {
    const warnings: string[] = [];
    const value = await call(name, input as never, {
      signal: stop.signal,
      requestId,
      threadId,
      idempotencyKey: key,
      onWarning: warning => warnings.push(warning),
    });
    return { ok: true, value, ...(warnings.length > 0 && { warnings }) };
  } catch (error) {
    if (!(error instanceof WeftError)) throw error;
    const { code, message, details } = error;
    // The token of an earlier launch counts for nothing, and who is about to end does nothing more.
    if (code === 'unauthorized' || code === 'moved') return 'absent';
    if (code === 'unreachable') return 'lost';
    return failure({ code: code === 'aborted' ? 'deadline' : code, message, details });
  } finally {
    forget?.();
  }
}

function untrusted(path: string): ErrorBody {
  const message = `${path} is not trusted; look at it in the studio that has it open, and trust it there`;
  return { code: 'untrusted_project', message };
}

function failure(error: ErrorBody): Reply<unknown> {
  return { ok: false, error };
}
