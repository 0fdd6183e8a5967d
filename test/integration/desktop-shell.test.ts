import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { studioCommandIds } from '../../shared/model/studio-command.ts';
import { languageKey } from '../../shared/texts/texts.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { repository } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

type StandIn = typeof import('../support/electron-stand-in.ts')['standIn'];

const state = { folder: '' };
const page = { url: 'app://weft/', parent: null, detached: false };

beforeEach(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'weft-desktop-'));
  vi.resetModules();
  vi.stubEnv('WEFT_USER_DATA', join(state.folder, 'user-data'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await removeFolder(state.folder);
});

/** Runs the real main process over a fresh stand-in. */
async function start(
  switches: readonly string[] = [],
  prepare: (standIn: StandIn) => void = () => {},
): Promise<StandIn> {
  const { standIn } = await import('../support/electron-stand-in.ts');
  prepare(standIn);
  const { argv } = process;
  process.argv = [...argv.slice(0, 2), ...switches];
  await import('../../electron/main.ts');
  if (standIn.isOnlyInstance) {
    await expect.poll(() => standIn.valuesOf('BrowserWindow.loadURL').length).toBeGreaterThan(0);
  }
  process.argv = argv;
  return standIn;
}

/** One for all tests that only look at it, or ask without leaving anything behind. */
const looked: Promise<StandIn>[] = [];
function started(): Promise<StandIn> {
  const known = looked[0] ?? start();
  looked[0] = known;
  return known;
}

function opened(standIn: StandIn) {
  const [first] = standIn.windows;
  if (!first) throw new Error('no window was opened');
  return first;
}

/** Addresses that no window of ours may go to. */
const elsewhere = [
  ...[
    'https://evil.example/',
    'http://localhost/',
    'file:///etc/passwd',
    'about:blank',
    'about:srcdoc',
    'chrome://gpu',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:app://weft/1',
    'view-source:app://weft/',
    'devtools://devtools/',
  ],
  ...[
    'app://evil/',
    'app://app.evil/',
    'app://weft.evil/',
    'app://weft@evil/',
    'app://evil@weft/',
    'app://weft:1/',
  ],
  ...[
    'app:weft',
    'appx://weft/',
    'ws://weft/',
    'mailto:a@b.c',
    'ms-msdt:x',
    'smb://host/share',
    '//weft/',
    '\\\\host\\x',
    '',
  ],
  ...Array.from({ length: 25 }, (_, index) => `https://weft${index}.example/app://weft/`),
];

describe('the window (checklist 2-11)', () => {
  it('is opened with every guard spelled out, on the app scheme', async () => {
    const standIn = await started();
    const { preload, ...preferences } = opened(standIn).options.webPreferences ?? {};
    expect({
      preferences,
      preload: preload?.endsWith('preload.cjs'),
      loaded: standIn.valuesOf('BrowserWindow.loadURL'),
    }).toEqual({
      preferences: {
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        navigateOnDragDrop: false,
      },
      preload: true,
      loaded: [['app://weft/']],
    });
  });

  it('comes after the sandbox and the scheme were set up, and those before Electron was ready (checklist 4, 18)', async () => {
    const standIn = await started();
    const names = standIn.calls.map(call => call.name);
    expect([
      names.indexOf('app.enableSandbox') < names.indexOf('ready'),
      names.indexOf('protocol.registerSchemesAsPrivileged') < names.indexOf('ready'),
      standIn.valuesOf('protocol.registerSchemesAsPrivileged'),
    ]).toEqual([
      true,
      true,
      [[[{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]]],
    ]);
  });

  it('stays on our pages, whatever asks it to go (checklist 12, 13)', async () => {
    const { contents } = opened(await started());
    const isPrevented = (event: string, url: string): boolean => {
      const preventDefault = vi.fn();
      contents.emit(
        event as 'will-navigate',
        { url, preventDefault } as unknown as Electron.Event<Electron.WebContentsWillNavigateEventParams>,
      ); // the part that is read
      return preventDefault.mock.calls.length > 0;
    };
    const events = ['will-navigate', 'will-redirect', 'will-frame-navigate'];
    const passed = events.flatMap(event => elsewhere.filter(url => !isPrevented(event, url)));
    const own = events.map(event => isPrevented(event, 'app://weft/index.html'));
    expect({ passed, own, webview: isPrevented('will-attach-webview', '') }).toEqual({
      passed: [],
      own: [false, false, false],
      webview: true,
    });
  });

  it('opens no other, and hands on only known links (checklist 14, 15)', async () => {
    const standIn = await started();
    const ask = (url: string) => opened(standIn).openHandler?.({ url } as Electron.HandlerDetails); // the part that is read
    const answers = [...elsewhere, 'https://github.com/google/re2'].map(url => ask(url)?.action);
    expect([new Set(answers), standIn.valuesOf('shell.openExternal')]).toEqual([
      new Set(['deny']),
      [['https://github.com/google/re2']],
    ]);
  });

  it('gets no permission of any kind', async () => {
    const { permissions } = await started();
    const types = await readFile(join(repository, 'node_modules/electron/electron.d.ts'), 'utf8');
    const requested = /setPermissionRequestHandler\(handler: .*?permission: ([^,]+),/s.exec(types)?.[1] ?? '';
    const names = [...requested.matchAll(/'([^']+)'/g)].map(match => match[1] ?? '');
    type Permission = Parameters<NonNullable<typeof permissions.request>>[1];
    const contents = {} as Electron.WebContents; // not looked at
    const answers = names.map(name => {
      const answer = vi.fn();
      permissions.request?.(contents, name as Permission, answer, {
        isMainFrame: true,
        requestingUrl: page.url,
      });
      return answer.mock.calls.flat();
    });
    expect(names.length).toBeGreaterThanOrEqual(15);
    expect({
      answers: new Set(answers.map(String)),
      check: permissions.check?.(null, 'media', page.url, { isMainFrame: true }),
      device: permissions.device?.({
        deviceType: 'hid',
        origin: page.url,
      } as Electron.DevicePermissionHandlerHandlerDetails), // the part that matters
    }).toEqual({ answers: new Set(['false']), check: false, device: false });
  });
});

describe('the lines between window and host (checklist 17, 20)', () => {
  it('there is one handler, and it refuses every sender but our page', async () => {
    const standIn = await started();
    const call = (sender: unknown) => standIn.invoke(sender, 'weft:call', 'project.info', {});
    const senders = [
      null,
      { ...page, url: 'about:blank' },
      { ...page, parent: page },
      { ...page, url: 'app://evil/' },
    ];
    const replies = await Promise.all(senders.map(call));
    expect([[...standIn.handlers.keys()], replies.map(reply => Reflect.get(Object(reply), 'ok'))]).toEqual([
      ['weft:call'],
      [false, false, false, false],
    ]);
    expect(await call(page)).toMatchObject({ ok: true, value: { open: false, shell: 'window' } });
  });

  it('the preload exposes call and on, and hands out no event of Electron', async () => {
    const standIn = await start();
    await import('../../electron/preload.ts');
    const bridge = Object(standIn.exposed.get('weft'));
    const heard: unknown[][] = [];
    const stop: unknown = Reflect.get(bridge, 'on')((...values: unknown[]) => heard.push(values));
    const reply: unknown = await Reflect.get(bridge, 'call')('project.info', {});
    opened(standIn).contents.send('weft:event', { event: 'menu:command', id: 'edit.undo' });
    if (typeof stop === 'function') stop();
    opened(standIn).contents.send('weft:event', { event: 'menu:command', id: 'edit.redo' });
    expect({ exposed: [...standIn.exposed.keys()], keys: Object.keys(bridge), heard, reply }).toEqual({
      exposed: ['weft'],
      keys: ['call', 'on'],
      heard: [[{ event: 'menu:command', id: 'edit.undo' }]],
      reply: expect.objectContaining({ ok: true }),
    });
  });

  it('the built preload requires electron only and touches no window (checklist 3, 4)', async () => {
    const text = await readFile(join(repository, 'dist/preload.cjs'), 'utf8');
    const required = [...text.matchAll(/require\(\s*(.*?)\s*\)/g)].map(match => match[1]);
    expect([
      new Set(required.map(name => name?.replace(/["'`]/g, ''))),
      /\bwindow\b|\bglobalThis\b/.test(text),
    ]).toEqual([new Set(['electron']), false]);
  });
});

describe('the native menu', () => {
  it('offers every command of the table, and sends it to the page', async () => {
    const standIn = await start();
    const sent: unknown[] = [];
    standIn.sent.add((_, values) => sent.push(...values));
    const items = standIn.menu.flatMap(group => (Array.isArray(group.submenu) ? group.submenu : []));
    const commands = items.filter(item => item.id !== undefined);
    for (const item of commands) Reflect.apply(item.click ?? (() => {}), undefined, []);
    const systemOnes = ['edit.cut', 'edit.copy', 'edit.paste', 'edit.selectAll'];
    expect(sent).toEqual(
      studioCommandIds.filter(id => !systemOnes.includes(id)).map(id => ({ event: 'menu:command', id })),
    );
  });
});

describe('the language of the desktop', () => {
  const editMenu = (standIn: StandIn) => standIn.menu.map(({ label }) => label)[1];
  const question = (standIn: StandIn) => {
    const event = { preventDefault: () => {} } as unknown as Electron.Event; // the part that is used
    opened(standIn).contents.emit('will-prevent-unload', event);
    return Reflect.get(Object(standIn.valuesOf('dialog.showMessageBoxSync').at(-1)?.[0]), 'buttons');
  };

  it.each([
    ['de-DE', undefined, 'Bearbeiten'],
    ['en-US', undefined, 'Edit'],
    ['en-US', 'de', 'Bearbeiten'],
    ['de-DE', 'en', 'Edit'],
    ['de-DE', 'system', 'Bearbeiten'],
  ])('with a system in %s and %s chosen in the studio, the menu says %s', async (locale, choice, said) => {
    const standIn = await start([], prepared => {
      prepared.locale = locale;
      if (choice !== undefined) prepared.kept.set(languageKey, choice);
    });
    await expect.poll(() => editMenu(standIn)).toBe(said);
  });

  it('changes with the page, for questions of windows that are open too', async () => {
    const standIn = await start();
    expect([editMenu(standIn), question(standIn)]).toEqual(['Edit', ['Close the window', 'Keep editing']]);
    standIn.kept.set(languageKey, 'de');
    opened(standIn).contents.emit('dom-ready');
    await expect.poll(() => editMenu(standIn)).toBe('Bearbeiten');
    expect(question(standIn)).toEqual(['Fenster schließen', 'Weiter bearbeiten']);
  });
});

describe('several windows', () => {
  it('a page asks for another one of its own, which hears what happens', async () => {
    const standIn = await start();
    const { openHandler } = opened(standIn);
    expect(openHandler?.({ url: 'app://weft/' } as Electron.HandlerDetails)).toEqual({ action: 'deny' }); // the part that is read
    expect(standIn.valuesOf('BrowserWindow.loadURL')).toEqual([['app://weft/'], ['app://weft/']]);
    const sent: unknown[] = [];
    standIn.sent.add((_, values) => sent.push(...values));
    await standIn.invoke(page, 'weft:call', 'project.open', { path: state.folder, create: true });
    expect(sent.filter(event => Reflect.get(Object(event), 'what') === 'opened').length).toBe(2);
    await quit(standIn);
  });

  it.each([
    [0, true],
    [1, false],
  ])('asks before one is closed with unsaved work; button %i closes it: %s', async (answer, closes) => {
    const standIn = await start();
    standIn.answer = answer;
    const preventDefault = vi.fn();
    opened(standIn).contents.emit('will-prevent-unload', { preventDefault } as unknown as Electron.Event); // the part that is used
    expect([
      preventDefault.mock.calls.length > 0,
      standIn.valuesOf('dialog.showMessageBoxSync').length,
    ]).toEqual([closes, 1]);
  });
});

describe('starting and ending', () => {
  it('opens the project of the command line before the page loads', async () => {
    const project = await makeProject();
    const standIn = await start([`--project=${project}`]);
    expect(await standIn.invoke(page, 'weft:call', 'project.info', {})).toMatchObject({
      value: { open: true, path: project },
    });
    await quit(standIn);
  });

  it('says why a project cannot be opened, and opens the studio without it', async () => {
    const standIn = await start([`--project=${join(state.folder, 'nowhere')}`]);
    expect(standIn.valuesOf('dialog.showErrorBox')).toEqual([
      ['The project cannot be opened', expect.stringContaining('nowhere')],
    ]);
  });

  it('a second instance ends, and the first comes to the front with its project', async () => {
    const second = await start([], standIn => {
      standIn.isOnlyInstance = false;
    });
    expect([second.windows, second.valuesOf('app.quit').length]).toEqual([[], 1]);
    vi.resetModules();
    const first = await start();
    const project = await makeProject();
    // What a second one wishes is what it asked for the lock with.
    const [[wishes] = []] = second.valuesOf('app.requestSingleInstanceLock');
    first.emitApp('second-instance', {}, ['weft', `--project=${project}`], '/', wishes);
    await expect.poll(() => first.valuesOf('BrowserWindow.focus').length).toBe(1);
    await expect
      .poll(() => first.invoke(page, 'weft:call', 'project.info', {}))
      .toMatchObject({ value: { open: true, path: project } });
    await quit(first);
  });

  it.each([
    ['1', undefined],
    [undefined, '1'],
  ])('a second instance that trusts otherwise opens nothing, and is told: %s, then %s', async (one, two) => {
    vi.stubEnv('WEFT_TRUST', two);
    const second = await start([], standIn => {
      standIn.isOnlyInstance = false;
    });
    const [[wishes] = []] = second.valuesOf('app.requestSingleInstanceLock');
    vi.stubEnv('WEFT_TRUST', one);
    vi.resetModules();
    const first = await start();
    const project = await makeProject();
    const told = () => first.valuesOf('dialog.showErrorBox');
    first.emitApp('second-instance', {}, ['weft', `--project=${project}`], '/', wishes);
    await expect
      .poll(told)
      .toEqual([
        ['The project cannot be opened', expect.stringContaining('started with other options (--trust')],
      ]);
    // Control: without a project there is nothing to trust.
    first.emitApp('second-instance', {}, ['weft'], '/', wishes);
    await expect.poll(() => first.valuesOf('BrowserWindow.focus').length).toBe(2);
    expect(await first.invoke(page, 'weft:call', 'project.info', {})).toMatchObject({
      value: { open: false },
    });
    expect(told()).toHaveLength(1);
    await quit(first);
  });

  it('shows the folder of the project in the file manager of the system', async () => {
    const project = await makeProject();
    const standIn = await start();
    await standIn.invoke(page, 'weft:call', 'project.open', { path: project });
    expect(await standIn.invoke(page, 'weft:call', 'project.reveal', {})).toMatchObject({ ok: true });
    expect(standIn.valuesOf('shell.showItemInFolder')).toEqual([[project]]);
    await quit(standIn);
  });

  it('asks for a folder with the dialog of the system', async () => {
    const standIn = await start();
    const ask = () => standIn.invoke(page, 'weft:call', 'project.pickFolder', {});
    const calledOff = await ask();
    standIn.pickedFolder = '/some/folder';
    expect([calledOff, await ask()]).toEqual([
      { ok: true, value: { path: null } },
      { ok: true, value: { path: '/some/folder' } },
    ]);
  });
});

async function makeProject(): Promise<string> {
  const path = join(state.folder, 'agent-team');
  const place = { cwd: state.folder, userDataDir: join(state.folder, 'other-user-data') };
  await runWeftHere(['call', 'project.createSample', '-'], { ...place, stdin: JSON.stringify({ path }) });
  return path;
}

async function quit(standIn: StandIn): Promise<void> {
  standIn.emitApp('will-quit', { preventDefault: () => {} });
  await expect.poll(() => standIn.valuesOf('app.quit').length).toBeGreaterThan(0);
}

describe('what is shipped', () => {
  it('has an Electron of the latest three majors this project knows of', async () => {
    const text = await readFile(join(repository, 'node_modules/electron/package.json'), 'utf8');
    const { version }: { version: string } = JSON.parse(text);
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(44);
  });

  it('names no file:// page, no webview and no switch that lowers a guard (checklist 6, 8-11, 18)', async () => {
    const files = ['dist/main.js', 'dist/preload.cjs', 'dist/renderer/index.html'];
    const texts = await Promise.all(files.map(file => readFile(join(repository, file), 'utf8')));
    const banned =
      /loadFile\(|file:\/\/|<webview|disable-web-security|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups|bypassCSP|no-sandbox/;
    expect(texts.map(text => banned.exec(text)?.[0])).toEqual([undefined, undefined, undefined]);
  });
});
