import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolChoice } from '../../shared/contract/tool-sets.ts';
import { createSurfaceHost } from '../host/surface-host.ts';
import { keepHeapLean } from '../platform/lean-heap.ts';
import type { App } from '../services/app/app.ts';
import { dispatch } from '../services/app/dispatch.ts';
import { chooseToken, createCredentials } from '../shells/http/credentials.ts';
import { type HttpShell, startHttpShell } from '../shells/http/server.ts';
import { announceServer, orClosed } from './announced-servers.ts';
import type { CommandContext } from './command-context.ts';
import { withoutHost } from './globals.ts';
import { askBy, startCliApp } from './with-app.ts';

interface ServerOptions {
  readonly project: string | null;
  /** Create or open the sample project instead; without a path in the user-data folder. */
  readonly sample: { readonly path: string | undefined } | undefined;
  /** The user trusts whatever is opened. */
  readonly trustsAll: boolean;
  readonly address: string;
  readonly allowRemote: boolean;
  readonly mcpReadOnly?: boolean;
  readonly mcpTools?: readonly ToolChoice[];
  /** Definition files are looked at for every request. */
  readonly strictFiles?: boolean;
  /** Without it: 4747, or the next free one. */
  readonly port: number | undefined;
  /** False: it does not become the host of its project, and ends none. */
  readonly useHost: boolean | undefined;
}

interface RunningServer {
  readonly origin: string;
  readonly token: string;
  readonly tokenFile: string;
  /** An address that opens the studio in one browser, once; `whenUsed` is told. */
  issueAddress(whenUsed?: () => void): string;
  close(): Promise<void>;
}

const defaultPort = 4747;

/** Starts the browser shell with its project already open. */
export async function startServer(context: CommandContext, options: ServerOptions): Promise<RunningServer> {
  keepHeapLean();
  const token = chooseToken(context.env);
  const app = await startCliApp(context, {
    shell: 'browser',
    trustsAll: options.trustsAll,
    strictFiles: options.strictFiles === true,
    findProject: () => options.project,
  });
  const host = createSurfaceHost({ app, env: withoutHost(context.env, options), distDir: context.distDir });
  const end = async () => {
    await host.drain();
    await app.close();
    await host.close();
  };
  try {
    if (options.project !== null && options.sample === undefined)
      await host.take(await realpath(options.project));
    await openFirstProject(context, app, options);
    return await serveApp(context, app, token, options, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function openFirstProject(context: CommandContext, app: App, options: ServerOptions): Promise<void> {
  const ask = askBy(
    (caller, name, input) => dispatch(app, caller, name, input),
    warning => context.terminal.writeErrorLine(`weft: ${warning}`),
  );
  const { sample } = options;
  if (sample !== undefined)
    await ask('project.createSample', sample.path === undefined ? {} : { path: sample.path });
  else if (options.project !== null) await ask('project.open', { path: options.project });
}

async function serveApp(
  context: CommandContext,
  app: App,
  token: string,
  options: ServerOptions,
  end: () => Promise<void>,
): Promise<RunningServer> {
  const credentials = createCredentials(token);
  const shell: HttpShell = await startHttpShell({
    dispatch: (caller, name, input) => dispatch(app, caller, name, input),
    subscribe: app.events.subscribe,
    credentials,
    bundleDir: join(context.distDir, 'renderer'),
    sdkDir: context.distDir,
    version: app.options.version,
    listenAt: {
      address: options.address,
      allowRemote: options.allowRemote,
      port: options.port ?? defaultPort,
      orNextPort: options.port === undefined,
    },
    mcpReadOnly: options.mcpReadOnly === true,
    ...(options.mcpTools === undefined ? {} : { mcpTools: options.mcpTools }),
    logFailure: error => app.options.logger.error('a request failed', { error: String(error) }),
  });
  const { userDataDir } = app.options;
  const announced = announceServer(userDataDir, { address: shell.address, port: shell.port, token });
  const tokenFile = await orClosed(announced, shell);
  return {
    origin: shell.origin,
    token,
    tokenFile,
    issueAddress: whenUsed => `${shell.origin}/#code=${credentials.issueCode(whenUsed)}`,
    close: async () => {
      // While the port is taken: whoever has it next leaves a file of the same name.
      await rm(tokenFile, { force: true });
      await shell.close();
      await end();
    },
  };
}
