import { EventEmitter } from 'node:events';
import { runInNewContext } from 'node:vm';
import type * as Electron from 'electron';

/*
 * Takes Electron's place where its binary is not there; vitest aliases `electron` to this file.
 * So that it cannot lie: a property that it lacks throws, what it has is checked against electron.d.ts,
 * values cross by structured clone, and a second handler on a channel throws, as in Electron.
 */

type WindowOpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];
type InvokeHandler = (event: { senderFrame: unknown }, ...values: unknown[]) => unknown;

/** One window that was opened, as its constructor got it. */
export interface OpenedWindow {
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly window: Electron.BrowserWindow;
  readonly contents: Electron.WebContents;
  openHandler?: WindowOpenHandler;
}

/** What the code under test did, and what a test makes happen. */
export const standIn = {
  /** Calls that only matter as such, in order. */
  calls: [] as { readonly name: string; readonly values: readonly unknown[] }[],
  windows: [] as OpenedWindow[],
  handlers: new Map<string, InvokeHandler>(),
  protocols: new Map<string, (request: Request) => Promise<Response>>(),
  exposed: new Map<string, unknown>(),
  /** Hears what is sent to the page. */
  sent: new Set<(channel: string, values: unknown[]) => void>(),
  permissions: {} as {
    request?: Parameters<Electron.Session['setPermissionRequestHandler']>[0];
    check?: Parameters<Electron.Session['setPermissionCheckHandler']>[0];
    device?: Parameters<Electron.Session['setDevicePermissionHandler']>[0];
  },
  menu: [] as Parameters<typeof Electron.Menu.buildFromTemplate>[0],
  /** The answer of the next folder dialog; null means that it was called off. */
  pickedFolder: null as string | null,
  isOnlyInstance: true,
  locale: 'en-US',
  /** What pages keep in their `localStorage`. */
  kept: new Map<string, string>(),
  /** The button that the next question is answered with. */
  answer: 0,

  /** What `ipcRenderer.invoke` does: values cloned both ways, the sender as Electron would tell it. */
  async invoke(senderFrame: unknown, channel: string, ...values: unknown[]): Promise<unknown> {
    const handler = standIn.handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return structuredClone(await handler({ senderFrame }, ...structuredClone(values)));
  },

  /** Makes the app hear an event, e.g. `second-instance` or `will-quit`. */
  emitApp(event: string, ...values: unknown[]): void {
    appEvents.emit(event, ...values);
  },

  valuesOf(name: string): readonly (readonly unknown[])[] {
    return standIn.calls.filter(call => call.name === name).map(call => call.values);
  },
};

const appEvents = new EventEmitter();

function record(name: string) {
  return (...values: unknown[]): void => {
    standIn.calls.push({ name, values });
  };
}

/** Wraps an object so that reading what it lacks fails instead of giving undefined. */
function strict<Value extends object>(name: string, value: Value): Value {
  return new Proxy(value, {
    get(target, key) {
      if (typeof key === 'string' && !(key in target))
        throw new Error(`the stand-in has no electron ${name}.${key}`);
      const found: unknown = Reflect.get(target, key, target);
      return typeof found === 'function' && !isClass(found) ? found.bind(target) : found;
    },
  });
}

function isClass(value: object): boolean {
  return String(value).startsWith('class');
}

class StandInContents
  extends EventEmitter
  implements Pick<Electron.WebContents, 'executeJavaScript' | 'send' | 'setWindowOpenHandler'>
{
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    const opened = standIn.windows.find(entry => entry.contents.id === this.id);
    if (opened) opened.openHandler = handler;
    else pendingOpenHandlers.set(this.id, handler);
  }

  readonly id = standIn.windows.length + 1;

  /** In a page that has nothing but what it keeps. */
  async executeJavaScript(code: string): Promise<unknown> {
    const localStorage = { getItem: (key: string) => standIn.kept.get(key) ?? null };
    return structuredClone(runInNewContext(code, { localStorage }));
  }

  send(channel: string, ...values: unknown[]): void {
    for (const listener of standIn.sent) listener(channel, structuredClone(values));
  }
}

/** Handlers that were set while the window was being made. */
const pendingOpenHandlers = new Map<number, WindowOpenHandler>();

class StandInWindow
  extends EventEmitter
  implements
    Pick<Electron.BrowserWindow, 'loadURL' | 'show' | 'focus' | 'restore' | 'isMinimized' | 'isDestroyed'>
{
  readonly webContents: Electron.WebContents;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    const contents = strict('WebContents', new StandInContents());
    this.webContents = contents as unknown as Electron.WebContents; // the part that is implemented is checked above
    appEvents.emit('web-contents-created', {}, this.webContents);
    const openHandler = pendingOpenHandlers.get(contents.id);
    const window = this as unknown as Electron.BrowserWindow; // the part that is implemented is checked above
    standIn.windows.push({
      options: structuredClone(options),
      window,
      contents: this.webContents,
      ...(openHandler ? { openHandler } : {}),
    });
  }

  async loadURL(url: string): Promise<void> {
    record('BrowserWindow.loadURL')(url);
    this.webContents.emit('dom-ready');
    this.emit('ready-to-show');
  }

  show = record('BrowserWindow.show');
  focus = record('BrowserWindow.focus');
  restore = record('BrowserWindow.restore');
  isMinimized = (): boolean => true;
  isDestroyed = (): boolean => false;
}

const openWindows = (): Electron.BrowserWindow[] => standIn.windows.map(({ window }) => window);

export const BrowserWindow = Object.assign(StandInWindow, {
  getAllWindows: openWindows,
  getFocusedWindow: () => openWindows().at(-1) ?? null,
}) as unknown as typeof Electron.BrowserWindow; // as above

export const app = strict('app', {
  enableSandbox: record('app.enableSandbox'),
  setPath: record('app.setPath'),
  quit: record('app.quit'),
  exit: record('app.exit'),
  dock: undefined,
  getLocale: () => standIn.locale,
  isPackaged: false,
  requestSingleInstanceLock: (additionalData?: Record<string, unknown>) => {
    record('app.requestSingleInstanceLock')(structuredClone(additionalData));
    return standIn.isOnlyInstance;
  },
  whenReady: async () => {
    standIn.calls.push({ name: 'ready', values: [] });
  },
  on: (event: string, listener: (...values: unknown[]) => void) => {
    appEvents.on(event, listener);
    return app as unknown as Electron.App; // the part that is implemented is checked here
  },
} satisfies Partial<Record<keyof Electron.App, unknown>>);

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: record('protocol.registerSchemesAsPrivileged'),
  handle: (scheme, handler) => {
    if (standIn.protocols.has(scheme)) throw new Error(`The scheme ${scheme} is already handled`);
    standIn.protocols.set(scheme, async request => handler(request));
  },
} satisfies Partial<Electron.Protocol>);

export const session = strict('session', {
  defaultSession: strict('Session', {
    setPermissionRequestHandler: handler => {
      standIn.permissions.request = handler;
    },
    setPermissionCheckHandler: handler => {
      standIn.permissions.check = handler;
    },
    setDevicePermissionHandler: handler => {
      standIn.permissions.device = handler;
    },
  } satisfies Partial<Electron.Session>),
} satisfies Partial<Record<keyof typeof Electron.session, unknown>>);

export const ipcMain = strict('ipcMain', {
  handle: (channel, listener) => {
    if (standIn.handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    standIn.handlers.set(channel, listener as InvokeHandler); // the event is built by `invoke` above
  },
} satisfies Partial<Electron.IpcMain>);

export const dialog = strict('dialog', {
  showErrorBox: record('dialog.showErrorBox'),
  showMessageBoxSync: (...values: unknown[]) => {
    record('dialog.showMessageBoxSync')(...values.slice(1));
    return standIn.answer;
  },
  showOpenDialog: async (...values: unknown[]) => {
    record('dialog.showOpenDialog')(...values.slice(1));
    const { pickedFolder } = standIn;
    return { canceled: pickedFolder === null, filePaths: pickedFolder === null ? [] : [pickedFolder] };
  },
} satisfies Partial<Electron.Dialog>);

export const Menu = strict('Menu', {
  buildFromTemplate: template => {
    standIn.menu = template;
    return {} as Electron.Menu; // passed on only
  },
  setApplicationMenu: record('Menu.setApplicationMenu'),
} satisfies Partial<typeof Electron.Menu>);

export const shell = strict('shell', {
  openExternal: async (url: string) => record('shell.openExternal')(url),
  showItemInFolder: record('shell.showItemInFolder'),
} satisfies Partial<Electron.Shell>);

export const nativeTheme = strict('nativeTheme', {
  shouldUseDarkColors: false,
} satisfies Partial<Electron.NativeTheme>);

export const contextBridge = strict('contextBridge', {
  exposeInMainWorld: (key: string, api: unknown) => {
    if (standIn.exposed.has(key)) throw new Error('Cannot bind an API on top of an existing property');
    standIn.exposed.set(key, api);
  },
} satisfies Partial<Electron.ContextBridge>);

const rendererEvents = new EventEmitter();
standIn.sent.add((channel, values) => rendererEvents.emit(channel, { sender: ipcRendererSecret }, ...values));

/** What a page must never get hold of: the event's sender. */
const ipcRendererSecret = { secret: true };

export const ipcRenderer = strict('ipcRenderer', {
  invoke: (channel: string, ...values: unknown[]) => {
    const page = { url: 'app://weft/', parent: null, detached: false };
    return standIn.invoke(page, channel, ...values);
  },
  on: (channel: string, listener: (...values: unknown[]) => void) => {
    rendererEvents.on(channel, listener);
    return ipcRenderer as unknown as Electron.IpcRenderer; // the part that is implemented is checked here
  },
  off: (channel: string, listener: (...values: unknown[]) => void) => {
    rendererEvents.off(channel, listener);
    return ipcRenderer as unknown as Electron.IpcRenderer; // as above
  },
} satisfies Partial<Record<keyof Electron.IpcRenderer, unknown>>);
