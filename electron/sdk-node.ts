import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { findHosts, findServers } from './cli/announced-servers.ts';
import { askProject } from './cli/ask-project.ts';
import { findProject } from './cli/find-project.ts';
import { hostProtocol, hostsFolder } from './host/host-place.ts';
import { findUserDataDir } from './platform/user-data-dir.ts';
import type { ClientOptions, WeftClient } from './sdk/client-types.ts';
import { createClientOf, createClient as createPlainClient } from './sdk/create-client.ts';
import { hasAddress } from './sdk/server-address.ts';
import type { FindWay, ServerWay } from './sdk/transport.ts';
import { WeftError } from './sdk/weft-error.ts';
import { socketHost } from './shells/http/server-proof.ts';

export { WeftError };

/** In Node a client that was told no address finds the server or host that runs for its user, at its first call. */
export function createClient(given: ClientOptions = {}): WeftClient {
  return hasAddress(given) ? createPlainClient(given) : createClientOf(createFinder(given), given);
}

/** Looks once, and again after the way to that server broke: another launch may serve now. */
function createFinder({ token }: ClientOptions): FindWay {
  const found: { way?: Promise<ServerWay> | undefined; own?: string | undefined } = {};
  const forget = () => {
    found.way = undefined;
  };
  return () => {
    found.way ??= findServer(token, found.own).then(({ way, own }) => {
      found.own ??= own;
      return forgottenWhenBroken(way, forget);
    });
    found.way.catch(forget);
    return found.way;
  };
}

function forgottenWhenBroken(way: ServerWay, forget: () => void): ServerWay {
  return {
    ...way,
    async send(address, call) {
      try {
        const answer = await way.send(address, call);
        // The token of an earlier launch counts for nothing, and a host that ends (`moved`) has one after it.
        if (answer.status === 401 || answer.status === 503) forget();
        return answer;
      } catch (error) {
        forget();
        throw error;
      }
    },
    openSocket(address) {
      const socket = way.openSocket(address);
      socket.addEventListener('close', forget);
      return socket;
    },
  };
}

/** How long each has to say which project it has; whoever is silent then is asked once more before another is taken. */
const patience = { usual: 2000, ofTheSilent: 15_000 } as const;

interface Candidate {
  readonly way: ServerWay;
  /** The folder of the project that is open there; undefined where it runs and does not answer. */
  readonly project: string | null | undefined;
}

interface Found {
  readonly way: ServerWay;
  /** The project that the program runs in, where that is the one. */
  readonly own?: string;
}

/**
 * The server or host of the innermost project that this program runs in, and none of another. Outside of projects, and with a
 * token of its own, the only server, else the only host. Once there was one of its own project, no other.
 */
async function findServer(token: string | undefined, own: string | undefined): Promise<Found> {
  const userDataDir = findUserDataDir();
  // The program may go elsewhere.
  const inner = own ?? findProject(await workingFolder(), undefined);
  const isOwn = (project: string) => inner !== null && relative(project, inner) === '';
  const isHere = ({ project }: Candidate) => typeof project === 'string' && isOwn(project);
  const isKnown = (way: ServerWay) => token === undefined || way.token === token;
  const servers: readonly ServerWay[] = (await findServers(userDataDir)).filter(isKnown);
  const hosts = (await findHosts(hostsFolder(userDataDir))).filter(
    ({ owner, way }) => owner.protocol === hostProtocol && isKnown(way),
  );
  const { near = [], far = [] } = Object.groupBy(hosts, ({ owner }) =>
    isOwn(owner.project) ? 'near' : 'far',
  );
  // A server may be the host as well; it then comes first.
  const asked = await askAll([...servers, ...near.map(({ way }) => way)]);
  const found = asked.some(isHere) ? asked : await askSilent(asked);
  const here = found.find(isHere);
  if (typeof here?.project === 'string') return { way: here.way, own: here.project };
  if (own !== undefined)
    throw new WeftError('unreachable', `the Weft that had ${own} open has gone, and no other has it`);
  const isServer = ({ way }: Candidate) => servers.includes(way);
  const beside = found.filter(one => isServer(one) || one.project === undefined);
  // Hosts come and go with every command elsewhere: beside a server they count where the program is in their project.
  const others = found.some(isServer) ? [] : await askSilent(await askAll(far.map(({ way }) => way)));
  const all = [...beside, ...others];
  if (inner !== null && token === undefined && all.every(({ project }) => typeof project === 'string'))
    throw new WeftError(
      'unreachable',
      `no Weft has ${inner} open, the project that this program runs in; start it there with "weft serve" or "weft host", or give the url of another`,
    );
  return { way: theOnly(all) };
}

/** Of one that is gone the name is left. */
async function workingFolder(): Promise<string> {
  const folder = process.cwd();
  return realpath(folder).catch(() => folder);
}

/** Those who prove to be what they are announced as. */
async function askAll(ways: readonly ServerWay[]): Promise<Candidate[]> {
  const found = await Promise.all(ways.map(way => candidateAt(way, patience.usual)));
  return found.flatMap(one => one ?? []);
}

async function askSilent(candidates: readonly Candidate[]): Promise<Candidate[]> {
  const again = candidates.map(async one =>
    one.project === undefined ? ((await candidateAt(one.way, patience.ofTheSilent)) ?? one) : one,
  );
  return Promise.all(again);
}

function theOnly([first, ...others]: readonly Candidate[]): ServerWay {
  if (first === undefined)
    throw new WeftError(
      'unreachable',
      'no Weft runs for this user; start it with "weft serve", or "weft host" in a project, or give its url',
    );
  if (others.length > 0)
    throw new WeftError(
      'invalid_input',
      `several Weft run, give the url of one, or run in its project: ${nameAll([first, ...others])}`,
    );
  if (first.project === undefined)
    throw new WeftError('unreachable', `the only Weft that runs for this user is ${nameAll([first])}`);
  return first.way;
}

/** Undefined where nobody proves to be that server. */
async function candidateAt(way: ServerWay, timeoutMs: number): Promise<Candidate | undefined> {
  const info = await askProject(way, timeoutMs);
  return info && { way, project: info === 'silent' ? undefined : (info.path ?? null) };
}

const nameAll = (candidates: readonly Candidate[]): string =>
  candidates
    .map(({ way, project }) => {
      const name = way.server.host === socketHost ? 'a host' : way.server.origin;
      return `${name} (${project === undefined ? 'does not answer' : (project ?? 'no project')})`;
    })
    .join(', ');
