import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import { AppError, type Reply } from '../../shared/contract/errors.ts';
import type { Cancel } from '../engine/ports.ts';
import type { App, AppOptions } from '../services/app.ts';
import type { Caller } from '../services/call.ts';
import type { CommandContext } from './command-context.ts';
import { existingFolder, findProject } from './find-project.ts';
import { type GlobalOptions, isTrustGiven } from './globals.ts';

/** A running app as the commands use it. */
export interface CliApp {
  readonly app: App;
  dispatch(name: string, input: unknown): Promise<Reply<unknown>>;
  /** The value of a reply; throws `AppError` for any other. */
  ask<Name extends ProcedureName>(name: Name, input: Input<Name>, cancel?: Cancel): Promise<Output<Name>>;
}

/** Who calls when a command does. */
export const caller: Caller = { door: 'cli', access: 'write' };

/** Runs `work` with an app that opens the project when, and only when, a call needs one. */
export async function withApp<Result>(
  context: CommandContext,
  options: GlobalOptions,
  work: (cli: CliApp) => Promise<Result>,
): Promise<Result> {
  // Told now, as bad usage, and not by the first call that needs the project.
  if (options.project !== undefined) existingFolder(context.terminal.cwd, options.project);
  const app = await startCliApp(context, {
    shell: 'none',
    trustsAll: isTrustGiven(context.env, options),
    findProject: () => findProject(context.terminal.cwd, options.project),
  });
  try {
    return await work(await connect(app, warning => context.terminal.writeErrorLine(`weft: ${warning}`)));
  } finally {
    await app.close();
  }
}

/** Loaded here and not above, so that `--help` and bad usage need nothing of it. */
export async function startCliApp(
  context: CommandContext,
  options: Required<Pick<AppOptions, 'shell' | 'trustsAll' | 'findProject'>>,
): Promise<App> {
  const { startApp } = await import('../start-app.ts');
  return startApp({
    ...options,
    version: context.version,
    distDir: context.distDir,
    writeLog: line => context.terminal.writeErrorLine(line.replace(/\n$/, '')),
  });
}

/** `warn` hears what an answer may lack, where a command shows the answer alone. */
export async function connect(app: App, warn: (warning: string) => void): Promise<CliApp> {
  const { dispatch } = await import('../services/dispatch.ts');
  return {
    app,
    dispatch: (name, input) => dispatch(app, caller, name, input),
    ask: async (name, input, cancel) => {
      const reply = await dispatch(app, cancel === undefined ? caller : { ...caller, cancel }, name, input);
      if (!reply.ok) throw new AppError(reply.error.code, reply.error.message, reply.error.details);
      for (const warning of reply.warnings ?? []) warn(warning);
      return reply.value as Output<typeof name>; // the handler behind `name` is typed by the same contract
    },
  };
}
