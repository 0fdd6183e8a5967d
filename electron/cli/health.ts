import type { Command } from 'commander';
import type { Reply } from '../../shared/contract/errors.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { answerLines } from '../shells/lines.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { findProject } from './find-project.ts';
import type { GlobalOptions } from './globals.ts';
import { type CliApp, caller, withApp } from './with-app.ts';

interface HealthOptions extends GlobalOptions {
  readonly session?: string;
  readonly report?: boolean;
}

/** `weft health`: feeds the monitor, one JSON line a tool call or message (K7). */
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
        '{"acknowledge": true} tells that the context was compacted. Each line is answered by one envelope;',
        'exits with 1 when the session is blocked in the end.',
      ].join('\n'),
    )
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<HealthOptions>();
      await withApp(context, options, cli =>
        options.report ? printReport(context, options, cli) : feedHolder(context, options, cli),
      );
    });
}

async function printReport(
  { terminal, finish }: CommandContext,
  { session = '', json }: HealthOptions,
  { ask }: CliApp,
): Promise<void> {
  const report = await ask('health.report', { session_id: session });
  await (json ? terminal.writeJson(report) : terminal.writeContent(report.markdown));
  if (report.session.blocked) finish(exitCodes.findings);
}

/** Tells the process that has the project open, where there is one: it alone can write (F7), and shows it live (K7). */
async function feedHolder(context: CommandContext, options: HealthOptions, { app }: CliApp): Promise<void> {
  const { createMcpWeft } = await import('./mcp/mcp-weft.ts');
  const weft = createMcpWeft(app, findProject(context.terminal.cwd, options.project));
  try {
    await feedLines(context, options, (name, input) => weft.dispatch(caller, name, input));
  } finally {
    weft.close();
  }
}

async function feedLines(
  { terminal, finish }: CommandContext,
  { session }: HealthOptions,
  dispatch: CliApp['dispatch'],
): Promise<void> {
  const last = { blocked: false };
  const answer = async (line: unknown): Promise<Reply<unknown>> => {
    const reply = await feed(line, session, dispatch);
    const value: unknown = reply.ok ? reply.value : undefined;
    if (isJsonObject(value)) last.blocked = value.blocked === true;
    return reply;
  };
  await answerLines(terminal.stdin, answer, line => terminal.writeJsonText(`${line}\n`));
  if (last.blocked) finish(exitCodes.findings);
}

function feed(
  line: unknown,
  session: string | undefined,
  dispatch: CliApp['dispatch'],
): Promise<Reply<unknown>> {
  if (!isJsonObject(line)) return dispatch('health.record', line);
  const { acknowledge, ...told } = line;
  const input = session === undefined ? told : { session_id: session, ...told };
  return dispatch(acknowledge === true ? 'health.acknowledgeCompaction' : 'health.record', input);
}
