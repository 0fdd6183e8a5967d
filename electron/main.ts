import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, protocol, session, shell } from 'electron';
import { version } from '../package.json' with { type: 'json' };
import { isJsonEqual } from '../shared/model/json.ts';
import { english } from '../shared/texts/texts.ts';
import { isHostWanted, isTrustGiven } from './cli/globals.ts';
import { runBackgroundHost } from './host/run-background-host.ts';
import type { HostProgram } from './host/start-in-background.ts';
import { createSurfaceHost, type SurfaceHost } from './host/surface-host.ts';
import { installMenu, sayIn } from './menu.ts';
import { findUserDataDir } from './platform/user-data-dir.ts';
import type { App } from './services/app/app.ts';
import { dispatch } from './services/app/dispatch.ts';
import type { Caller } from './services/project/call.ts';
import { createAppProtocol } from './shells/app-protocol.ts';
import { appScheme, channels } from './shells/channels.ts';
import { setupIpc } from './shells/ipc.ts';
import { startApp } from './start-app.ts';
import { confine, createWindow, loadStudio, readLanguageChoice } from './window.ts';

/** The desktop shell. What must happen before Electron is ready stands here, the rest in `start`. */
const distDir = import.meta.dirname;

/** Started so by a window that ends while doors are connected to it, it is the host of their project and opens none. */
const hostFlag = '--host-of=';
const hosted = process.argv.find(value => value.startsWith(hostFlag))?.slice(hostFlag.length);

/** Menus and questions are in the language of the page that was loaded last; before it, in that of the system. */
const desktop = { say: english };

app.enableSandbox();
app.setPath('userData', join(findUserDataDir(), hosted === undefined ? 'desktop' : 'desktop-host'));
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
app.on('web-contents-created', (_, contents) => confine(contents, () => void loadStudio(openWindow())));

/** What a start is allowed, or told to do without; it holds for all that its program opens. */
const wishes = { trust: isTrustGiven(process.env, {}), host: isHostWanted(process.env, {}) };

if (hosted !== undefined) void beHost(hosted);
else if (app.requestSingleInstanceLock(wishes)) void app.whenReady().then(start);
else app.quit();

async function start(): Promise<void> {
  denyPermissions();
  await speak(undefined);
  protocol.handle(appScheme, createAppProtocol(join(distDir, 'renderer')));
  const window = openWindow();
  const weft = startApp({
    shell: 'window',
    version,
    distDir,
    writeLog: line => process.stderr.write(line),
    trustsAll: wishes.trust,
    pickFolder: () => pickFolder(BrowserWindow.getFocusedWindow() ?? window),
    // It is shown, not opened: a folder may be a program by its name.
    revealFolder: path => shell.showItemInFolder(path),
  });
  setupIpc(ipcMain, (caller, name, input) => dispatch(weft, caller, name, input));
  weft.events.subscribe(event => {
    for (const one of BrowserWindow.getAllWindows()) send(one, event);
  });
  app.on('second-instance', (_, argv, _cwd, wished) => void takeOver(weft, readStartProject(argv), wished));
  const host = createSurfaceHost({ app: weft, env: process.env, distDir, hostProgram });
  closeBeforeQuit(weft, host);
  await openProject(weft, readStartProject(process.argv));
  await loadStudio(window);
}

function openWindow(): BrowserWindow {
  const window = createWindow(join(distDir, 'preload.cjs'), () => desktop.say);
  const { webContents } = window;
  // A page keeps the language that it was loaded in.
  webContents.on('dom-ready', () => void readLanguageChoice(webContents).then(speak));
  return window;
}

async function speak(choice: unknown): Promise<void> {
  desktop.say = await sayIn(choice);
  installMenu(desktop.say, id => {
    const [one] = [BrowserWindow.getFocusedWindow(), ...BrowserWindow.getAllWindows()].filter(
      each => each !== null,
    );
    if (one !== undefined) send(one, { event: 'menu:command', id });
  });
}

/** This very program: a Node that reads what is packed in it need not be there. */
const hostProgram: HostProgram = project => {
  const own = app.isPackaged ? [] : [import.meta.filename];
  return [process.execPath, ...own, `${hostFlag}${project}`];
};

async function beHost(project: string): Promise<void> {
  app.dock?.hide();
  const stopped = Promise.withResolvers<void>();
  app.on('will-quit', event => {
    event.preventDefault();
    stopped.resolve();
  });
  const context = { env: process.env, version, distDir };
  const end = (code: number) => app.exit(code);
  await runBackgroundHost(context, project, stopped.promise).then(
    () => end(0),
    () => end(3),
  );
}

/** Each shell has its own way to ask for a folder. */
async function pickFolder(window: BrowserWindow): Promise<string | null> {
  const properties: ('openDirectory' | 'createDirectory')[] = ['openDirectory', 'createDirectory'];
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties });
  return canceled ? null : (filePaths[0] ?? null);
}

/** The studio needs none, so no page gets any. */
function denyPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
}

function send(window: BrowserWindow, event: unknown): void {
  if (!window.isDestroyed()) window.webContents.send(channels.event, event);
}

const caller: Caller = { door: 'ipc', access: 'write' };

/** Before the page loads, so that it starts with the project. What fails is shown, and the studio opens without. */
async function openProject(weft: App, options: StartProject): Promise<void> {
  if (options.kind === 'none') return;
  const reply =
    options.kind === 'sample'
      ? await dispatch(
          weft,
          caller,
          'project.createSample',
          options.path === undefined ? {} : { path: options.path },
        )
      : await dispatch(weft, caller, 'project.open', { path: options.path });
  if (!reply.ok) refuseOpening(reply.error.message);
}

const refuseOpening = (why: string): void =>
  dialog.showErrorBox(desktop.say('The project cannot be opened'), why);

/** A second start hands its project to the running one and ends; one with other wishes is told, and opens nothing. */
async function takeOver(weft: App, options: StartProject, wished: unknown): Promise<void> {
  const [window = openWindow()] = BrowserWindow.getAllWindows();
  if (window.isMinimized()) window.restore();
  window.focus();
  if (options.kind === 'none' || isJsonEqual(wished, wishes)) return openProject(weft, options);
  refuseOpening(
    desktop.say(
      'Weft runs already, and was started with other options (--trust, --no-host). Quit it, then open the project again.',
    ),
  );
}

/** What is being written is finished before the process ends. */
function closeBeforeQuit(weft: App, host: SurfaceHost): void {
  const state = { closed: false };
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', event => {
    if (state.closed) return;
    event.preventDefault();
    void end(weft, host).finally(() => {
      state.closed = true;
      app.quit();
    });
  });
}

async function end(weft: App, host: SurfaceHost): Promise<void> {
  await host.drain();
  await weft.close();
  await host.close();
}

/** Which project the desktop shell starts with. */
type StartProject =
  | { readonly kind: 'none' }
  | { readonly kind: 'sample'; readonly path?: string }
  | { readonly kind: 'project'; readonly path: string };

/** Reads the command line of the desktop shell: `--sample`, `--sample=<absolute path>`, or `--project=<absolute path>`. Other switches are Electron's. */
function readStartProject(argv: readonly string[]): StartProject {
  if (argv.includes('--sample')) return { kind: 'sample' };
  const behind = (prefix: string) => argv.find(value => value.startsWith(prefix))?.slice(prefix.length);
  const sample = behind('--sample=');
  if (sample !== undefined && sample !== '') return { kind: 'sample', path: sample };
  const path = behind('--project=');
  return path === undefined || path === '' ? { kind: 'none' } : { kind: 'project', path };
}
