import { realpath } from 'node:fs/promises';
import type { Command } from 'commander';
import { AppError } from '../../shared/contract/errors.ts';
import { keepHeapLean } from '../platform/lean-heap.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import type { ServerWay } from '../sdk/transport.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { findProject } from './find-project.ts';
import type { GlobalOptions } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import { untilStopped } from './until-stopped.ts';
import { UsageError } from './usage-error.ts';

/** `weft host`: the one process of a project that all others ask. */
export function addHostCommand(program: Command, context: CommandContext): void {
  const host = program
    .command('host')
    .description('be the host of the project: the one process that holds it open, which all others ask')
    .addHelpText(
      'after',
      '\nWhatever needs a project starts its host by itself, in the background. Without anybody who asks it ends after\n10 minutes, or as many as WEFT_HOST_IDLE_MINUTES says. WEFT_HOST=off lets a program work without one.',
    )
    .action(async (_: unknown, command: Command) => {
      await run(context, optionsOf(command));
    });
  const actions = { status, start, stop, restart, log } as const;
  const words = {
    status: 'say who is the host of the project, and for how many it works',
    start: 'start the host of the project in the background, where none runs',
    stop: 'end the host of the project; what it has begun is finished',
    restart: 'end the host of the project and start another one',
    log: 'print what the host of the project has logged',
  } as const;
  for (const name of ['status', 'start', 'stop', 'restart', 'log'] as const)
    host
      .command(name)
      .description(words[name])
      .action(async (_: unknown, command: Command) => {
        await actions[name](context, optionsOf(command));
      });
}

function optionsOf(command: Command): GlobalOptions {
  refuseIdle(command, ['trust', 'useHost'], 'for a host, which does what was trusted for good (weft trust)');
  return command.optsWithGlobals<GlobalOptions>();
}

async function run(context: CommandContext, options: GlobalOptions): Promise<void> {
  const project = await projectOf(context, options);
  keepHeapLean();
  const { runBackgroundHost } = await import('../host/run-background-host.ts');
  const isHost = await runBackgroundHost(context, project, untilStopped());
  if (!isHost)
    throw new AppError('busy', `another process is the host of ${project}; see "weft host status"`);
}

async function projectOf(context: CommandContext, options: GlobalOptions): Promise<string> {
  const project = findProject(context.terminal.cwd, options.project);
  if (project === null) throw new UsageError('there is no project here; give one with --project');
  return realpath(project);
}

/** `more`: what else is said in machine output. `joined`: the way to the host where one is there; of another one it would count the connection. */
async function status(
  context: CommandContext,
  options: GlobalOptions,
  { more = {}, joined }: { readonly more?: object | undefined; readonly joined?: ServerWay } = {},
): Promise<void> {
  const project = await projectOf(context, options);
  const { askHost, findHost, answerMs } = await import('../host/join-host.ts');
  const found = await findHost(findUserDataDir(), project);
  const way = joined ?? found?.way;
  const said = way === undefined ? undefined : await askHost(way, 'status', answerMs);
  if (options.json) await context.terminal.writeJson({ ...more, running: said !== undefined, ...said });
  else
    await context.terminal.writeLines(
      said === undefined ? noneLines(project, found?.owner.pid) : lines(said),
    );
  if (said === undefined) context.finish(exitCodes.findings);
}

const noneLines = (project: string, silent: number | undefined): string[] => [
  silent === undefined
    ? `no host of ${project} runs; whatever needs it starts one`
    : `the host of ${project} (process ${silent}) does not answer`,
];

function lines(said: Readonly<Record<string, unknown>>): string[] {
  const { pid, project, version, background, started_at, connections, calls, memory_bytes } = said;
  const kind = background === true ? 'in the background' : 'with a surface';
  return [
    `host of ${String(project)}: process ${String(pid)}, ${kind}, Weft ${String(version)}`,
    `since ${String(started_at)}; ${String(connections)} connected, ${String(calls)} calls running, ${Math.round(Number(memory_bytes) / 1024 / 1024)} MiB`,
  ];
}

async function stop(context: CommandContext, options: GlobalOptions): Promise<void> {
  await tell(context, options, await end(context, options));
}

const tell = (context: CommandContext, options: GlobalOptions, { stopped, line }: Ended): Promise<void> =>
  options.json ? context.terminal.writeJson({ stopped }) : context.terminal.writeLines([line]);

interface Ended {
  readonly stopped: boolean;
  /** It does not answer, and may be the host still. */
  readonly isSilent: boolean;
  readonly line: string;
}

async function end(context: CommandContext, options: GlobalOptions): Promise<Ended> {
  const project = await projectOf(context, options);
  const { stopHost } = await import('../host/join-host.ts');
  const stopped = await stopHost(findUserDataDir(), project);
  const line = {
    none: `no host of ${project} runs`,
    stopped: `the host of ${project} has ended`,
    surface: `the host of ${project} has a studio; close that one`,
    silent: `the host of ${project} does not answer`,
  }[stopped];
  if (stopped === 'surface' || stopped === 'silent') context.finish(exitCodes.findings);
  return { stopped: stopped === 'stopped', isSilent: stopped === 'silent', line };
}

async function restart(context: CommandContext, options: GlobalOptions): Promise<void> {
  const ended = await end(context, options);
  if (ended.isSilent || !options.json) await tell(context, options, ended);
  if (!ended.isSilent) await start(context, options, { stopped: ended.stopped });
}

async function start(context: CommandContext, options: GlobalOptions, more?: object): Promise<void> {
  const project = await projectOf(context, options);
  const { hostOf } = await import('../host/start-in-background.ts');
  const { joinHost } = await import('../host/join-host.ts');
  const host = await hostOf({ ...context, userDataDir: findUserDataDir(), project });
  const found = host === undefined ? { why: `${project} is no project` } : await joinHost(host);
  if ('why' in found) throw new AppError('busy', `no host was started: ${found.why}`);
  await status(context, options, { more, joined: found });
}

async function log(context: CommandContext, options: GlobalOptions): Promise<void> {
  const project = await projectOf(context, options);
  const { hostPlace } = await import('../host/host-place.ts');
  const { readHostLog, readLogEntries } = await import('../host/host-log.ts');
  const text = readHostLog(hostPlace(findUserDataDir(), project).log);
  await (options.json
    ? context.terminal.writeJson({ entries: readLogEntries(text) })
    : context.terminal.writeContent(text));
}
