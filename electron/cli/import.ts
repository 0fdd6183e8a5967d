import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { importSources } from '../../shared/contract/imports.ts';
import { alignColumns, counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { withApp } from './with-app.ts';

interface ImportOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  readonly choose?: string[];
  readonly onConflict: 'keep' | 'replace' | 'new_id';
  readonly collection?: string;
  readonly source?: (typeof importSources)[number];
}

type Report = Output<'imports.preview'> & Partial<Output<'imports.apply'>>;

/** `weft import`: rules, memories and documents from files of many kinds, all in one step or none. */
export function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import <from...>')
    .description(
      'import rule or memory JSON, Markdown, AGENTS.md, and rules of Claude Code, Cursor and Copilot',
    )
    .option('--dry-run', 'show what would be imported, with the ids to choose by')
    .option('--choose <ids...>', 'import these items only')
    .addOption(
      new Option('--on-conflict <what>', 'what happens to ids that are taken')
        .choices(['keep', 'replace', 'new_id'])
        .default('keep'),
    )
    .option('--collection <name>', 'where documents go (default: imported)')
    .addOption(new Option('--source <kind>', 'what the files are, if they do not say').choices(importSources))
    .action(async (from: string[], _: unknown, command: Command) => {
      await importFrom(context, command.optsWithGlobals<ImportOptions>(), from);
    });
}

async function importFrom(context: CommandContext, options: ImportOptions, from: string[]): Promise<void> {
  const { terminal } = context;
  const { choose, collection, source, dryRun } = options;
  const input = {
    // Relative to where the command runs, not to the project.
    from: from.map(path => resolve(terminal.cwd, path)),
    on_conflict: options.onConflict,
    ...(collection !== undefined && { collection }),
    ...(source !== undefined && { source }),
  };
  await withApp(context, options, async ({ ask }) => {
    const report: Report =
      dryRun === true
        ? await ask('imports.preview', input)
        : await ask('imports.apply', { ...input, ...(choose !== undefined && { choose }) });
    const text = options.json ? JSON.stringify(report, null, 2) : describe(report);
    await terminal.writeOut(`${text}\n`);
    const isRefused = report.refused.length > 0 || report.items.some(({ change }) => change === 'refused');
    context.finish(isRefused ? exitCodes.findings : exitCodes.ok);
  });
}

function describe({ items, refused, not_chosen = [] }: Report): string {
  const columns = [{ title: 'change' }, { title: 'item' }, { title: 'makes' }];
  const rows = items.map(({ change, id, makes }) => [change, id, makes.map(made => made.id).join(', ')]);
  const notes = items.flatMap(({ id, notes: own }) => own.map(note => `${id}: ${note}`));
  const problems = refused.map(
    ({ file, line, column, reason }) =>
      `refused ${[file, line, column].filter(Boolean).join(':')}: ${reason}`,
  );
  const rest = not_chosen.length === 0 ? [] : [`${counted(not_chosen.length, 'item')} not chosen`];
  return [...alignColumns(columns, rows), ...notes, ...problems, ...rest].join('\n');
}
