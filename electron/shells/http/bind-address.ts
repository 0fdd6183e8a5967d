import { hostname, networkInterfaces } from 'node:os';
import { AppError } from '../../../shared/contract/errors.ts';

/** The address to listen on: loopback, spelled in one of two ways, unless the user allowed more. */
export function checkBindAddress(host: string, allowRemote: boolean): string {
  const address = host === '[::1]' ? '::1' : host;
  if (allowRemote || address === '127.0.0.1' || address === '::1') return address;
  throw new AppError(
    'invalid_input',
    `--host "${host}" could be reached from other machines: use 127.0.0.1 or [::1], or add --allow-remote`,
  );
}

/** Every Host header that names this server. */
export function ownHosts(address: string, port: number, allowRemote: boolean): ReadonlySet<string> {
  const names = new Set(['localhost', address]);
  if (allowRemote) for (const name of machineNames()) names.add(name);
  const hosts = [...names].map(name => (name.includes(':') ? `[${name}]` : name));
  return new Set(hosts.flatMap(host => (port === 80 ? [host, `${host}:80`] : [`${host}:${port}`])));
}

function machineNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return [hostname().toLowerCase(), ...addresses.map(entry => entry.address)];
}
