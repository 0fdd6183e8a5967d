import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright';

export interface FoundBrowser {
  readonly executablePath: string;
  /** For the log: whose browser it is. */
  readonly which: string;
}

/** The one without windows first: it starts sooner and draws with less work. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** A Chromium to test in: Playwright's own, else the system's, else, as root, one that apt-get installs. */
export function findBrowser(): FoundBrowser {
  const own = chromium.executablePath();
  if (existsSync(own)) return { executablePath: own, which: "Playwright's own Chromium" };
  const found = findOnPath() ?? (installChromium() ? findOnPath() : undefined);
  if (found !== undefined) return { executablePath: found, which: `the system's ${found}` };
  throw new Error('no Chromium was found; install one with "npx playwright install chromium"');
}

/** How it is started. Chromium does not start its sandbox for root. */
export const browserLaunch = (more: readonly string[] = []) => ({
  // Asked for when a browser starts: runs without one look for none.
  get executablePath() {
    return findBrowser().executablePath;
  },
  args: process.getuid?.() === 0 ? ['--no-sandbox', ...more] : [...more],
});

/** Pages of tests live for seconds: to compile their code well is a fifth of their work and pays for nothing. */
export const forShortPages = ['--js-flags=--no-opt --no-maglev'];

/** A browser for one test. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch(browserLaunch(more));
}

function findOnPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return systemNames
    .flatMap(name => folders.map(folder => join(folder, name)))
    .find(file => existsSync(file));
}

function installChromium(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };
    execFileSync('apt-get', ['update', '-qq'], options);
    return ['chromium-headless-shell', 'chromium'].some(name => install(name, options));
  } catch {
    return false;
  }
}

/** Not every release of Debian has each of them. */
function install(name: string, options: ExecFileSyncOptions): boolean {
  try {
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
    return true;
  } catch {
    return false;
  }
}
