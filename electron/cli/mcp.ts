import type { Command } from 'commander';
import type { ToolChoice } from '../../shared/contract/tool-sets.ts';
import { redact } from '../../shared/redaction/redact.ts';
import { createLogger } from '../platform/logger.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { toolsOption } from './tools-option.ts';
import { untilStopped } from './until-stopped.ts';
import { openDoor } from './with-app.ts';

interface McpCommandOptions extends GlobalOptions {
  readonly readOnly?: boolean;
  readonly tools?: readonly ToolChoice[];
}

/** How long answers may still come after the end of the input: the process is gone a second after it. */
const graceMs = 500;

/** `weft mcp`: the tools of this project for an agent, over stdin and stdout. */
export function addMcpCommand(program: Command, context: CommandContext): void {
  program
    .command('mcp')
    .description('serve the Model Context Protocol on standard input and output, for agents')
    .option('--read-only', 'offer no tool that writes')
    .addOption(toolsOption('--tools <sets>'))
    .addHelpText('after', '\nWith WEFT_LOG=debug every call is a line on standard error.')
    .action(async (_: unknown, command: Command) => {
      await serveMcp(context, command.optsWithGlobals<McpCommandOptions>());
    });
}

async function serveMcp(context: CommandContext, options: McpCommandOptions): Promise<void> {
  const { terminal, version } = context;
  const stopped = untilStopped();
  const { door, close } = await openDoor(context, options, true);
  door.stay();

  const { loggedPort, serveMcpLines } = await import('../shells/mcp/serve-stdio.ts');
  const logger = createLogger(line => terminal.writeErrorLine(line.replace(/\n$/, '')));
  const shown = context.env.WEFT_LOG === 'debug' ? loggedPort(door, logger.info) : door;
  const connection = serveMcpLines(
    {
      weft: shown,
      access: options.readOnly === true ? 'read' : 'write',
      tools: options.tools ?? ['default'],
      version,
    },
    { input: terminal.stdin, write: line => terminal.writeJsonText(line), graceMs },
    error => logger.warn('a message could not be served', { error: redact(error.message).text }),
  );
  await Promise.race([connection.ended, stopped]);
  terminal.closeInput();
  await connection.close();
  await close();
}
