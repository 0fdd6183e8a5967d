import { type Command, Option } from 'commander';
import { asRequest } from '../../shared/model/request.ts';
import { type RenderFormat, renderFormats } from '../engine/assembly/render-context.ts';
import type { CommandContext } from './command-context.ts';
import { describeAssembly, describeBothCounts } from './describe-assembly.ts';
import type { GlobalOptions } from './globals.ts';
import { readRequest } from './read-input.ts';
import { withApp } from './with-app.ts';

interface AssembleOptions extends GlobalOptions {
  readonly format: RenderFormat;
  readonly explain?: boolean;
}

/** `weft assemble`: the context for a request, as text. */
export function addAssembleCommand(program: Command, context: CommandContext): void {
  program
    .command('assemble <request>')
    .description('assemble the context for a request; prints its text')
    .addOption(
      new Option('--format <format>', 'how the text is written').choices(renderFormats).default('markdown'),
    )
    .option('--explain', 'print first which rules fired, which memories ran and what was cut')
    .addHelpText(
      'after',
      '\nREQUEST is a JSON file (a request or a sample), or - for standard input. --json prints the whole result.',
    )
    .action(async (input: string, _: unknown, command: Command) => {
      await assemble(context, command.optsWithGlobals<AssembleOptions>(), input);
    });
}

async function assemble(context: CommandContext, options: AssembleOptions, input: string): Promise<void> {
  const { terminal } = context;
  const request = asRequest(await readRequest(terminal, input));
  await withApp(context, options, async ({ ask }) => {
    const assembled = await ask('assembly.assemble', { request });
    if (options.json) return terminal.writeJson(assembled);
    const { text, tokens } = await ask('assembly.render', { assembled, format: options.format });
    if (options.explain) {
      const figures = describeBothCounts(assembled, tokens, options.format);
      await terminal.writeLines([...describeAssembly(assembled), ...figures, '']);
    }
    return terminal.writeContent(`${text}\n`);
  });
}
