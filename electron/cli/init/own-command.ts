import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { WeftCommand } from '../../host/agents/coding-agent.ts';
import { UsageError } from '../usage-error.ts';

interface OwnPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Folder of the built program. */
  readonly distDir: string;
  /** The program that runs it. */
  readonly execPath: string;
  readonly isElectron: boolean;
}

export interface OwnCommand extends WeftCommand {
  /** Why it may stop to work, or work for nobody else; undefined where it is the same everywhere. */
  readonly caveat?: string;
}

/**
 * How agents are to start this very Weft, without a shell and whatever their own PATH is: `weft` where the PATH leads to
 * it, else the program that runs it now with its file.
 */
export function ownCommand({ env, platform, distDir, execPath, isElectron }: OwnPlace): OwnCommand {
  const file = join(distDir, 'cli.cjs');
  // Windows starts no command file without a shell.
  if (platform !== 'win32' && leadsTo(env.PATH, file)) return { program: 'weft', values: [], env: {} };
  if (isElectron && env.APPIMAGE !== undefined)
    throw new UsageError(
      'an AppImage lies elsewhere at each start, so that nobody else can start the Weft in it; install @weft/studio by npm and run its "weft init"',
    );
  return {
    program: execPath,
    values: [file],
    env: isElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
    caveat: /[\\/]_npx[\\/]/.test(distDir)
      ? 'this Weft lies in a cache of npx, which npm may empty: install it (npm install --global @weft/studio), and run "weft init" again'
      : 'the files name this Weft by its path on this machine: elsewhere run "weft init" again',
  };
}

/** What npm and npx put before the PATH while they run a program: nobody else finds what is in there. */
const ofPackages = /(?:^|[\\/])node_modules[\\/]\.bin[\\/]*$/;

/** Whether the first `weft` of a PATH is that file. */
function leadsTo(path: string | undefined, file: string): boolean {
  const first = (path ?? '')
    .split(delimiter)
    .filter(folder => folder !== '' && !ofPackages.test(folder))
    .map(folder => join(folder, 'weft'))
    .find(candidate => existsSync(candidate));
  return first !== undefined && existsSync(file) && realpathSync(first) === realpathSync(file);
}

/** Whether a program is in a folder of the PATH. */
export function isOnPath(program: string, { env, platform }: Pick<OwnPlace, 'env' | 'platform'>): boolean {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .some(folder => endings.some(ending => existsSync(join(folder, program + ending))));
}
