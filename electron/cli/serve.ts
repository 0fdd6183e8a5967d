import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ToolChoice } from '../../shared/contract/tool-sets.ts';
import { checkBindAddress } from '../shells/http/bind-address.ts';
import type { CommandContext } from './command-context.ts';
import { findProject } from './find-project.ts';
import { type GlobalOptions, isTrustGiven } from './globals.ts';
import { toolsOption } from './tools-option.ts';
import { untilStopped } from './until-stopped.ts';

interface ServeOptions extends GlobalOptions {
  readonly port?: number;
  readonly host: string;
  readonly allowRemote?: boolean;
  readonly mcpReadOnly?: boolean;
  readonly mcpTools?: readonly ToolChoice[];
  readonly strictFiles?: boolean;
}

/** `weft serve`: the studio, REST, events and MCP for browsers and clients of this machine. */
export function addServeCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('serve the studio, REST, WebSocket events and MCP on this machine')
    .addOption(
      new Option('--port <number>', 'the port (default: 4747, or the next free one)').argParser(parsePort),
    )
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--allow-remote', 'let --host be an address that other machines can reach')
    .option('--mcp-read-only', 'offer agents no tool that writes')
    .addOption(toolsOption('--mcp-tools <sets>'))
    .option('--strict-files', 'look at every definition file for every request')
    .action(async (_: unknown, command: Command) => {
      await serve(context, command.optsWithGlobals<ServeOptions>());
    });
}

async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  const allowRemote = options.allowRemote === true;
  const { startServer } = await import('./start-server.ts');
  const server = await startServer(context, {
    project: findProject(context.terminal.cwd, options.project),
    sample: undefined,
    trustsAll: isTrustGiven(context.env, options),
    address: checkBindAddress(options.host, allowRemote),
    allowRemote,
    mcpReadOnly: options.mcpReadOnly === true,
    ...(options.mcpTools === undefined ? {} : { mcpTools: options.mcpTools }),
    strictFiles: options.strictFiles === true,
    port: options.port,
    useHost: options.useHost,
  });
  const { token, tokenFile, origin } = server;
  const address = server.issueAddress();
  // Before anyone can know that it runs, and stop it.
  const stopped = untilStopped();
  await (options.json
    ? context.terminal.writeJson({ address, origin, token, token_file: tokenFile }, 0)
    : context.terminal.writeLines([
        `studio: ${address}`,
        `REST and events: ${origin}, with the token ${token}`,
        `MCP: ${origin}/mcp, with the same token`,
        `the token is also in ${tokenFile}; stop with Ctrl+C`,
      ]));
  await stopped;
  await server.close();
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('a port is a number from 0 to 65535, where 0 means any free one.');
}
