import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** What decides where a user's own files go. */
interface UserPlace {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The folder on this machine. */
export function findUserDataDir(): string {
  return userDataDir({ platform: process.platform, home: homedir(), env: process.env });
}

/** Folder of what belongs to the user and no project; `WEFT_USER_DATA` overrides each system's custom; a relative one is within the home folder. */
export function userDataDir({ platform, home, env }: UserPlace): string {
  // One folder for all processes, wherever each of them runs.
  if (isSet(env.WEFT_USER_DATA)) return resolve(home, env.WEFT_USER_DATA);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Weft');
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Weft');
  // The XDG rules: a relative path there counts as not set.
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(data, 'weft');
}

const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';
