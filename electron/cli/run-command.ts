import { CommanderError } from 'commander';
import { AppError, type ErrorBody } from '../../shared/contract/errors.ts';
import { listedErrors } from '../../shared/contract/listed-problems.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import type { CommandContext } from './command-context.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';
import { commandWord, createProgram } from './program.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs one command to its end; whatever goes wrong is told on stderr, with the exit code for it, and for machines with
 * its details on stdout.
 */
export async function runCommand(context: CommandContext, values: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(context, values);
    await program.parseAsync(values, { from: 'user' });
  } catch (error) {
    // What it has done until then was told, in the document that a command writes.
    if (isForMachines(values) && !context.terminal.hasWritten()) await writeFailure(context.terminal, error);
    context.finish(reportFailure(context.terminal, error));
  }
}

/** Their output is a protocol, whatever is asked. */
const protocols: readonly (string | undefined)[] = ['mcp', 'hook'];

const isForMachines = (values: readonly string[]): boolean =>
  values.includes('--json') && !protocols.includes(commandWord(values));

/** The envelope of a failed reply. */
async function writeFailure(terminal: Terminal, error: unknown): Promise<void> {
  if (error instanceof CommanderError && error.exitCode === 0) return;
  await terminal.writeJson({ ok: false, error: bodyOf(error) }, 0);
}

function bodyOf(error: unknown): ErrorBody {
  // JSON leaves out details that are undefined.
  if (error instanceof AppError) return { code: error.code, message: error.message, details: error.details };
  if (error instanceof UsageError || error instanceof CommanderError)
    return { code: 'invalid_input', message: usageWords(error) };
  return { code: 'internal', message: String(error) };
}

/** One line for what went wrong; where it is our own mistake, also where it happened. */
export function reportFailure(terminal: Terminal, error: unknown): ExitCode {
  if (error instanceof CommanderError) return reportUsage(terminal, error);
  if (error instanceof UsageError) return reportLine(terminal, error.message, exitCodes.usage);
  if (error instanceof AppError) return reportLine(terminal, withAllErrors(error), exitCodeOf[error.code]);
  reportLine(terminal, String(error), exitCodes.internal);
  for (const place of placesOf(error)) terminal.writeErrorLine(place);
  return exitCodes.internal;
}

function placesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.split('\n').filter(line => /^ +at /.test(line));
}

/** All of a few errors, where the message tells the first and how many more there are. */
function withAllErrors({ message, details }: AppError): string {
  const others = listedErrors({ details })
    .slice(1)
    .flatMap(error => (isJsonObject(error) ? String(error.message) : []));
  const isFew = others.length <= mostErrors;
  return isFew ? [message.replace(/ \(and \d+ more\)$/, ''), ...others].join('; ') : message;
}

/** Nobody reads more in one line. */
const mostErrors = 20;

function reportUsage(terminal: Terminal, error: CommanderError): ExitCode {
  // Help and version are no errors, only the end of the command.
  if (error.exitCode === 0) return exitCodes.ok;
  if (error.code === 'commander.help') return exitCodes.usage;
  return reportLine(terminal, usageWords(error), exitCodes.usage);
}

function usageWords(error: CommanderError | UsageError): string {
  if (error instanceof UsageError) return error.message;
  if (error.code === 'commander.help') return 'a command is missing; see weft --help';
  // A suggestion comes on a line of its own; of some the sentence has its end, of others not.
  const words = error.message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '');
  return `${words}; see weft --help`;
}

function reportLine(terminal: Terminal, message: string, code: ExitCode): ExitCode {
  terminal.writeErrorLine(`weft: ${message}`);
  return code;
}
