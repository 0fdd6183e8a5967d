import { CommanderError } from 'commander';
import { AppError } from '../../shared/contract/errors.ts';
import type { CommandContext } from './command-context.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Runs one command to its end; whatever goes wrong is told on stderr, with the exit code for it. */
export async function runCommand(context: CommandContext, values: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(context, values);
    await program.parseAsync(values, { from: 'user' });
  } catch (error) {
    context.finish(reportFailure(context.terminal, error));
  }
}

/** One line for what went wrong; where it is our own mistake, also where it happened. */
export function reportFailure(terminal: Terminal, error: unknown): ExitCode {
  if (error instanceof CommanderError) return reportUsage(terminal, error);
  if (error instanceof UsageError) return reportLine(terminal, error.message, exitCodes.usage);
  if (error instanceof AppError) return reportLine(terminal, error.message, exitCodeOf[error.code]);
  reportLine(terminal, String(error), exitCodes.internal);
  for (const place of placesOf(error)) terminal.writeErrorLine(place);
  return exitCodes.internal;
}

function placesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.split('\n').filter(line => /^ +at /.test(line));
}

function reportUsage(terminal: Terminal, error: CommanderError): ExitCode {
  // Help and version are no errors, only the end of the command.
  if (error.exitCode === 0) return exitCodes.ok;
  if (error.code === 'commander.help') return exitCodes.usage;
  // A suggestion comes on a line of its own.
  const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  return reportLine(terminal, `${message}; see weft --help`, exitCodes.usage);
}

function reportLine(terminal: Terminal, message: string, code: ExitCode): ExitCode {
  terminal.writeErrorLine(`weft: ${message}`);
  return code;
}
