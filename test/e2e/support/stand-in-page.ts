import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page, Route } from 'playwright';
import { vi } from 'vitest';
import { repository } from '../../support/run-weft.ts';
import { expectPage } from './by-mouse.ts';

/** Plain Chromium knows no `app:` scheme, so the page lives at an address that is as secure, and is renamed at the border. */
const pageOrigin = 'https://weft.test';
const appOrigin = 'app://weft';

type StandIn = typeof import('../../support/electron-stand-in.ts')['standIn'];

/** Runs the real main process over the stand-in, and the real preload and studio in Chromium. */
export async function openStandInPage(project: string | null, userDataDir: string) {
  const { standIn, quit } = await startMain(project, userDataDir);
  return {
    show: async (page: Page): Promise<void> => {
      await connect(page, standIn);
      await page.goto(`${pageOrigin}/`);
    },
    close: quit,
  };
}

/** Each studio has a main process of its own: the modules are loaded anew, with their state. */
async function startMain(project: string | null, userDataDir: string) {
  vi.resetModules();
  const { argv, env } = process;
  process.argv = [...argv.slice(0, 2), ...(project === null ? [] : [`--project=${project}`])];
  process.env = { ...env, WEFT_USER_DATA: userDataDir };
  const { standIn } = await import('../../support/electron-stand-in.ts');
  // As built: beside it lie the studio, the workers and the sample project.
  await import(join(repository, 'dist/main.js'));
  await expectPage.poll(() => standIn.valuesOf('BrowserWindow.loadURL').length).toBeGreaterThan(0);
  process.argv = argv;
  process.env = env;
  const quit = async (): Promise<void> => {
    standIn.emitApp('will-quit', { preventDefault: () => {} });
    await expectPage.poll(() => standIn.valuesOf('app.quit').length).toBeGreaterThan(0);
  };
  return { standIn, quit };
}

async function connect(page: Page, standIn: StandIn): Promise<void> {
  await page.route('**/*', route => answer(route, standIn));
  await page.exposeBinding('__weftInvoke', ({ frame }, channel: string, values: unknown[]) =>
    standIn.invoke(senderFrame(frame), channel, ...values),
  );
  await page.addInitScript({ content: await preloadScript() });
  standIn.sent.add((channel, values) => {
    void page
      .evaluate(([name, sent]) => window.dispatchEvent(new CustomEvent(name, { detail: sent })), [
        `weft-stand-in:${channel}`,
        values,
      ] as const)
      .catch(() => {});
  });
}

/** The real protocol handler answers what is ours; nothing else is let out. */
async function answer(route: Route, standIn: StandIn): Promise<void> {
  const url = route.request().url();
  const handle = standIn.protocols.get('app');
  if (!url.startsWith(`${pageOrigin}/`) || !handle) return route.abort('blockedbyclient');
  const response = await handle(new Request(appOrigin + url.slice(pageOrigin.length)));
  return route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

/** What Electron tells of the sender. */
function senderFrame(frame: Frame): unknown {
  const parent = frame.parentFrame();
  return {
    url: frame.url().replace(pageOrigin, appOrigin),
    parent: parent === null ? null : senderFrame(parent),
    detached: frame.isDetached(),
  };
}

/** The built preload, with the three things it requires of Electron, as far as a page can give them. */
async function preloadScript(): Promise<string> {
  const preload = await readFile(join(repository, 'dist/preload.cjs'), 'utf8');
  return `(() => {
    const listeners = new Map();
    const electron = {
      contextBridge: {
        exposeInMainWorld: (key, api) => Object.defineProperty(window, key, { value: Object.freeze(api) }),
      },
      ipcRenderer: {
        invoke: (channel, ...values) => window.__weftInvoke(channel, values),
        on: (channel, listener) => {
          const hear = event => listener({}, ...event.detail);
          listeners.set(listener, hear);
          window.addEventListener('weft-stand-in:' + channel, hear);
        },
        off: (channel, listener) => window.removeEventListener('weft-stand-in:' + channel, listeners.get(listener)),
      },
    };
    const require = name => {
      if (name !== 'electron') throw new Error('a sandboxed preload cannot require ' + name);
      return electron;
    };
    const exports = {};
    const module = { exports };
    ${preload}
  })();`;
}
