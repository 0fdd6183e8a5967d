import { type Command, InvalidArgumentError, Option } from 'commander';
import { asRequest } from '../../shared/model/as-request.ts';
import { type RenderFormat, renderFormats } from '../engine/assembly/render-context.ts';
import type { CommandContext } from './command-context.ts';
import { describeAssembly, describeBothCounts } from './describe-assembly.ts';
import { compareContexts, describeCache, describeCost, promptText } from './describe-cache.ts';
import type { GlobalOptions } from './globals.ts';
import { readRequest } from './read-input.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

interface AssembleOptions extends GlobalOptions {
  readonly format: RenderFormat;
  readonly explain?: boolean;
  readonly cache?: boolean | string;
  readonly conversation?: string;
  readonly message?: string;
  readonly budget?: number;
}

/** `weft assemble`: the context for a request, as text. */
export function addAssembleCommand(program: Command, context: CommandContext): void {
  program
    .command('assemble [request]')
    .description('assemble the context for a request; prints its text')
    .addOption(
      new Option('--format <format>', 'how the text is written').choices(renderFormats).default('markdown'),
    )
    .option('--explain', 'print first which rules fired, which memories ran and what was cut')
    .option('--conversation <id>', 'the prompt for the next message of a conversation, instead of a request')
    .option('--message <text>', 'what is asked in the conversation', '')
    .option('--budget <tokens>', 'tokens of the prompt of a conversation', wholeNumber)
    .option(
      '--cache [before]',
      "print first what a provider's cache keeps, and what breaks it: of a conversation beside the turn before, of a request beside the request BEFORE",
    )
    .addHelpText(
      'after',
      '\nREQUEST is a JSON file (a request or a sample), or - for standard input. --json prints the whole result.',
    )
    .action(async (input: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<AssembleOptions>();
      await (options.conversation === undefined
        ? assemble(context, options, input)
        : assembleTurn(context, options, options.conversation, input));
    });
}

/** Commander tells the reason with the option's name. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('it is a whole number of at least 1');
  return value;
}

async function assembleTurn(
  context: CommandContext,
  { message = '', budget, cache, ...options }: AssembleOptions,
  conversation_id: string,
  input: string | undefined,
): Promise<void> {
  const { terminal } = context;
  if (input !== undefined) throw new UsageError('give a request or --conversation, not both');
  if (typeof cache === 'string') throw new UsageError('--cache of a conversation takes no request before');
  await withApp(context, options, async ({ ask }) => {
    const asked = {
      conversation_id,
      user_message: message,
      ...(budget !== undefined && { total_budget: budget }),
    };
    const assembled = await ask('conversations.assemble', asked);
    if (options.json) return terminal.writeJson(assembled);
    const { prompt_cache } = assembled.metadata;
    if (cache) await terminal.writeLines([...describeCost(prompt_cache), ...describeCache(prompt_cache)]);
    return terminal.writeContent(promptText(assembled, cache === true));
  });
}

async function assemble(
  context: CommandContext,
  options: AssembleOptions,
  input: string | undefined,
): Promise<void> {
  const { terminal } = context;
  if (input === undefined) throw new UsageError('give a request, or a conversation with --conversation ID');
  if (options.cache === true)
    throw new UsageError('--cache of a request needs the request before: --cache BEFORE.json');
  const request = asRequest(await readRequest(terminal, input));
  await withApp(context, options, async ({ ask }) => {
    const assembled = await ask('assembly.assemble', { request });
    if (options.json) return terminal.writeJson(assembled);
    const { text, tokens } = await ask('assembly.render', { assembled, format: options.format });
    if (options.cache !== undefined) {
      const request = asRequest(await readRequest(terminal, String(options.cache)));
      const before = await ask('assembly.assemble', { request });
      await terminal.writeLines(describeCache(compareContexts(before, assembled)));
    }
    if (options.explain) {
      const figures = describeBothCounts(assembled, tokens, options.format);
      await terminal.writeLines([...describeAssembly(assembled), ...figures, '']);
    }
    return terminal.writeContent(`${text}\n`);
  });
}
