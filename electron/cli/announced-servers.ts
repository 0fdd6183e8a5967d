import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { identifyProcess, isRunning } from '../platform/process-start.ts';
import type { ServerWay } from '../sdk/transport.ts';
import {
  type HostFile,
  readHostFile,
  readTokenFiles,
  removeTokenFile,
  writeHostFile,
  writeTokenFile,
} from '../shells/http/token-file.ts';
import { makeRootFolder } from '../storage/files/make-folder-inside.ts';
import { atStorageBorder } from '../storage/storage-failure.ts';
import { provenWay } from './proven-transport.ts';

/** A server of this user as its token file tells; whether it is there is proved by each connection. */
interface AnnouncedServer {
  readonly port: number;
  readonly token: string;
  /** The IP address it listens on. */
  readonly address: string;
}

/** The way to a server, and whose it is. */
interface ServerOfProcess extends ServerWay {
  readonly pid: number;
}

/** A server of which no word can be left is closed. */
export async function orClosed<Word>(word: Promise<Word>, server: { close(): Promise<void> }): Promise<Word> {
  return word.catch(async error => {
    await server.close();
    throw error;
  });
}

/** Leaves word of a server of this process for the other programs of this user, and clears away that of dead ones. Returns the file. */
export async function announceServer(
  userDataDir: string,
  { port, token, address }: AnnouncedServer,
): Promise<string> {
  return atStorageBorder('writing the file with the token of the server', async () => {
    await makeRootFolder(userDataDir, 0o700);
    await listLivingServers(userDataDir);
    const owner = { ...(await identifyProcess()), address };
    return writeTokenFile(userDataDir, { port, token, owner });
  });
}

/**
 * The ways to the servers that run for this user. Nothing else leads from a token file to a client: these send the token
 * to no one who has not proved to know it, and pass on no answer of anyone else.
 */
export async function findServers(userDataDir: string): Promise<ServerOfProcess[]> {
  const servers = await listLivingServers(userDataDir);
  return servers.map(({ pid, port, token, address }) => ({
    ...provenWay({ address: reachable(address), port, token }),
    pid,
  }));
}

/** A host as its file tells, and the way to it, which proves it first. */
export interface AnnouncedHost extends Pick<HostFile, 'owner'> {
  readonly way: ServerWay;
}

/** Leaves word of the host of a project. */
export async function announceHost(
  file: string,
  host: Pick<HostFile, 'token'> & { readonly owner: Omit<HostFile['owner'], 'pid' | 'started' | 'machine'> },
): Promise<void> {
  await writeHostFile(file, { token: host.token, owner: { ...host.owner, ...(await identifyProcess()) } });
}

/** Who is announced there; undefined where nobody is. Whether it is there is proved by each connection. */
export async function findAnnouncedHost(file: string): Promise<AnnouncedHost | undefined> {
  const found = await readHostFile(file);
  if (found === undefined) return undefined;
  const { token, owner } = found;
  return { owner, way: provenWay({ address: owner.address, token }) };
}

/** The hosts that are announced in a folder of hosts and have not died; nothing is removed. */
export async function findHosts(folder: string): Promise<AnnouncedHost[]> {
  const names = await readdir(folder).catch(() => []); // none before the first host
  const files = names.filter(name => /^[0-9a-f]{32}$/.test(name)).map(name => join(folder, name));
  const found = (await Promise.all(files.map(findAnnouncedHost))).flatMap(host => host ?? []);
  const living = await Promise.all(found.map(async host => ((await isRunning(host.owner)) ? [host] : [])));
  return living.flat();
}

/** The file of a process that has died is removed: somebody else may have its port by now. */
async function listLivingServers(userDataDir: string): Promise<(AnnouncedServer & { pid: number })[]> {
  const living: (AnnouncedServer & { pid: number })[] = [];
  for (const { file, port, token, owner } of await readTokenFiles(userDataDir)) {
    const runs = await isRunning(owner);
    if (runs === false) removeTokenFile({ file, token });
    if (runs === true) living.push({ port, token, address: owner.address, pid: owner.pid });
  }
  return living;
}

/** Where a server that listens on every address is asked. */
function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}
