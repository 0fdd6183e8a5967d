import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, inject } from 'vitest';
import { startWeft, waitForOutput } from '../../support/run-weft.ts';
import { copySampleProject } from '../../support/sample-project.ts';
import { connectBrowser } from '../../support/shared-browser.ts';
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
  readonly context?: BrowserContextOptions;
}

export interface Studio {
  readonly page: Page;
  /** Folder of the open project; of `none`, one that does not exist yet. */
  readonly projectDir: string;
  readonly userDataDir: string;
  /** What went wrong in the page so far: uncaught errors, policy violations, requests elsewhere. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

interface Shell {
  /** Shows the studio in a page that is still empty. */
  show(page: Page): Promise<void>;
  close(): Promise<void>;
}

/** One connection to the browser for all studios of a file; each has a context of its own. */
const shared: { browser?: Promise<Browser> } = {};
afterAll(async () => (await shared.browser)?.close());

/** Opens the studio in real Chromium on a project of its own. */
export async function openStudio(kind: StudioKind, options: StudioOptions = {}): Promise<Studio> {
  const home = await mkdtemp(join(tmpdir(), 'weft-e2e-'));
  const userDataDir = join(home, 'user-data');
  const projectDir = await prepareProject(home, userDataDir, options.project ?? 'sample');
  const project = options.project === 'none' ? null : projectDir;
  const shell = await (kind === 'browser' ? startServer : openStandInPage)(project, userDataDir);
  shared.browser ??= connectBrowser();
  const page = await newPage(await shared.browser, options.context);
  const faults = watchFaults(page);
  await shell.show(page);
  const close = async (): Promise<void> => {
    await page.context().close();
    await shell.close();
    await rm(home, { recursive: true, force: true });
  };
  return { page, projectDir, userDataDir, faults, close };
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

async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const viewport = { width: 1280, height: 720 };
  const context = await browser.newContext({ viewport, acceptDownloads: true, ...options });
  // Catches what hangs, also on a machine that is busy with other things.
  context.setDefaultTimeout(60_000);
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

async function startServer(project: string | null, userDataDir: string): Promise<Shell> {
  const values = ['serve', '--port', '0', '--json', ...(project === null ? [] : ['--project', project])];
  const child = startWeft(values, { cwd: tmpdir(), userDataDir });
  const [, address = ''] = await waitForOutput(child, /"address":"([^"]+)"/);
  return {
    show: async page => {
      await page.goto(address);
      // Until the page has exchanged its code, what is asked beside it is refused.
      const cookies = () => page.context().cookies();
      await expectPage.poll(async () => (await cookies()).length).toBeGreaterThan(0);
    },
    close: async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
