import { lstat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { type ExportFormat, exportFormatNames } from '../../shared/model/export-format.ts';
import { createFile, removeFile } from '../storage/files/guarded-writes.ts';
import { makeFolderInside, makeRootFolder } from '../storage/files/make-folder-inside.ts';
import { atStorageBorder, errorCode, storageFailure } from '../storage/storage-failure.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { folderOf } from './target-folder.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

interface ExportOptions extends GlobalOptions {
  readonly out?: string;
  readonly as: ExportFormat;
  readonly withMemories: boolean;
}

/** `weft export`: engines as rule JSON or for other readers. */
export function addExportCommand(program: Command, context: CommandContext): void {
  program
    .command('export <engine...>')
    .description(
      'print engines: rule JSON, SDK or REST calls, a report, a table, or rules of Cursor (mdc), Copilot (instructions), CLAUDE.md and AGENTS.md',
    )
    .addOption(new Option('--as <format>', 'what to print').choices(exportFormatNames).default('json'))
    .option('--with-memories', 'bring the memory types that the rules add (default)', true)
    .option('--no-with-memories', 'the engines alone: rule JSON loadable by any runtime')
    .option(
      '--out <path>',
      'write it to a new file instead; rules of other tools to new files below a folder',
    )
    .action(async (engines: string[], _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ExportOptions>();
      await withApp(context, options, async ({ ask }) => {
        const [id] = engines;
        const chosen = engines.length === 1 && id !== undefined ? { id } : { ids: engines };
        const exported = await ask('engines.export', {
          ...chosen,
          as: options.as,
          with_memories: options.withMemories,
        });
        await write(context, options, exported);
        for (const note of exported.notes ?? []) context.terminal.writeErrorLine(`weft: ${note}`);
      });
    });
}

async function write(
  { terminal }: CommandContext,
  { out, json }: ExportOptions,
  exported: Output<'engines.export'>,
): Promise<void> {
  if (out === undefined) return json ? terminal.writeJson(exported) : terminal.writeContent(exported.text);
  const written = await writeFiles(resolve(terminal.cwd, out), exported);
  if (json) await terminal.writeJson({ written, notes: exported.notes ?? [] });
}

/** The full paths of what was written. */
async function writeFiles(out: string, { text, files }: Output<'engines.export'>): Promise<string[]> {
  if (files === undefined) {
    await writeNew(out, text);
    return [out];
  }
  // All before the first is written, so that nobody is left with some of them.
  for (const file of files) await refuseTaken(join(out, file.path));
  return atStorageBorder(`writing to ${out}`, async () => {
    const root = await makeRootFolder(out);
    const written: string[] = [];
    try {
      for (const file of files) {
        const path = join(root, file.path);
        await makeFolderInside(root, dirname(path));
        await writeNew(path, file.text);
        written.push(path);
      }
    } catch (error) {
      // The first error is the one that counts.
      for (const path of written) await removeFile({ root, path }).catch(() => undefined);
      throw error;
    }
    return written;
  });
}

async function refuseTaken(file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found !== undefined) throw new UsageError(`${file}: ${taken}`);
}

const taken = 'the file is already there; give another name';

async function writeNew(file: string, text: string): Promise<void> {
  const root = await folderOf(file);
  await createFile({ root, path: join(root, basename(file)) }, text).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw storageFailure(error, `writing ${file}`);
    throw new UsageError(`${file}: ${taken}`);
  });
}
