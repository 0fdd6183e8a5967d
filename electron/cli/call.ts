import type { Command } from 'commander';
import { refuseLoss, withRounded } from '../services/project/refuse-loss.ts';
import { answerLines } from '../shells/lines.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { readJsonInput } from './read-input.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

interface CallOptions extends GlobalOptions {
  readonly stdinLines?: boolean;
}

/** `weft call`: any procedure, as the reply envelope. */
export function addCallCommand(program: Command, context: CommandContext): void {
  program
    .command('call <procedure> [input]')
    .description('call a procedure; prints the reply envelope, and exits with 1 when it says ok: false')
    .option('--stdin-lines', 'read one JSON input a line from standard input, print one envelope a line')
    .addHelpText('after', '\nINPUT is a JSON file, or - for standard input; without it the input is {}.')
    .action(async (procedure: string, input: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<CallOptions>();
      if (options.stdinLines && input !== undefined)
        throw new UsageError('give INPUT or --stdin-lines, not both: lines come from standard input');
      await (options.stdinLines
        ? callLines(context, options, procedure)
        : callOnce(context, options, procedure, input));
    });
}

async function callOnce(
  context: CommandContext,
  options: GlobalOptions,
  procedure: string,
  input: string | undefined,
): Promise<void> {
  const told: { rounded?: string | undefined } = {};
  const judge = async (text: string, value: unknown) => {
    told.rounded = await refuseLoss(procedure, text, value);
  };
  const value = input === undefined ? {} : await readJsonInput(context.terminal, input, judge);
  await withApp(context, options, async ({ dispatch }) => {
    const reply = withRounded(await dispatch(procedure, value), told.rounded);
    await context.terminal.writeJson(reply, options.json ? 0 : 2);
    context.finish(reply.ok ? exitCodes.ok : exitCodes.findings);
  });
}

async function callLines(context: CommandContext, options: GlobalOptions, procedure: string): Promise<void> {
  await withApp(context, options, ({ dispatch }) =>
    answerLines(
      context.terminal.stdin,
      procedure,
      value => dispatch(procedure, value),
      line => context.terminal.writeJsonText(`${line}\n`),
    ),
  );
}
