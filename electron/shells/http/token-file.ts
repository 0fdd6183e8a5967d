import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, tryParseJson } from '../../../shared/model/json.ts';

/** The process that serves, by which a file that it left behind is known. */
interface ServerOwner {
  readonly pid: number;
  readonly started: string | null;
  readonly machine: string;
  /** The IP address it listens on. */
  readonly address: string;
}

/** What a running server leaves for other programs of its user. */
interface TokenFile {
  readonly file: string;
  readonly port: number;
  readonly token: string;
  readonly owner: ServerOwner;
}

/** Keeps the token where only its user reads it, in the user-data folder, which is there, and never in a project: a line with the token, and one with its owner. Returns the file. */
export async function writeTokenFile(
  userDataDir: string,
  { port, token, owner }: Omit<TokenFile, 'file'>,
): Promise<string> {
  const file = join(userDataDir, nameOf(port, owner.address));
  // A file left by an earlier launch could have other rights; a link could lead elsewhere.
  rmSync(file, { force: true });
  writeFileSync(file, `${token}\n${JSON.stringify(owner)}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}

/** Removes the file while it has that token: another server may have the port, and the file, since it was read. */
export function removeTokenFile({ file, token }: Pick<TokenFile, 'file' | 'token'>): void {
  if (readPrivateFile(file)?.split('\n')[0] === token) rmSync(file, { force: true });
}

/** Servers may have one port at several addresses; the usual one is left out, as clients of before know it. */
const nameOf = (port: number, address: string): string =>
  `token-${port}${address === '127.0.0.1' ? '' : `-${address.replaceAll(/[^\w.]/g, '_')}`}`;

/** The host of a project; its address is the path of a socket. */
export interface HostOwner extends ServerOwner {
  /** The real path. */
  readonly project: string;
  readonly version: string;
  /** Whoever speaks another one cannot ask it. */
  readonly protocol: number;
  /** It has no surface of its own, and makes room for one that has. */
  readonly background: boolean;
}

/** What the host of a project leaves for other programs of its user. */
export interface HostFile {
  readonly token: string;
  readonly owner: HostOwner;
}

/** Says who the host is, in a folder that is private already. Whoever reads it meanwhile sees all of it or nothing. */
export async function writeHostFile(file: string, { token, owner }: HostFile): Promise<void> {
  const made = `${file}.${process.pid}.new`;
  rmSync(made, { force: true });
  writeFileSync(made, `${token}\n${JSON.stringify(owner)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(made, file);
}

/** Undefined where there is none, or what somebody else could have put there. */
export async function readHostFile(file: string): Promise<HostFile | undefined> {
  const [token = '', owner = ''] = (readPrivateFile(file) ?? '').split('\n');
  const parsed = tryParseJson(owner);
  return token !== '' && isHostOwner(parsed) ? { token, owner: parsed } : undefined;
}

function isHostOwner(value: unknown): value is HostOwner {
  if (!isJsonObject(value)) return false;
  const { project, version, protocol, background, ...server } = value;
  const isHost =
    typeof project === 'string' && typeof version === 'string' && typeof background === 'boolean';
  return isHost && Number.isSafeInteger(protocol) && isOwner(server);
}

/** All token files of this user that name their owner, those of dead servers too: only who proved the server may send a token. */
export async function readTokenFiles(userDataDir: string): Promise<TokenFile[]> {
  return namesIn(userDataDir).flatMap(name => readTokenFile(userDataDir, name) ?? []);
}

/** None before the first start. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readTokenFile(userDataDir: string, name: string): TokenFile | undefined {
  const port = /^token-(\d+)(?:-[\w.]+)?$/.exec(name)?.[1];
  if (port === undefined) return undefined;
  const file = join(userDataDir, name);
  const [token = '', owner = ''] = (readPrivateFile(file) ?? '').split('\n');
  const parsed = tryParseJson(owner);
  return token !== '' && isOwner(parsed) ? { file, port: Number(port), token, owner: parsed } : undefined;
}

/**
 * Undefined for what is gone, and for what somebody else could have put there: it would lead clients to their server.
 * Every command waits for it, so it goes no way through the thread pool.
 */
function readPrivateFile(file: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows knows neither of both, and keeps the folders of its users apart itself.
  const descriptor = openOrUndefined(file, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  if (descriptor === undefined) return undefined;
  try {
    return isPrivate(fstatSync(descriptor)) ? readFileSync(descriptor, 'utf8') : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function openOrUndefined(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags);
  } catch {
    return undefined;
  }
}

function isPrivate(stat: Stats): boolean {
  if (!stat.isFile()) return false;
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0);
}

/** Without zod: programs of others carry this file in their client. */
function isOwner(value: unknown): value is ServerOwner {
  if (!isJsonObject(value)) return false;
  const { pid, started, machine, address, ...others } = value;
  return (
    Number.isSafeInteger(pid) &&
    Number(pid) > 0 &&
    (started === null || typeof started === 'string') &&
    typeof machine === 'string' &&
    typeof address === 'string' &&
    Object.keys(others).length === 0
  );
}
