import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { existingFolder, findProject } from './find-project.ts';
import { type GlobalOptions, isTrustGiven } from './globals.ts';
import { untilStopped } from './until-stopped.ts';
import { startCliApp } from './with-app.ts';

interface McpCommandOptions extends GlobalOptions {
  readonly readOnly?: boolean;
}

/** How long answers may still come after the end of the input: the process is gone a second after it (T19). */
const graceMs = 500;

/** `weft mcp`: the tools of this project for an agent, over stdin and stdout. */
export function addMcpCommand(program: Command, context: CommandContext): void {
  program
    .command('mcp')
    .description('serve the Model Context Protocol on standard input and output, for agents')
    .option('--read-only', 'offer no tool that writes')
    .addHelpText('after', '\nWith WEFT_LOG=debug every call is a line on standard error.')
    .action(async (_: unknown, command: Command) => {
      await serveMcp(context, command.optsWithGlobals<McpCommandOptions>());
    });
}

async function serveMcp(context: CommandContext, options: McpCommandOptions): Promise<void> {
  const { terminal, version } = context;
  if (options.project !== undefined) existingFolder(terminal.cwd, options.project);
  const stopped = untilStopped();
  const project = findProject(terminal.cwd, options.project);
  const trustsAll = isTrustGiven(context.env, options);
  const app = await startCliApp(context, { shell: 'none', trustsAll, findProject: () => project });
  const { createMcpWeft } = await import('./mcp/mcp-weft.ts');
  const { loggedPort } = await import('../shells/mcp/logged-port.ts');
  const { serveMcpLines } = await import('../shells/mcp/serve-stdio.ts');
  const weft = createMcpWeft(app, project);
  const shown = context.env.WEFT_LOG === 'debug' ? loggedPort(weft, app.options.logger.info) : weft;
  const connection = serveMcpLines(
    { weft: shown, access: options.readOnly === true ? 'read' : 'write', version },
    { input: terminal.stdin, write: line => terminal.writeJsonText(line), graceMs },
    error => app.options.logger.warn('a message could not be served', { error: error.message }),
  );
  await Promise.race([connection.ended, stopped]);
  terminal.closeInput();
  await connection.close();
  weft.close();
  await app.close();
}
