import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/contract/errors.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { plainSha256 } from '../../shared/model/plain-sha256.ts';
import { makeRootFolder } from '../storage/files/make-folder-inside.ts';

/** The major version of the contract, and of what host and door say to each other beside it. */
export const hostProtocol = 1;

interface HostKind {
  readonly protocol: number;
  readonly background: boolean;
  readonly version: string;
}

/** Whether a Weft of this version has a host end and starts its own: docs/reference/host.md#when-hosts-change. */
export const isReplaced = ({ protocol, background, version }: HostKind, own: string): boolean =>
  background && (protocol < hostProtocol || compareVersions(version, own) < 0);

/** Whether a Weft of this version asks a host as it is. */
export const isAsked = (host: HostKind, own: string): boolean =>
  host.protocol === hostProtocol && !isReplaced(host, own);

/** Negative where the first is the older one; what is no number counts as 0. */
function compareVersions(left: string, right: string): number {
  const [first, second] = [left, right].map(version => version.split(/[.+-]/).map(part => Number(part) || 0));
  for (let at = 0; at < 3; at += 1) {
    const difference = (first?.[at] ?? 0) - (second?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Where the host of one project is found. The names tell nothing of the project. */
export interface HostPlace {
  /** Private to the user. */
  readonly folder: string;
  /** Says who the host is, where it listens, and what it knows its clients by. */
  readonly file: string;
  /** Who has this lock is the host. */
  readonly lock: string;
  /** Says who is starting the host. */
  readonly starting: string;
  readonly log: string;
  /** The path of the socket, or the name of the pipe. */
  readonly socket: string;
}

/** Systems take 104 bytes and more for the path of a socket, its end included. */
const longestSocketPath = 100;

/** Where all hosts of a user are announced. */
export const hostsFolder = (userDataDir: string): string => join(userDataDir, 'hosts');

/** `project`: its real path. */
export function hostPlace(userDataDir: string, project: string): HostPlace {
  const folder = hostsFolder(userDataDir);
  const name = Buffer.from(plainSha256(Buffer.from(`${userDataDir}\n${project}`))).toString('hex', 0, 16);
  const inFolder = (end: string) => join(folder, `${name}${end}`);
  return {
    folder,
    file: inFolder(''),
    lock: inFolder('.lock'),
    starting: inFolder('.starting'),
    log: inFolder('.log'),
    socket: socketPath(folder, name),
  };
}

function socketPath(folder: string, name: string): string {
  // Not tried by our tests, which run on Linux.
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\weft-${process.getBuiltinModule('node:crypto').randomUUID()}`;
  const usual = join(folder, `${name}.sock`);
  return Buffer.byteLength(usual) <= longestSocketPath
    ? usual
    : join(shortFolder(), `${name.slice(0, 16)}.sock`);
}

const shortFolder = (): string => join(tmpdir(), `weft-${process.getuid?.() ?? 'user'}`);

/** Makes the folders of a place. `forbidden` where somebody else could look into one, or has put it there. */
export async function makeHostFolders({ folder, socket }: HostPlace): Promise<void> {
  await makePrivateFolder(folder);
  if (socket.startsWith(shortFolder())) await makePrivateFolder(shortFolder());
}

async function makePrivateFolder(folder: string): Promise<void> {
  await makeRootFolder(folder, 0o700);
  const stat = lstatSync(folder);
  const isOurs = process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0);
  if (stat.isDirectory() && isOurs) return;
  throw new AppError(
    'forbidden',
    `${folder} is not private to you; remove it, or take the rights of others away`,
  );
}

/** What chooses another project is no matter of the host of this one. */
export const openingProcedures: readonly string[] = [
  'project.open',
  'project.createSample',
  'project.createFromTemplate',
  'project.pickFolder',
];

/** What these speak of lives in the memory of the process that does it: no other knows of it. */
const runningProcedures: readonly string[] = [
  'work.list',
  'work.cancel',
  'documents.syncStatus',
  'documents.syncStop',
];

/** Whether a call speaks of that, or begins something of it. */
export const livesThere = (procedure: string, input: unknown): boolean =>
  runningProcedures.includes(procedure) ||
  (procedure === 'documents.sync' && isJsonObject(input) && input.watch === true);

export type Environment = Readonly<Record<string, string | undefined>>;

/** What holds for one door is nothing for those who come later: its trust, and the token of a server. */
export function hostEnvironment(env: Environment): NodeJS.ProcessEnv {
  const { WEFT_TRUST, WEFT_TOKEN, WEFT_LOG, ...rest } = env;
  return rest;
}
