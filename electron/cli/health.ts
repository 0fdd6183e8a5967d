import type { Command } from 'commander';
import { type ErrorCode, failedReply, type Reply } from '../../shared/contract/errors.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { answerLines } from '../shells/lines.ts';
import type { CommandContext } from './command-context.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { UsageError } from './usage-error.ts';
import { type CliApp, caller, openDoor, withApp } from './with-app.ts';

interface HealthOptions extends GlobalOptions {
  readonly session?: string;
  readonly report?: boolean;
}

/** `weft health`: feeds the monitor, one JSON line a tool call or message. */
export function addHealthCommand(program: Command, context: CommandContext): void {
  program
    .command('health')
    .description('feed the context health of a session with JSON lines from standard input')
    .option('--session <id>', 'the session of lines that name none')
    .option('--report', 'print the report of the session (--session) instead of reading lines')
    .addHelpText(
      'after',
      [
        '',
        'A line is the input of health.record: {"tool": "read"}, {"message": "..."}, {"task": "...", "decisions": [...]};',
        '{"acknowledge": true} tells that the context was compacted. Each line is answered by one envelope, blank ones aside;',
        'exits with 1 when the session is blocked in the end, with 2 when a line was refused as it is,',
        'and with 3 when one could not be recorded.',
      ].join('\n'),
    )
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<HealthOptions>();
      await (options.report ? report(context, options) : feedHolder(context, options));
    });
}

async function report(context: CommandContext, options: HealthOptions): Promise<void> {
  const { session: session_id, json } = options;
  if (session_id === undefined) throw new UsageError('--report is of one session; give --session ID');
  await withApp(context, options, async ({ ask }) => {
    const told = await ask('health.report', { session_id });
    await (json ? context.terminal.writeJson(told) : context.terminal.writeContent(told.markdown));
    if (told.session.blocked) context.finish(exitCodes.findings);
  });
}

/** Tells the process that has the project open, where there is one: it alone can write, and shows it live. */
async function feedHolder(context: CommandContext, options: HealthOptions): Promise<void> {
  const { door, close } = await openDoor(context, options, true);
  try {
    await feedLines(context, options, (name, input) => door.dispatch(caller, name, input));
  } finally {
    await close();
  }
}

async function feedLines(
  { terminal, finish }: CommandContext,
  { session }: HealthOptions,
  dispatch: CliApp['dispatch'],
): Promise<void> {
  const told: { lines: number; blocked: boolean; readonly refused: ErrorCode[] } = {
    lines: 0,
    blocked: false,
    refused: [],
  };
  const ask = (line: unknown) => feed(line, session, dispatch);
  await answerLines(terminal.stdin, 'health.record', ask, async (line, reply) => {
    told.lines += 1;
    const value: unknown = reply.ok ? reply.value : undefined;
    if (isJsonObject(value)) told.blocked = value.blocked === true;
    if (!reply.ok) told.refused.push(reply.error.code);
    await terminal.writeJsonText(`${line}\n`);
  });
  if (told.lines === 0) throw new UsageError('standard input is empty, so nothing was recorded');
  const [refused] = told.refused;
  if (refused !== undefined) {
    terminal.writeErrorLine(
      `${told.refused.length} of ${told.lines} lines were refused and are not recorded`,
    );
    finish(exitCodeOfRefused(refused));
  } else if (told.blocked) finish(exitCodes.findings);
}

/** That of a command is 1 where another try may succeed, which here says that the session is blocked. */
export function exitCodeOfRefused(code: ErrorCode): ExitCode {
  const ofCommand = exitCodeOf[code];
  return ofCommand === exitCodes.findings ? exitCodes.internal : ofCommand;
}

function feed(
  line: unknown,
  session: string | undefined,
  dispatch: CliApp['dispatch'],
): Promise<Reply<unknown>> {
  if (!isJsonObject(line)) return dispatch('health.record', line);
  const { acknowledge, ...told } = line;
  if (acknowledge !== undefined && typeof acknowledge !== 'boolean')
    return Promise.resolve(failedReply('invalid_input', 'acknowledge must be true or false'));
  const input = session === undefined ? told : { session_id: session, ...told };
  return dispatch(acknowledge === true ? 'health.acknowledgeCompaction' : 'health.record', input);
}
