import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { messageOf } from '../../shared/contract/errors.ts';
import type { Diagnosis } from '../../shared/contract/project.ts';
import type { AnnouncedHost } from '../cli/announced-servers.ts';
import { isRunning } from '../platform/process-start.ts';
import { findWriter } from '../storage/database/writer-lock.ts';
import { databaseFile } from '../storage/files/machine-folder.ts';
import { isNobodyHost } from './free-lock.ts';
import { hostPlace, hostProtocol, makeHostFolders } from './host-place.ts';
import { answerMs, askHost, findHost } from './join-host.ts';

/** What was found of one thing, with more for programs. */
export interface HostFinding<Check extends string = Diagnosis['check']> extends Omit<Diagnosis, 'check'> {
  readonly check: Check;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface HostQuestion {
  readonly userDataDir: string;
  /** Folder of the project, with its links resolved. */
  readonly project: string;
  /** Of this Weft. */
  readonly version: string;
  readonly isHostWanted: boolean;
  /** Whether this process may be the one that writes. */
  readonly mayWrite: boolean;
}

/** Whether programs can meet at one project here: the socket, the host and who writes. Starts none and changes nothing. */
export async function examineHost(question: HostQuestion): Promise<HostFinding[]> {
  const hostPart = question.isHostWanted
    ? [await examineSocket(question), await examineRunning(question)]
    : [hostUnwanted];
  const [host] = hostPart.slice(-1);
  return [...hostPart, await examineWriter(question, host?.details?.pid)];
}

const hostUnwanted: HostFinding = {
  check: 'host',
  says: 'none is asked: this program works alone (--no-host or WEFT_HOST=off)',
  details: { running: false },
};

/** A host has its folder, and in it a socket that systems take: one is made, and ended at once. */
async function examineSocket({ userDataDir, project }: HostQuestion): Promise<HostFinding> {
  const place = hostPlace(userDataDir, project);
  const details = { folder: place.folder, path_bytes: Buffer.byteLength(place.socket) };
  try {
    await makeHostFolders(place);
    await access(place.folder, constants.W_OK | constants.X_OK);
    await listenOnce(process.platform === 'win32' ? place.socket : probePath(place.socket));
    const says = `one can be made in ${dirname(place.socket)} (${details.path_bytes} bytes long)`;
    return { check: 'socket', says, details };
  } catch (error) {
    return {
      check: 'socket',
      says: `none can be made: ${messageOf(error)}`,
      todo: `make ${place.folder} a folder of yours that you can write and nobody else can enter, or give another place with WEFT_USER_DATA; until then each program works alone`,
      details,
    };
  }
}

/** As long as the socket of the host, whose place is left alone. */
const probePath = (socket: string): string =>
  join(dirname(socket), `${process.pid}`.padStart(socket.length - dirname(socket).length - 1, 'probe-'));

function listenOnce(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(path, () => server.close(() => resolve()));
  });
}

async function examineRunning({ userDataDir, project, version }: HostQuestion): Promise<HostFinding> {
  const found = await findHost(userDataDir, project);
  const none = { running: false };
  if (found === undefined)
    return { check: 'host', says: 'none runs; whatever needs it starts one', details: none };
  const { pid, version: theirs, protocol, background } = found.owner;
  const isThere = await isRunning(found.owner);
  const said = isThere === false ? undefined : await askHost(found.way, 'status', answerMs);
  // A process that cannot be seen from here is there as long as it has the lock.
  const isGone = said === undefined && !(isThere ?? !(await isNobodyHost(hostPlace(userDataDir, project))));
  const { gone, tooNew, silent, end } =
    isThere === undefined ? wordsOfElsewhere(found.owner, version) : wordsOfHere(found.owner, version);
  const known = isThere === true ? { pid } : {};
  if (isGone) return { check: 'host', says: gone, details: none };
  if (protocol > hostProtocol)
    return {
      check: 'host',
      says: tooNew,
      todo: `update this Weft to ${theirs}`,
      details: { running: true, ...known, version: theirs },
    };
  if (said === undefined) return { check: 'host', says: silent, todo: end, details: { ...none, ...known } };
  const address = process.platform === 'win32' ? 'pipe' : 'socket';
  const kind = background ? 'in the background' : 'with a surface';
  return {
    check: 'host',
    says: `process ${pid}, ${kind}, Weft ${theirs}, since ${String(said.started_at)}, on a ${address}`,
    details: { running: true, pid, version: theirs, background, since: said.started_at, address },
  };
}

interface HostWords {
  readonly gone: string;
  readonly tooNew: string;
  readonly silent: string;
  /** What to do about a silent one. */
  readonly end: string;
}

const wordsOfHere = ({ pid, version }: AnnouncedHost['owner'], own: string): HostWords => ({
  gone: `the one that was announced (process ${pid}) is gone; whatever needs one starts another`,
  tooNew: `process ${pid} is of Weft ${version}, which this Weft ${own} cannot ask`,
  silent: `process ${pid} is the host, but does not answer`,
  end: `wait a moment and look again; if it stays silent, end process ${pid}: the next program starts another host`,
});

/** Without its number, which is that of another process here, if of any. */
const wordsOfElsewhere = ({ machine, version }: AnnouncedHost['owner'], own: string): HostWords => ({
  gone: `the one that was announced (on ${machine}) is gone; whatever needs one starts another`,
  tooNew: `a process on ${machine} is of Weft ${version}, which this Weft ${own} cannot ask`,
  silent: `a process on ${machine} is the host, but does not answer`,
  end: `wait a moment and look again; if it stays silent, end it on ${machine}: the next program starts another host`,
});

async function examineWriter({ project, mayWrite }: HostQuestion, host: unknown): Promise<HostFinding> {
  try {
    const writer = await findWriter(join(project, databaseFile), project);
    if (writer === undefined)
      return { check: 'writer', says: 'nobody writes; who comes first may', details: { held: false } };
    const { pid } = writer;
    const who = pid === undefined ? 'a process' : `process ${pid}`;
    const details = { held: true, ...(pid !== undefined && { writer_pid: pid }) };
    if (pid !== undefined && pid === host)
      return { check: 'writer', says: `the host (${who}) has the right to write`, details };
    if (mayWrite && pid === process.pid)
      return { check: 'writer', says: `this program (${who}) has the right to write`, details };
    return {
      check: 'writer',
      says: `${who} has the right to write, and is not the host that answers here`,
      todo: `let ${who} finish, or end it; until then others only read`,
      details,
    };
  } catch (error) {
    return {
      check: 'writer',
      says: `who writes cannot be seen: ${messageOf(error)}`,
      todo: `look whether you may read and write ${join(project, databaseFile)} and the files beside it`,
    };
  }
}
