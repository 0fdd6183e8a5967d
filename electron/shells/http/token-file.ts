import { constants, type Stats } from 'node:fs';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { checkShape } from '../../../shared/model/check-shape.ts';

/** The process that serves, by which a file that it left behind is known. */
const ownerSchema = z.strictObject({
  pid: z.int().positive(),
  started: z.string().nullable(),
  machine: z.string(),
  /** The IP address it listens on. */
  address: z.string(),
});
export type ServerOwner = z.infer<typeof ownerSchema>;

/** What a running server leaves for other programs of its user. */
export interface TokenFile {
  readonly file: string;
  readonly port: number;
  readonly token: string;
  readonly owner: ServerOwner;
}

/** Keeps the token where only its user reads it, in the user-data folder and never in a project: a line with the token, and one with its owner. Returns the file. */
export async function writeTokenFile(
  userDataDir: string,
  { port, token, owner }: Omit<TokenFile, 'file'>,
): Promise<string> {
  await mkdir(userDataDir, { recursive: true, mode: 0o700 });
  const file = join(userDataDir, `token-${port}`);
  // A file left by an earlier launch could have other rights; a link could lead elsewhere.
  await rm(file, { force: true });
  await writeFile(file, `${token}\n${JSON.stringify(owner)}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}

/** All token files of this user that name their owner, those of dead servers too: only who proved the server may send a token. */
export async function readTokenFiles(userDataDir: string): Promise<TokenFile[]> {
  const names = await readdir(userDataDir).catch(() => []); // none before the first start
  const files = names.map(name => readTokenFile(userDataDir, name));
  return (await Promise.all(files)).flatMap(found => found ?? []);
}

async function readTokenFile(userDataDir: string, name: string): Promise<TokenFile | undefined> {
  const port = /^token-(\d+)$/.exec(name)?.[1];
  if (port === undefined) return undefined;
  const file = join(userDataDir, name);
  const [token = '', owner = ''] = ((await readPrivateFile(file)) ?? '').split('\n');
  const parsed = checkShape(ownerSchema, parseJson(owner));
  return token !== '' && parsed.ok ? { file, port: Number(port), token, owner: parsed.value } : undefined;
}

/** Undefined for what is gone, and for what somebody else could have put there: it would lead clients to their server. */
async function readPrivateFile(file: string): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows knows neither of both, and keeps the folders of its users apart itself.
  const handle = await open(file, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)).catch(() => undefined);
  try {
    const stat = await handle?.stat();
    return stat !== undefined && isPrivate(stat) ? await handle?.readFile('utf8') : undefined;
  } finally {
    await handle?.close();
  }
}

function isPrivate(stat: Stats): boolean {
  if (!stat.isFile()) return false;
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
