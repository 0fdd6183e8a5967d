import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostPlace } from '../../electron/host/host-place.ts';
import { type HostedProject, isThere, untilGone } from '../support/hosted-project.ts';
import { repository } from '../support/run-weft.ts';
import type { SeededRandom } from '../support/seeded-random.ts';

/** What a fault is done to. */
export interface FaultWorld {
  readonly project: HostedProject;
  /** A folder for what faults need. */
  readonly folder: string;
  readonly random: SeededRandom;
}

/** A hook as it is started under a fault. What is left out is as usual. */
export interface FaultyHook {
  /** What is written to it, piece by piece; an event of the agent where it is left out. */
  readonly stdin?: readonly (string | Buffer)[];
  /** Milliseconds between two pieces. */
  readonly pauseMs?: number;
  /** It is not told that nothing more comes. */
  readonly staysOpen?: boolean;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly values?: readonly string[];
  /** A descriptor in place of a pipe that is read. */
  readonly stdout?: number;
  /** Its output is not read. */
  readonly isUnread?: boolean;
  /** A shell's words before the command. */
  readonly within?: string;
  readonly uid?: number;
  /** Done once it has been started. */
  meanwhile?(hook: ChildProcess): Promise<void>;
  /** Makes the world whole again. */
  after?(): Promise<void> | void;
}

type Fault = (world: FaultWorld, event: object) => Promise<FaultyHook> | FaultyHook;

/** The process that is the host by its file; hosts that died are passed over. */
async function livingHost({ project }: FaultWorld): Promise<number | undefined> {
  return (await project.hostPids()).findLast(isThere);
}

async function kill(world: FaultWorld, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | undefined> {
  const pid = await livingHost(world);
  if (pid === undefined) return undefined;
  process.kill(pid, signal);
  if (signal === 'SIGKILL') await untilGone(pid);
  return pid;
}

const resume = (pid: number | undefined): void => {
  if (pid !== undefined && isThere(pid)) process.kill(pid, 'SIGCONT');
};

/** The file that says who the host of the project is; one that has ended in order has taken it away. */
async function hostFile({ project }: FaultWorld): Promise<string> {
  const { file } = hostPlace(project.userDataDir, realpathSync(project.folder));
  while (!existsSync(file)) await project.call('project.info');
  return file;
}

/** The host is gone and its file is still there, in another form; the next host writes it anew. */
async function withHostFile(world: FaultWorld, change: (file: string) => void): Promise<FaultyHook> {
  const file = await hostFile(world);
  const pid = await kill(world, 'SIGSTOP');
  const before = readFileSync(file);
  change(file);
  return {
    after() {
      rmSync(file, { recursive: true, force: true });
      writeFileSync(file, before, { mode: 0o600 });
      resume(pid);
    },
  };
}

/** Somebody else listens where the host was, and says so to whatever comes. */
async function withImpostor(world: FaultWorld, say: (socket: Socket) => void): Promise<FaultyHook> {
  await kill(world);
  const socket = `${await hostFile(world)}.sock`;
  rmSync(socket, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer(one => {
    sockets.add(one.on('error', () => {}));
    say(one);
  });
  await new Promise<void>(resolve => server.listen(socket, resolve));
  return {
    async after() {
      for (const one of sockets) one.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** A file of the project with other content for a time. */
function withFile(path: string, content: string | Buffer): FaultyHook {
  const before = readFileSync(path);
  writeFileSync(path, content);
  return { after: () => writeFileSync(path, before) };
}

/** A folder that looks like a project, made anew. */
function oddProject({ folder }: FaultWorld, event: object, make: (path: string) => void): FaultyHook {
  const path = join(folder, 'odd');
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
  make(path);
  return { stdin: [JSON.stringify({ ...event, cwd: path })], cwd: path };
}

const other = (event: object, more: object): FaultyHook => ({
  stdin: [JSON.stringify({ ...event, ...more })],
});

const isRoot = process.getuid?.() === 0;

/** All that may go wrong around a hook. */
export const hookFaults = {
  'nothing is wrong': () => ({}),
  'the host is killed before': async world => {
    await kill(world);
    return {};
  },
  'the host is killed meanwhile': world => ({
    async meanwhile() {
      await sleep(world.random.between(0, 80));
      await kill(world);
    },
  }),
  'the host hangs': async world => {
    const pid = await kill(world, 'SIGSTOP');
    return { after: () => resume(pid) };
  },
  'the host hangs from some moment on': world => {
    const state: { pid?: number | undefined } = {};
    return {
      async meanwhile() {
        await sleep(world.random.between(0, 80));
        state.pid = await kill(world, 'SIGSTOP');
      },
      after: () => resume(state.pid),
    };
  },
  'somebody listens in its place and is silent': world => withImpostor(world, () => {}),
  'somebody listens in its place and hangs up': world => withImpostor(world, socket => socket.destroy()),
  'somebody in its place says nonsense': world => {
    const said = world.random.text('HTP/1. 20OK\r\n{}":', 200);
    return withImpostor(world, socket => socket.end(said));
  },
  'somebody in its place never comes to an end': world =>
    withImpostor(world, socket => {
      const timer = setInterval(() => socket.write('HTTP/1.1 200 OK\r\nx: y\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    }),
  'somebody in its place shows a wrong proof': world => {
    const body = '{"proof":"c2hvd24"}';
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;
    return withImpostor(world, socket => void socket.on('data', () => socket.write(head + body)));
  },
  'its file is nonsense': world =>
    withHostFile(world, file => writeFileSync(file, world.random.text('{}":,\n a1', 80))),
  'its file can be read by others': world => withHostFile(world, file => chmodSync(file, 0o644)),
  'its file is a pipe': world =>
    withHostFile(world, file => {
      rmSync(file);
      execFileSync('mkfifo', [file]);
    }),
  'its file is a folder': world =>
    withHostFile(world, file => {
      rmSync(file);
      mkdirSync(file);
    }),
  'it is of another version': world =>
    withHostFile(world, file =>
      writeFileSync(file, readFileSync(file, 'utf8').replace(/"version":"[^"]*"/, '"version":"99.0.0"')),
    ),
  'no place for files of the user': ({ folder }) => {
    writeFileSync(join(folder, 'file'), '');
    return { env: { WEFT_USER_DATA: join(folder, 'file') } };
  },
  'another user': world => {
    if (isRoot) return { uid: 65_534 };
    chmodSync(world.project.userDataDir, 0o000);
    return { after: () => chmodSync(world.project.userDataDir, 0o700) };
  },
  'the disk is full for the hook': () => ({ within: 'ulimit -f 0' }),
  'the disk is full for the hook, and no host runs': async world => {
    await kill(world);
    return { within: 'ulimit -f 0' };
  },
  'the disk is full for the host': async world => {
    await kill(world);
    const { place, folder } = world.project;
    const host = [process.execPath, join(repository, 'dist/cli.cjs'), 'host', '--project', folder];
    const child = spawn('/bin/sh', ['-c', 'ulimit -f 100; exec "$@"', 'sh', ...host], {
      env: { ...process.env, ...place.env, WEFT_USER_DATA: place.userDataDir },
      stdio: 'ignore',
    });
    const ended = new Promise(resolve => child.once('close', resolve));
    await sleep(world.random.between(200, 1500));
    return {
      async after() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  },
  'nothing can be said': () => ({ stdout: openSync('/dev/full', 'w') }),
  'nobody hears what is said': () => ({ isUnread: true }),
  'the rules are nonsense': ({ project }) =>
    withFile(join(project.folder, '.codebolt/context-rule-engines/always.json'), '{"rules": [{]'),
  'the configuration is nonsense': ({ project }) =>
    withFile(join(project.folder, '.codebolt/weft.json'), '{"context_engineering": 7'),
  'the project is a file': (world, event) =>
    oddProject(world, event, path => writeFileSync(join(path, '.codebolt'), '')),
  'the database is nonsense': (world, event) =>
    oddProject(world, event, path => {
      mkdirSync(join(path, '.codebolt/weft'), { recursive: true });
      writeFileSync(join(path, '.codebolt/weft/weft.sqlite'), world.random.text('SQLite format 3\0', 9000));
    }),
  'nobody trusts the project': (world, event) =>
    oddProject(world, event, path => mkdirSync(join(path, '.codebolt'))),
  'the folder is gone': (world, event) => other(event, { cwd: join(world.folder, 'gone') }),
  'the folder was moved': ({ project }) => {
    renameSync(project.folder, `${project.folder}-moved`);
    return { cwd: '/', after: () => renameSync(`${project.folder}-moved`, project.folder) };
  },
  'the folder is no path': (_, event) => other(event, { cwd: '\0' }),
  'the input is nonsense': ({ random }) => ({
    stdin: [Buffer.from(Array.from({ length: random.between(1, 3000) }, () => random.between(0, 255)))],
  }),
  'the input is empty': () => ({ stdin: [] }),
  'the input is cut': ({ random }, event) => {
    const text = JSON.stringify(event);
    return { stdin: [text.slice(0, random.between(1, text.length - 1))] };
  },
  'the input is deep': () => ({ stdin: ['['.repeat(100_000)] }),
  'the input is huge': (_, event) => other(event, { tool_response: 'x '.repeat(20_000_000) }),
  'the input is another value': ({ random }) => ({
    stdin: [random.pick(['0', 'null', '[]', '{}', '"text"', '{"__proto__": {"hook_event_name": "Stop"}}'])],
  }),
  'the input has other types': ({ random }, event) =>
    other(event, {
      [random.pick(['session_id', 'cwd', 'tool_name', 'tool_input', 'prompt', 'hook_event_name'])]:
        random.pick<unknown>([7, null, [], {}, true, '']),
    }),
  'the event is unknown': (_, event) => other(event, { hook_event_name: 'Whatever' }),
  'the input never ends': (_, event) => ({ stdin: [JSON.stringify(event)], staysOpen: true }),
  'the input never begins': () => ({ stdin: [], staysOpen: true }),
  'the input stops in its middle': (_, event) => ({
    stdin: [JSON.stringify(event).slice(0, 40)],
    staysOpen: true,
  }),
  'the input comes slowly': ({ random }, event) => {
    const text = JSON.stringify(event);
    const at = random.between(1, text.length - 1);
    return { stdin: [text.slice(0, at), text.slice(at)], pauseMs: random.between(1, 900) };
  },
  'the agent is unknown': () => ({ values: ['--agent', 'nobody'] }),
  'no agent is named': () => ({ values: ['--agent'] }),
  'there is no environment': () => ({ env: { PATH: '', HOME: '' } }),
  'the transcript is no file': (world, event) => {
    const pipe = join(world.folder, 'transcript.jsonl');
    rmSync(pipe, { force: true });
    execFileSync('mkfifo', [pipe]);
    return other(event, {
      transcript_path: world.random.pick([pipe, '/dev/zero', world.folder, '/none/x.jsonl']),
    });
  },
  'the transcript is nonsense': (world, event) => {
    const file = join(world.folder, 'nonsense.jsonl');
    writeFileSync(file, `${world.random.text('{}"_tokens:[]\n', 5000)}\n${'['.repeat(50_000)}\n`);
    return other(event, { transcript_path: file });
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof hookFaults;

/** Looks a fault up with its declared shape instead of its literal one. */
export const hookFault = (name: FaultName): Fault => hookFaults[name];
