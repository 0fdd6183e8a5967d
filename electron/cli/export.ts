import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { AppError } from '../../shared/contract/errors.ts';
import { createFile } from '../storage/files/guarded-writes.ts';
import { errorCode } from '../storage/storage-failure.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

const formats = ['json', 'sdk', 'rest', 'markdown', 'csv'] as const;

interface ExportOptions extends GlobalOptions {
  readonly out?: string;
  readonly as: (typeof formats)[number];
}

/** `weft export`: engines as rule JSON or for other readers. */
export function addExportCommand(program: Command, context: CommandContext): void {
  program
    .command('export <engine...>')
    .description('print engines: rule JSON loadable by any runtime, SDK or REST calls, a report or a table')
    .addOption(new Option('--as <format>', 'what to print').choices(formats).default('json'))
    .option('--out <file>', 'write it to a new file instead')
    .action(async (engines: string[], _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ExportOptions>();
      await withApp(context, options, async ({ ask }) => {
        const [id] = engines;
        const chosen = engines.length === 1 && id !== undefined ? { id } : { ids: engines };
        const exported = await ask('engines.export', { ...chosen, as: options.as });
        if (options.out === undefined) await context.terminal.writeContent(exported.text);
        else await writeNew(resolve(context.terminal.cwd, options.out), exported.text);
      });
    });
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    const root = await realpath(dirname(file));
    await createFile({ root, path: join(root, basename(file)) }, text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = errorCode(error) ?? String(error);
    const what =
      code === 'EEXIST' ? 'the file is already there; give another name' : `it cannot be written (${code})`;
    throw new UsageError(`${file}: ${what}`);
  }
}
