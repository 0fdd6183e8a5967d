import { EventEmitter } from 'node:events';
import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openInBrowser } from '../../electron/cli/open-in-browser.ts';
import { createProgram } from '../../electron/cli/program.ts';
import { openTerminal } from '../../electron/cli/terminal.ts';
import { runHook } from '../../electron/host/run-hook.ts';
import { startInBackground } from '../../electron/host/start-in-background.ts';
import { buildStale } from '../../electron/launch/build-stale.ts';
import { readProcessStart } from '../../electron/platform/process-start.ts';
import { withGit } from '../../electron/storage/git/ask-git.ts';
import { readText } from '../architecture/source-tree.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Arguments are seen by every user of the machine, and an environment is handed down to whatever a program starts.

interface Spawned {
  readonly command: string;
  readonly values: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const { spawned, record } = vi.hoisted(() => {
  const spawned: Spawned[] = [];
  const record = (command: string, values: readonly string[], options: { env?: NodeJS.ProcessEnv } = {}) =>
    spawned.push({ command, values, env: options.env ?? process.env });
  return { spawned, record };
});

/** Nothing is started; what would have been is written down. */
vi.mock('node:child_process', async original => {
  const spawn = (...call: Parameters<typeof record>) => {
    record(...call);
    const streams = { stdout: Readable.from([]), stderr: Readable.from([]) };
    const child = Object.assign(new EventEmitter(), { unref: () => {}, ...streams });
    setImmediate(() => child.emit('close', 0));
    return child;
  };
  const execFile = (
    command: string,
    values: string[],
    options: object,
    done: (error: null, output: { stdout: string; stderr: string }) => void,
  ) => {
    record(command, values, options);
    done(null, { stdout: '', stderr: '' });
    return {};
  };
  const spawnSync = (...call: Parameters<typeof record>) => {
    record(...call);
    return { status: 0 };
  };
  return { ...(await original<object>()), spawn, execFile, spawnSync };
});

const secrets = {
  WEFT_TOKEN: 'secret-token-of-32-characters-at-least',
  WEFT_EMBEDDINGS_KEY: 'secret-embeddings-key',
  WEFT_SUMMARIZER_KEY: 'secret-summarizer-key',
};
const address = 'http://127.0.0.1:4747/#code=secret-code';

/** What was handed to a program and may not be: arguments, and variables but those that it is there to use. */
function leaksOf({ command, values, env }: Spawned, mayKnow: readonly string[] = []): string[] {
  const inArguments = values.filter(value => value.includes('secret-'));
  const inEnvironment = Object.entries(env).filter(
    ([name, value]) => value?.includes('secret-') && !mayKnow.includes(name),
  );
  return [...inArguments, ...inEnvironment.map(([name]) => name)].map(leak => `${command}: ${leak}`);
}

interface Scenario {
  /** Makes the file start its program. */
  run(): Promise<unknown>;
  /** Variables that the program has to know. */
  readonly mayKnow?: readonly string[];
}

const display = () => ({ ...process.env, DISPLAY: ':0' });

/** One for each product file that starts a program. */
const scenarios: Readonly<Record<string, Scenario>> = {
  'electron/cli/bench.ts': {
    run: async () => {
      const repository = temporaryFolder();
      mkdirSync(join(repository, 'test/bench'), { recursive: true });
      writeFileSync(join(repository, 'test/bench/bench.ts'), '');
      const place = { env: process.env, version: '1', distDir: join(repository, 'dist') };
      const program = await createProgram({ ...place, terminal: openTerminal(), finish: () => {} }, [
        'bench',
      ]);
      return program.parseAsync(['bench'], { from: 'user' });
    },
  },
  'electron/cli/open-in-browser.ts': {
    run: () => {
      const place = { env: display(), platform: 'linux', pageFolder: temporaryFolder() } as const;
      return openInBrowser(() => address, place);
    },
  },
  'electron/cli/open.ts': {
    // The window is Weft: it embeds and summarizes, and serves nobody.
    mayKnow: ['WEFT_EMBEDDINGS_KEY', 'WEFT_SUMMARIZER_KEY'],
    run: async () => {
      vi.spyOn(process, 'getuid').mockReturnValue(1000);
      const folder = temporaryFolder();
      for (const name of ['electron', 'electron.exe']) writeFileSync(join(folder, name), '');
      mkdirSync(join(folder, 'Electron.app/Contents/MacOS'), { recursive: true });
      writeFileSync(join(folder, 'Electron.app/Contents/MacOS/Electron'), '');
      const env = { ...display(), ELECTRON_OVERRIDE_DIST_PATH: folder };
      const terminal = openTerminal();
      const context = { terminal, env, version: '1', distDir: folder, finish: () => {} };
      const program = await createProgram(context, ['open', folder]);
      return program.parseAsync(['open', folder], { from: 'user' });
    },
  },
  'electron/host/run-hook.ts': {
    mayKnow: ['WEFT_EMBEDDINGS_KEY', 'WEFT_SUMMARIZER_KEY'],
    run: () => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, '.codebolt'));
      vi.stubEnv('WEFT_USER_DATA', temporaryFolder());
      const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: folder };
      const stdin = Readable.from([Buffer.from(JSON.stringify(event))]);
      const place = { env: { ...process.env, WEFT_HOST: 'on' }, version: '1', distDir: folder, cwd: folder };
      return runHook({
        ...place,
        values: ['hook'],
        openStdin: () => stdin,
        write: () => {},
        writeError: () => {},
      });
    },
  },
  'electron/host/start-in-background.ts': {
    // The host is Weft: it embeds and summarizes, and has its own token.
    mayKnow: ['WEFT_EMBEDDINGS_KEY', 'WEFT_SUMMARIZER_KEY'],
    run: async () => {
      const folder = temporaryFolder();
      const options = { env: process.env, version: '1', distDir: folder, userDataDir: folder };
      startInBackground({ ...options, project: folder });
    },
  },
  'electron/launch/build-stale.ts': { run: () => buildStale(temporaryFolder(), ['node']) },
  'electron/launcher.cjs': {
    run: async () => {
      vi.stubEnv('WEFT_NODE', '/bin/sh');
      vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      const real = createRequire(import.meta.url);
      const replaced = await import('node:child_process');
      const require = (name: string) => (name === 'node:child_process' ? replaced : real(name));
      // None answers, so that it asks and hands over to none: what it hands over to is Weft.
      await new Promise<void>(resolve => {
        const own = { versions: { node: '20.0.0' }, argv: ['node', 'weft'], exit: () => resolve() };
        const get = (of: object, name: string) => Reflect.get(name in own ? own : of, name);
        const run = new Function(
          'require',
          'process',
          '__dirname',
          readText('electron/launcher.cjs').replace(/^#!.*/, ''),
        );
        run(require, new Proxy(process, { get }), temporaryFolder());
      });
    },
  },
  'electron/platform/process-start.ts': { run: () => readProcessStart(1, 'darwin') },
  'electron/storage/git/ask-git.ts': {
    run: () => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, '.git'));
      return withGit(folder, ({ ask }) => ask(['rev-parse', 'HEAD']));
    },
  },
};

beforeEach(() => {
  spawned.length = 0;
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
  return () => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

const root = join(import.meta.dirname, '../..');
/** Text of a program that opencode runs and Weft only writes; `test/agents/opencode.agents.ts` runs it. */
const written = ['electron/host/agents/opencode-plugin.ts'];
const spawning = globSync('{shared,electron,renderer}/**/*.{ts,tsx,js,cjs}', { cwd: root })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => !/\.test\.tsx?$/.test(path) && readText(path).includes('child_process'))
  .filter(path => !written.includes(path))
  .sort();

describe('every program that Weft starts', () => {
  it('is known here', () => expect(spawning).toEqual(Object.keys(scenarios)));

  it.each(spawning)('%s starts it at one place, and no shell reads its arguments', path => {
    const text = readText(path);
    const [, names = ''] = /(?:import|const) \{ (\w+) \} .*'node:child_process'/.exec(text) ?? [];
    expect(['spawn', 'spawnSync', 'execFile']).toContain(names);
    expect([text.match(new RegExp(`\\b${names}\\b`, 'g'))?.length, text.includes('shell:')]).toEqual([
      2,
      false,
    ]);
  });

  it.each(Object.entries(scenarios))('%s hands it no secret', async (_, { run, mayKnow }) => {
    await run();
    expect(spawned.length).toBeGreaterThan(0);
    expect(spawned.flatMap(one => leaksOf(one, mayKnow))).toEqual([]);
  });

  it('control: an address among the arguments, and an environment handed on as it is, are seen', () => {
    record('xdg-open', [address]);
    expect(spawned.flatMap(one => leaksOf(one))).toEqual([
      `xdg-open: ${address}`,
      ...Object.keys(secrets).map(name => `xdg-open: ${name}`),
    ]);
  });
});

describe('the page through which a browser is opened', () => {
  const openIn = async (pageFolder: string, env: NodeJS.ProcessEnv = display()) => {
    const used: (() => void)[] = [];
    const issueAddress = (whenUsed: () => void) => {
      used.push(whenUsed);
      return address;
    };
    const remove = await openInBrowser(issueAddress, { env, platform: 'linux', pageFolder });
    return { remove, use: () => used[0]?.() };
  };

  it('leads there, is read by this user alone, and goes when its address was used', async () => {
    const folder = temporaryFolder();
    const { use } = await openIn(folder);
    const [argument = ''] = spawned[0]?.values ?? [];
    const page = fileURLToPath(argument);
    const modes = [page, join(page, '..')].map(path => statSync(path).mode & 0o777);
    expect({ modes, leads: readFileSync(page, 'utf8').includes(`content="0;url=${address}"`) }).toEqual({
      modes: [0o600, 0o700],
      leads: true,
    });
    use();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });

  it('goes with the server when nobody used it, and is never made where there is no screen or no place', async () => {
    const folder = temporaryFolder();
    const { remove } = await openIn(folder);
    await remove();
    await openIn(folder, { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' });
    await openIn(join(folder, 'nowhere'));
    expect([readdirSync(folder), spawned.length]).toEqual([[], 1]);
  });
});
