import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { asRequest } from '../../shared/model/as-request.ts';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import { type RenderFormat, renderFormats } from '../engine/assembly/render-context.ts';
import { compareSegments, type PromptSegment } from '../engine/conversation/prompt-segments.ts';
import { alignColumns, grouped } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { describeAssembly, describeBothCounts } from './describe-assembly.ts';
import type { GlobalOptions } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import { readRequest } from './read-input.ts';
import type { Line } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

interface AssembleOptions extends GlobalOptions {
  readonly format?: RenderFormat;
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
      new Option('--format <format>', 'how the text is written (default: markdown)').choices(renderFormats),
    )
    .option('--explain', 'print first which rules fired, which memories ran and what was cut')
    .option('--conversation <id>', 'the prompt for the next message of a conversation, instead of a request')
    .option('--message <text>', 'what is asked in the conversation')
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
      if (options.conversation === undefined) {
        refuseIdle(command, ['message', 'budget'], 'without --conversation');
        if (options.json) refuseIdle(command, ['explain', 'format', 'cache'], 'beside --json');
      } else refuseIdle(command, ['explain', 'format'], 'beside --conversation');
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
  { message, budget, cache, ...options }: AssembleOptions,
  conversation_id: string,
  input: string | undefined,
): Promise<void> {
  const { terminal } = context;
  if (input !== undefined) throw new UsageError('give a request or --conversation, not both');
  if (message === undefined) throw new UsageError('give what is asked with --message TEXT');
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
  const { format = 'markdown' } = options;
  const request = asRequest(await readRequest(terminal, input));
  await withApp(context, options, async ({ ask }) => {
    const assembled = await ask('assembly.assemble', { request });
    if (options.json) return terminal.writeJson(assembled);
    const { text, tokens } = await ask('assembly.render', { assembled, format });
    if (options.cache !== undefined) {
      const request = asRequest(await readRequest(terminal, String(options.cache)));
      const before = await ask('assembly.assemble', { request });
      await terminal.writeLines(describeCache(compareContexts(before, assembled)));
    }
    if (options.explain) {
      const figures = describeBothCounts(assembled, tokens, format);
      await terminal.writeLines([...describeAssembly(assembled), ...figures, '']);
    } else for (const { message } of assembled.trace.warnings) terminal.writeErrorLine(`weft: ${message}`);
    return terminal.writeContent(`${text}\n`);
  });
}

type Assembled = Output<'conversations.assemble'>;
type CacheFigures = Pick<
  Assembled['metadata']['prompt_cache'],
  'previous_tokens' | 'kept_tokens' | 'new_tokens' | 'invalidated_tokens' | 'invalidated' | 'broken'
>;

/** What a provider's cache holds of a prompt, and by what the rest was lost. */
function describeCache(cache: CacheFigures): Line[] {
  const { previous_tokens: previous, kept_tokens: kept, new_tokens: fresh, invalidated_tokens: lost } = cache;
  const rows = cache.invalidated.map(({ what, tokens }) => [what, grouped(tokens)]);
  return [
    `cache        ${grouped(kept)} of ${grouped(kept + fresh)} tokens kept, ${grouped(fresh)} new`,
    `before       ${previous === null ? 'no prompt' : `${grouped(previous)} tokens, ${grouped(lost)} of them invalidated`}`,
    `breaks       ${cache.broken === null ? 'nowhere' : `${cache.broken.why} (${cache.broken.by})`}`,
    ...(rows.length === 0
      ? []
      : alignColumns([{ title: 'invalidated' }, { title: 'tokens', align: 'right' }], rows)),
    '',
  ];
}

/** What a conversation's prompt costs by the table of prices. */
function describeCost({ cost }: Assembled['metadata']['prompt_cache']): Line[] {
  if (cost === null) return ['cost         no price is known'];
  return [
    `cost         $${cost.cached.toFixed(6)}, without a cache $${cost.uncached.toFixed(6)} (${cost.model})`,
  ];
}

/** How far a context begins like another, item by item. */
const compareContexts = (before: AssembledContext, now: AssembledContext): CacheFigures =>
  compareSegments(segmentsOf(before), segmentsOf(now), false);

const segmentsOf = ({ context }: AssembledContext): PromptSegment[] =>
  Object.entries(context).flatMap(([section, items]) =>
    items.map(({ content, tokens, memory_id }, at) => ({
      what: `${section}: ${memory_id}`,
      hash: `${section} ${content}`,
      tokens,
      at,
    })),
  );

/** A prompt as text, with the line where the cache ends. */
function promptText({ messages, metadata }: Assembled, withLine: boolean): string {
  const { kept_messages: kept } = metadata.prompt_cache;
  const texts = messages.map(({ role, content }) => `[${role}]\n${content}`);
  if (withLine && kept > 0 && kept < texts.length) texts.splice(kept, 0, '--- the cache ends here ---');
  return `${texts.join('\n\n')}\n`;
}
