import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Cookie, Page } from 'playwright';
import { inject } from 'vitest';
import { startWeft, waitForOutput } from '../../support/run-weft.ts';
import { copySampleProject, noteServer } from '../../support/sample-project.ts';
import { connectBrowser } from '../../support/shared-browser.ts';
import { removeFolder } from '../../support/temporary-folder.ts';
import { expectPage } from './by-mouse.ts';
import { openStandInPage } from './stand-in-page.ts';

/** Browser: the real `weft serve` as its own process. Electron: the real main process and preload over a stand-in. */
export type StudioKind = 'browser' | 'electron';

export interface StudioOptions {
  /**
   * The sample project in a folder of its own (default), the same with nothing in its database, a given folder,
   * or none: the first-run screen.
   */
  readonly project?: 'sample' | 'sample without content' | 'none' | { readonly folder: string };
  /** A context of its own, made so; without, it may be one that has shown another studio, with nothing left of it. */
  readonly context?: BrowserContextOptions;
}

export interface Studio {
  readonly page: Page;
  /** Folder of the open project; of `none`, one that does not exist yet. */
  readonly projectDir: string;
  /** What went wrong in the page so far: uncaught errors, policy violations, requests elsewhere. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

interface Shell {
  /** Shows the studio in a page that is still empty. */
  show(page: Page): Promise<void>;
  close(): Promise<void>;
}

/** What all studios of a worker share, whichever file opens them: each has a page and a project of its own. */
const shared: {
  browser?: Promise<Browser>;
  server?: Promise<StudioServer>;
  /** Pages without a studio: one that has shown one has read the program, which takes a third of what opening does. */
  readonly pages: Page[];
} = { pages: [] };

/** Opens the studio in real Chromium on a project of its own. */
export async function openStudio(kind: StudioKind, options: StudioOptions = {}): Promise<Studio> {
  const home = await mkdtemp(join(tmpdir(), 'weft-e2e-'));
  const isShared = kind === 'browser' && options.project !== 'none';
  const server = isShared ? await sharedServer(inject('sampleHome')) : undefined;
  const userDataDir = server?.userDataDir ?? join(home, 'user-data');
  const projectDir = await prepareProject(home, userDataDir, options.project ?? 'sample');
  const shell =
    server === undefined
      ? await openAlone(kind, options.project === 'none' ? null : projectDir, userDataDir)
      : await openAt(server, projectDir);
  shared.browser ??= connectBrowser();
  const isCommon = server !== undefined && options.context === undefined;
  const page =
    (isCommon ? shared.pages.pop() : undefined) ?? (await newPage(await shared.browser, options.context));
  const faults = watchFaults(page);
  await shell.show(page);
  const close = async (): Promise<void> => {
    if (isCommon) await freePage(page, server);
    else await page.context().close();
    await shell.close();
    await removeFolder(home);
  };
  return { page, projectDir, faults, close };
}

async function prepareProject(
  home: string,
  userDataDir: string,
  project: NonNullable<StudioOptions['project']>,
): Promise<string> {
  if (typeof project === 'object') return project.folder;
  const folder = join(home, 'agent-team');
  if (project === 'none') return folder;
  await copySampleProject(inject('sampleHome'), folder, userDataDir);
  if (project === 'sample without content') await removeContent(folder);
  return folder;
}

async function removeContent(projectDir: string): Promise<void> {
  const folder = join(projectDir, '.codebolt/weft');
  const names = (await readdir(folder)).filter(name => name.startsWith('weft.sqlite'));
  if (names.length === 0) throw new Error('the sample project has no database');
  for (const name of names) await rm(join(folder, name), { recursive: true });
}

/** Catches what hangs, also on a machine that is busy with other things. */
const longestWait = 60_000;

const viewport = { width: 1280, height: 720 };

/** Takes away what a test has put into the page and what the studio has kept there. */
async function freePage(page: Page, { origin }: StudioServer): Promise<void> {
  const context = page.context();
  if (page.isClosed() || context.pages().length > 1) return context.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A page of the same server that is no studio, so that nothing is kept anew.
  await page.goto(`${origin}/health`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
  await page.setViewportSize(viewport);
  page.setDefaultTimeout(longestWait);
  await context.clearCookies();
  await context.clearPermissions();
  shared.pages.push(page);
}

async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport, acceptDownloads: true, ...options });
  context.setDefaultTimeout(longestWait);
  return context.newPage();
}

function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(`error: ${error.message}`));
  page.on('console', message => {
    if (/content security policy/i.test(message.text())) faults.push(`policy: ${message.text()}`);
  });
  return faults;
}

async function openAlone(kind: StudioKind, project: string | null, userDataDir: string): Promise<Shell> {
  if (kind === 'electron') return openStandInPage(project, userDataDir);
  const { show, end } = await startServer(project, userDataDir);
  return { show, close: end };
}

/** As who leaves one project for another: a start of the server takes longer than most of what is tested. */
async function openAt(server: StudioServer, path: string): Promise<Shell> {
  await server.open(path);
  return { show: server.show, close: async () => {} };
}

/** It is there for all files of a worker, and ends with the run. */
function sharedServer(sampleHome: string): Promise<StudioServer> {
  const start = async (): Promise<StudioServer> => {
    const server = await startServer(null, await mkdtemp(join(sampleHome, 'served-')));
    await noteServer(sampleHome, server.pid);
    return server;
  };
  shared.server ??= start();
  return shared.server;
}

interface StudioServer {
  readonly pid: number;
  readonly origin: string;
  readonly userDataDir: string;
  /** Opens another project in it. */
  open(path: string): Promise<void>;
  show(page: Page): Promise<void>;
  end(): Promise<void>;
}

async function startServer(project: string | null, userDataDir: string): Promise<StudioServer> {
  const values = ['serve', '--port', '0', '--json', ...(project === null ? [] : ['--project', project])];
  const child = startWeft(values, { cwd: tmpdir(), userDataDir });
  const [line] = await waitForOutput(child, /^\{.*\}\n/);
  // What `serve --json` prints, all of it texts.
  const { address, origin, token } = JSON.parse(line) as Readonly<Record<string, string>>;
  const known: { cookies?: Cookie[] } = {};
  return {
    pid: child.pid ?? 0,
    origin: origin ?? '',
    userDataDir,
    open: async path => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ path });
      const reply = await fetch(`${origin}/procedures/project.open`, { method: 'POST', headers, body });
      if (!reply.ok) throw new Error(`${path} was not opened: ${await reply.text()}`);
    },
    show: async page => {
      const context = page.context();
      if (known.cookies !== undefined) await context.addCookies(known.cookies);
      await page.goto((known.cookies === undefined ? address : origin) ?? '');
      // Until the page has exchanged its code, what is asked beside it is refused.
      await expectPage.poll(async () => (await context.cookies()).length).toBeGreaterThan(0);
      known.cookies = await context.cookies();
    },
    end: async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
