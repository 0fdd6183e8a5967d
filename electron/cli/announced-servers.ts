import { rm } from 'node:fs/promises';
import { identifyProcess, isRunning } from '../platform/process-start.ts';
import type { WeftClient } from '../sdk/client-types.ts';
import { createClient } from '../sdk/create-client.ts';
import { readTokenFiles, writeTokenFile } from '../shells/http/token-file.ts';
import { provenTransport } from './proven-transport.ts';

/** A server of this user as its token file tells; whether it is there is proved by each connection. */
interface AnnouncedServer {
  readonly port: number;
  readonly token: string;
  /** The IP address it listens on. */
  readonly address: string;
}

/** Leaves word of a server of this process for the other programs of this user, and clears away that of dead ones. Returns the file. */
export async function announceServer(
  userDataDir: string,
  { port, token, address }: AnnouncedServer,
): Promise<string> {
  await listLivingServers(userDataDir);
  const owner = { ...(await identifyProcess()), address };
  return writeTokenFile(userDataDir, { port, token, owner });
}

/**
 * Clients of the servers that run for this user. The only way from a token file to a client: its connections send the
 * token to no one who has not proved to know it, and pass on no answer of anyone else.
 */
export async function findServers(userDataDir: string): Promise<WeftClient[]> {
  const servers = await listLivingServers(userDataDir);
  return servers.map(({ port, token, address }) => {
    const place = { address: reachable(address), port, token };
    const host = place.address.includes(':') ? `[${place.address}]` : place.address;
    return createClient({ url: `http://${host}:${port}`, token }, provenTransport(place));
  });
}

/** The file of a process that has died is removed: somebody else may have its port by now. */
async function listLivingServers(userDataDir: string): Promise<AnnouncedServer[]> {
  const living: AnnouncedServer[] = [];
  for (const { file, port, token, owner } of await readTokenFiles(userDataDir)) {
    const runs = await isRunning(owner);
    if (runs === false) await rm(file, { force: true });
    if (runs === true) living.push({ port, token, address: owner.address });
  }
  return living;
}

/** Where a server that listens on every address is asked. */
function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}
