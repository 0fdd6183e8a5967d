#!/usr/bin/env node
import { CommanderError } from 'commander';
import { version } from '../package.json' with { type: 'json' };
import { AppError } from '../shared/contract/errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './cli/exit-codes.ts';
import { createProgram } from './cli/program.ts';
import { createTerminal } from './cli/terminal.ts';
import { UsageError } from './cli/usage-error.ts';

/** The `weft` command. */
const terminal = createTerminal();
const context = {
  terminal,
  env: process.env,
  version,
  distDir: import.meta.dirname,
  finish: (code: ExitCode) => {
    process.exitCode = code;
  },
};

try {
  await createProgram(context).parseAsync();
} catch (error) {
  context.finish(report(error));
}

/** One line on stderr for whatever went wrong, and the exit code for it. */
function report(error: unknown): ExitCode {
  if (error instanceof CommanderError) return reportUsage(error);
  if (error instanceof UsageError) return reportLine(error.message, exitCodes.usage);
  if (error instanceof AppError) return reportLine(error.message, exitCodeOf[error.code]);
  return reportLine(
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    exitCodes.internal,
  );
}

function reportUsage(error: CommanderError): ExitCode {
  // Help and version are no errors, only the end of the command.
  if (error.exitCode === 0) return exitCodes.ok;
  if (error.code === 'commander.help') return exitCodes.usage;
  const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  return reportLine(`${message}; see weft --help`, exitCodes.usage);
}

function reportLine(message: string, code: ExitCode): ExitCode {
  terminal.writeError(`weft: ${message}\n`);
  return code;
}
