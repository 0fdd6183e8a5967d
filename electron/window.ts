import { BrowserWindow, dialog, nativeTheme, shell, type WebContents } from 'electron';
import { languageKey, type Say } from '../shared/texts/texts.ts';
import { appPage, isAppUrl } from './shells/channels.ts';
import { allowedExternalLink } from './shells/external-links.ts';

/** The smallest size that the studio is laid out for is 1280x720; below it, its panels collapse. */
const size = { width: 1440, height: 900, minWidth: 960, minHeight: 600 } as const;
/** Ground colours of the two themes, so that opening does not flash. */
const ground = { light: '#ffffff', dark: '#141619' } as const;

/** Opens a window of the studio. Every switch is spelled out, also where it is the default (checklist 2-11). */
export function createWindow(preloadFile: string, currentSay: () => Say): BrowserWindow {
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
  // A page that asks before it is left would otherwise stay without a word.
  window.webContents.on('will-prevent-unload', event => {
    if (isLeft(window, currentSay())) event.preventDefault();
  });
  return window;
}

/** Asks whether the window is closed with unsaved work in it. */
function isLeft(window: BrowserWindow, say: Say): boolean {
  const buttons = [say('Close the window'), say('Keep editing')];
  const answer = dialog.showMessageBoxSync(window, {
    type: 'question',
    buttons,
    defaultId: 1,
    cancelId: 1,
    message: say('Some of your work is not saved.'),
    detail: say('It is kept with the project and comes back when you open it again.'),
  });
  return answer === 0;
}

/** What was chosen in the settings of the studio, which the page keeps; undefined where the page has gone. */
export const readLanguageChoice = (contents: WebContents): Promise<unknown> =>
  contents.executeJavaScript(`localStorage.getItem('${languageKey}')`).catch(() => undefined);

export function loadStudio(window: BrowserWindow): Promise<void> {
  return window.loadURL(appPage);
}

/** Keeps web contents, of whatever kind, on our own pages (checklist 12-15); a page of ours may ask for another window of them. */
export function confine(contents: WebContents, openAnother: () => void): void {
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
    if (isAppUrl(url)) openAnother();
    else openExternally(url);
    return { action: 'deny' };
  });
}

/** The one way out to the user's browser. */
function openExternally(address: string): void {
  const link = allowedExternalLink(address);
  if (link !== undefined) void shell.openExternal(link);
}
