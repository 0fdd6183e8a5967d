import {
  contract,
  type Input,
  isProcedureName,
  type Output,
  type ProcedureName,
} from '../../shared/contract/contract.ts';
import { AppError, type Reply } from '../../shared/contract/errors.ts';
import { takesRequest } from '../../shared/contract/procedure.ts';
import type { Cancel } from '../engine/ports.ts';
import type { WeftDoor } from '../host/weft-door.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import type { App, AppOptions } from '../services/app/app.ts';
import type { Caller } from '../services/project/call.ts';
import type { Dispatch } from '../shells/dispatch-port.ts';
import type { CommandContext } from './command-context.ts';
import { existingFolder, findProject } from './find-project.ts';
import { type GlobalOptions, isHostWanted, isTrustGiven } from './globals.ts';

/** Weft as the commands use it, wherever it runs. */
export interface CliApp {
  readonly door: WeftDoor;
  /** The app of this process, made when it is needed first: for what is asked of no other. */
  own(): Promise<App>;
  dispatch(name: string, input: unknown): Promise<Reply<unknown>>;
  /** The value of a reply; throws `AppError` for any other. */
  ask<Name extends ProcedureName>(name: Name, input: Input<Name>, cancel?: Cancel): Promise<Output<Name>>;
}

/** Who calls when a command does. */
export const caller: Caller = { door: 'cli', access: 'write' };

/** Whether a command says a warning by itself; of the configuration, or of an answer. */
type IsSaid = (warning: string, isOfConfig: boolean) => boolean;

/**
 * Runs `work` with the host of the project, or with an app of its own that opens the project when, and only when, a call
 * needs one. Each warning of an answer is told once, and before it what of the configuration is not in force, unless the
 * command `isSaid` it by itself.
 */
export async function withApp<Result>(
  context: CommandContext,
  options: GlobalOptions,
  work: (cli: CliApp) => Promise<Result>,
  isSaid: IsSaid = () => false,
): Promise<Result> {
  const opened = await openDoor(context, options, false);
  const { door, own } = opened;
  const told = new Set<string>();
  const warn = (warning: string, isOfConfig = false) => {
    if (told.has(warning) || isSaid(warning, isOfConfig)) return;
    told.add(warning);
    context.terminal.writeErrorLine(`weft: ${warning}`);
  };
  try {
    const { key } = context;
    const asking = key === undefined ? caller : { ...caller, key };
    const dispatch: CliApp['dispatch'] = (name, input) => door.dispatch(asking, name, input);
    const ask = tellingOfConfig(askBy(door.dispatch, warn), door.dispatch, warning => warn(warning, true));
    return await work({ door, own, dispatch, ask });
  } finally {
    await opened.close();
  }
}

/** Says what of the configuration is not in force, once a call has opened the project. */
function tellingOfConfig(
  ask: CliApp['ask'],
  dispatch: Dispatch,
  warn: (warning: string) => void,
): CliApp['ask'] {
  const state = { isTold: false };
  return async (name, input, cancel) => {
    const output = await ask(name, input, cancel);
    const procedure = contract[name];
    if (state.isTold || !(procedure.project || takesRequest(procedure))) return output;
    state.isTold = true;
    const reply = await replyOf((...asked) => dispatch(caller, ...asked), 'config.get', {});
    if (reply.ok) for (const { message } of reply.value.warnings) warn(message);
    return output;
  };
}

interface OpenDoor extends Pick<CliApp, 'door' | 'own'> {
  close(): Promise<void>;
}

/** `asksServers`: without a host, a server of this user that has the project open is asked. */
export async function openDoor(
  context: CommandContext,
  options: GlobalOptions,
  asksServers: boolean,
): Promise<OpenDoor> {
  const { cwd } = context.terminal;
  // Told now, as bad usage, and not by the first call that needs the project.
  if (options.project !== undefined) existingFolder(cwd, options.project);
  const trustsAll = isTrustGiven(context.env, options);
  const project = findProject(cwd, options.project);
  let app: Promise<App> | undefined;
  const own = () => {
    app ??= startCliApp(context, {
      shell: 'none',
      trustsAll,
      // The one that was found, also where it is gone by now: the next one above would be another.
      findProject: () => project ?? findProject(cwd, undefined),
    });
    return app;
  };
  const userDataDir = findUserDataDir();
  const { createWeftDoor } = await import('../host/weft-door.ts');
  const { hostOf } = await import('../host/start-in-background.ts');
  const door = createWeftDoor({
    userDataDir,
    project,
    own,
    asksServers,
    trustsAll,
    onAlone: why =>
      context.terminal.writeErrorLine(
        `weft: works without the host of the project: ${why}; see "weft doctor"`,
      ),
    host: isHostWanted(context.env, options) ? await hostOf({ ...context, userDataDir, project }) : undefined,
  });
  return {
    door,
    own,
    async close() {
      door.close();
      await (await app)?.close();
    },
  };
}

/** Loaded here and not above, so that `--help` and bad usage need nothing of it. */
export async function startCliApp(
  context: CommandContext,
  options: Required<Pick<AppOptions, 'shell' | 'trustsAll' | 'findProject'>> &
    Pick<AppOptions, 'strictFiles'>,
): Promise<App> {
  const { startApp } = await import('../start-app.ts');
  return startApp({
    ...options,
    version: context.version,
    distDir: context.distDir,
    writeLog: line => context.terminal.writeErrorLine(line.replace(/\n$/, '')),
  });
}

/** What a procedure replies, also where it fails. */
export async function replyOf<Name extends ProcedureName>(
  dispatch: CliApp['dispatch'],
  name: Name,
  input: Input<Name>,
): Promise<Reply<Output<Name>>> {
  return (await dispatch(name, input)) as Reply<Output<Name>>; // the handler behind `name` is typed by the same contract
}

/** `warn` hears what an answer may lack, where a command shows the answer alone. */
export function askBy(dispatch: Dispatch, warn: (warning: string) => void): CliApp['ask'] {
  return async (name, input, cancel) => {
    const asking = cancel === undefined ? caller : { ...caller, cancel };
    const reply = await replyOf((...asked) => dispatch(asking, ...asked), name, input);
    if (!reply.ok) throw new AppError(reply.error.code, inCommands(reply.error.message), reply.error.details);
    for (const warning of reply.warnings ?? []) warn(inCommands(warning));
    return reply.value;
  };
}

/** What answers as these procedures do, for whoever has a command line before them; others are called by their name. */
const ownCommands: Partial<Readonly<Record<ProcedureName, string>>> = {
  'audit.memories': 'weft audit',
  'backup.list': 'weft backup list',
  'health.record': 'weft health',
  'imports.preview': 'weft import ... --dry-run',
};

/** Behind these words a message says what to call. */
const hint = /(?<=; |\b(?:see|ask|of|run|with) )[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*\b/g;

/** A message with commands in the place of the procedures that it tells to call. */
export const inCommands = (message: string): string =>
  message.replace(hint, name =>
    isProcedureName(name) ? `"${ownCommands[name] ?? `weft call ${name}`}"` : name,
  );
