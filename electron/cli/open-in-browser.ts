import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from '../host/host-place.ts';
import { childEnvironment } from './child-environment.ts';

interface BrowserPlace {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Folder for the page that leads to the studio; found where absent. */
  readonly pageFolder?: string;
}

/**
 * Shows the studio in the user's browser, where there is a screen to show it on. The address opens it to whoever has
 * it, and every user of the machine can read the arguments of a program; so the browser is given a page that only
 * this user can read and that leads there. Failing to is no error: an address is printed too.
 * @param issueAddress makes an address, and tells once it was used
 * @returns removes the page, if it is still there
 */
export async function openInBrowser(
  issueAddress: (whenUsed: () => void) => string,
  { env, platform, pageFolder = findPageFolder(platform) }: BrowserPlace,
): Promise<() => Promise<void>> {
  const opener = findOpener(env, platform);
  if (opener === undefined) return async () => {};
  const folder = await mkdtemp(join(pageFolder, 'weft-open-')).catch(() => undefined);
  if (folder === undefined) return async () => {};
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const page = join(folder, 'studio.html');
  const address = issueAddress(() => void remove());
  await writeFile(page, leadingPage(address), { mode: 0o600, flag: 'wx' });
  const child = spawn(opener.command, [...opener.arguments, pathToFileURL(page).href], {
    stdio: 'ignore',
    detached: true,
    env: childEnvironment(env),
  });
  child.on('error', () => void remove());
  child.unref();
  return remove;
}

interface Opener {
  readonly command: string;
  readonly arguments: readonly string[];
}

function findOpener(env: Environment, platform: NodeJS.Platform): Opener | undefined {
  if (platform === 'darwin') return { command: 'open', arguments: [] };
  if (platform === 'win32') return { command: 'rundll32', arguments: ['url.dll,FileProtocolHandler'] };
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { command: 'xdg-open', arguments: [] } : undefined;
}

/** Browsers that come as snaps see neither the system's temporary files nor hidden folders, only plain ones at home. */
function findPageFolder(platform: NodeJS.Platform): string {
  return platform === 'linux' && existsSync('/snap/bin') ? homedir() : tmpdir();
}

/** Addresses of ours hold nothing that HTML would read. */
function leadingPage(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Weft</title>
<p><a href="${address}">Open the studio</a></p>
`;
}
