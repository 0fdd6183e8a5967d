import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { withApp } from './with-app.ts';

interface ContextOptions extends GlobalOptions {
  readonly agent: string;
  readonly session: string;
  readonly group?: string;
  readonly model?: string;
  readonly tokens?: number;
  readonly iteration?: number;
  readonly limit?: number;
  readonly query?: string;
}

/** `weft context`: what an agent gets to begin with, also where the store fails: docs/reference/handoff-and-health.md. */
export function addContextCommand(program: Command, context: CommandContext): void {
  program
    .command('context')
    .description('print what an agent gets to begin with: packages of its session, known errors')
    .requiredOption('--agent <type>', 'the agent type, such as developer')
    .requiredOption('--session <id>', 'the session')
    .option('--group <id>', 'the group; without it packages of the whole session')
    .option('--model <name>', 'a model family or id (default: sonnet)')
    .option('--tokens <n>', 'tokens in use already', wholeNumber)
    .option('--iteration <n>', 'leave out what was read in this iteration (default: 0)', wholeNumber)
    .option('--limit <n>', 'at most so many packages', wholeNumber)
    .option('--query <text>', 'what it is about: tells packages of equal standing apart')
    .addHelpText('after', '\n--json prints the whole result.')
    .action(async (_: unknown, command: Command) => {
      await printContext(context, command.optsWithGlobals<ContextOptions>());
    });
}

async function printContext(context: CommandContext, options: ContextOptions): Promise<void> {
  const { agent, session, group, model, tokens, iteration, limit, query } = options;
  await withApp(context, options, async ({ ask }) => {
    const found = await ask('packages.context', {
      agent_type: agent,
      session_id: session,
      ...(group !== undefined && { group_id: group }),
      ...(model !== undefined && { model }),
      ...(tokens !== undefined && { current_tokens: tokens }),
      ...(iteration !== undefined && { iteration }),
      ...(limit !== undefined && { limit }),
      ...(query !== undefined && { query }),
    });
    await (options.json ? context.terminal.writeJson(found) : context.terminal.writeContent(found.markdown));
  });
}

function wholeNumber(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('it must be a whole number.');
  return Number(text);
}
