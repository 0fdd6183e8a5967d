import { chmodSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, assert } from '../../../shared/contract/errors.ts';

const portsToTry = 50;

/** Starts listening; returns where, since the port differs from the wished one when that was 0, or taken and `orNext`. */
export async function listen(
  server: Server,
  address: string,
  port: number,
  orNext: boolean,
): Promise<AddressInfo> {
  for (let candidate = port; candidate < port + portsToTry && candidate < 65_536; candidate += 1) {
    if (await tryPort(server, address, candidate)) {
      const found = server.address();
      assert(typeof found === 'object' && found !== null, 'a TCP server that listens has an address');
      return found;
    }
    if (!orNext) break;
  }
  throw new AppError(
    'busy',
    `port ${port} on ${address} is taken; stop what uses it, or give another --port`,
  );
}

/** Starts listening on a socket that only this user may write to; on Windows on a pipe. Nothing may stand at its path. */
export function listenOnSocket(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path, readableAll: false, writableAll: false }, () => {
      server.off('error', reject);
      // Made with the rights that the umask leaves; a pipe of Windows has none there.
      if (process.platform !== 'win32') chmodSync(path, 0o600);
      resolve();
    });
  });
}

/** False when the port is taken; rejects with `invalid_input` when the address cannot be used at all. */
function tryPort(server: Server, address: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening);
      if (error.code === 'EADDRINUSE') resolve(false);
      else
        reject(new AppError('invalid_input', `cannot listen on ${address}, port ${port}: ${error.message}`));
    };
    const onListening = () => {
      server.off('error', onError);
      resolve(true);
    };
    server.once('error', onError);
    server.once('listening', onListening);
    server.listen(port, address);
  });
}
