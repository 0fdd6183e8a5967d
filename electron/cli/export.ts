import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

interface ExportOptions extends GlobalOptions {
  readonly out?: string;
}

/** `weft export`: the canonical rule JSON of an engine. */
export function addExportCommand(program: Command, context: CommandContext): void {
  program
    .command('export <engine>')
    .description('print the rule JSON of an engine, loadable by any runtime')
    .option('--out <file>', 'write it to a new file instead')
    .action(async (id: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ExportOptions>();
      await withApp(context, options, async ({ ask }) => {
        const exported = await ask('engines.export', { id });
        if (options.out === undefined) await context.terminal.writeOut(exported.text);
        else await writeNew(resolve(context.terminal.cwd, options.out), exported.text);
      });
    });
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const what =
      code === 'EEXIST' ? 'the file is already there; give another name' : `it cannot be written (${code})`;
    throw new UsageError(`${file}: ${what}`);
  }
}
