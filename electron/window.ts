import { BrowserWindow, nativeTheme, shell, type WebContents } from 'electron';
import { appPage, isAppUrl } from './shells/channels.ts';
import { allowedExternalLink } from './shells/external-links.ts';

/** The smallest size that the studio is laid out for is 1280x720; below it, its panels collapse. */
const size = { width: 1440, height: 900, minWidth: 960, minHeight: 600 } as const;
/** Ground colours of the two themes, so that opening does not flash. */
const ground = { light: '#ffffff', dark: '#141619' } as const;

/** Opens the studio's window. Every switch is spelled out, also where it is the default (checklist 2-11). */
export function createWindow(preloadFile: string): BrowserWindow {
  const window = new BrowserWindow({
    ...size,
    show: false,
    title: 'Weft',
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      preload: preloadFile,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  return window;
}

export function loadStudio(window: BrowserWindow): Promise<void> {
  return window.loadURL(appPage);
}

/** Keeps web contents, of whatever kind, on our own pages (checklist 12-15). */
export function confine(contents: WebContents): void {
  contents.on('will-navigate', details => {
    if (!isAppUrl(details.url)) details.preventDefault();
  });
  contents.on('will-redirect', details => {
    if (!isAppUrl(details.url)) details.preventDefault();
  });
  contents.on('will-frame-navigate', details => {
    if (!isAppUrl(details.url)) details.preventDefault();
  });
  contents.on('will-attach-webview', event => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternally(url);
    return { action: 'deny' };
  });
}

/** The one way out to the user's browser. */
function openExternally(address: string): void {
  const link = allowedExternalLink(address);
  if (link !== undefined) void shell.openExternal(link);
}
