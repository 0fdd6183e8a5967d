import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { createSecret } from './credentials.ts';

const leastTokenLength = 32;

/** The token of this launch: `WEFT_TOKEN` when set, else a new one (T2). */
export function chooseToken(env: Readonly<Record<string, string | undefined>>): string {
  const given = env.WEFT_TOKEN;
  if (given === undefined || given === '') return createSecret();
  if (given.length >= leastTokenLength && /^[!-~]+$/.test(given)) return given;
  throw new AppError(
    'invalid_input',
    `WEFT_TOKEN must be at least ${leastTokenLength} printable characters without spaces; leave it out to have one made`,
  );
}

/** Keeps the token where only its user reads it, in the user-data folder and never in a project. Returns the file. */
export async function writeTokenFile(userDataDir: string, port: number, token: string): Promise<string> {
  await mkdir(userDataDir, { recursive: true });
  const file = join(userDataDir, `token-${port}`);
  // A file left by an earlier launch could have other rights; a link could lead elsewhere.
  await rm(file, { force: true });
  await writeFile(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}
