import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { importSources } from '../../shared/contract/imports.ts';
import { ledgerAt } from '../storage/ledger/ledger-folder.ts';
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

type LedgerReport = Output<'ledger.import'>;
type Report = Output<'imports.preview'> & Partial<Output<'imports.apply'>> & { ledgers: LedgerReport[] };

/** `weft import`: rules, memories and documents from files of many kinds, all in one step or none; and ledgers. */
export function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import <from...>')
    .description(
      'import rule or memory JSON, Markdown, AGENTS.md, rules of Claude Code, Cursor and Copilot, and ledgers (.twining)',
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
    const places = await Promise.all(input.from.map(async path => ({ path, ledger: await ledgerAt(path) })));
    // What was chosen is chosen by item, and a ledger is none.
    const ledgers = choose === undefined ? places.filter(({ ledger }) => ledger !== 'none') : [];
    const rest = places.filter(({ ledger }) => ledger !== 'itself').map(({ path }) => path);
    const report: Report = { items: [], refused: [], ledgers: [] };
    if (rest.length > 0)
      Object.assign(
        report,
        dryRun === true
          ? await ask('imports.preview', { ...input, from: rest })
          : await ask('imports.apply', { ...input, from: rest, ...(choose !== undefined && { choose }) }),
      );
    for (const { path } of ledgers)
      report.ledgers.push(await ask('ledger.import', { from: path, dry_run: dryRun === true }));
    const text = options.json ? JSON.stringify(report, null, 2) : describe(report);
    await terminal.writeOut(`${text}\n`);
    context.finish(isRefused(report) ? exitCodes.findings : exitCodes.ok);
  });
}

function isRefused({ items, refused, ledgers }: Report): boolean {
  const all = [...refused, ...ledgers.flatMap(ledger => ledger.refused)];
  return all.length > 0 || items.some(({ change }) => change === 'refused');
}

function describeLedger({ decisions, entries, entities, relations, ...rest }: LedgerReport): string[] {
  const changes = ({ created, replaced, unchanged }: LedgerReport['decisions']) =>
    `${created} created, ${replaced} replaced, ${unchanged} unchanged`;
  return [
    `ledger: decisions ${changes(decisions)}; entries ${changes(entries)}`,
    `ledger: ${entities} entities and ${relations} relations, ${counted(rest.other_files.length, 'other file')} kept`,
    ...rest.notes.map(note => `ledger: ${note}`),
  ];
}

function describe({ items, refused, not_chosen = [], ledgers }: Report): string {
  const columns = [{ title: 'change' }, { title: 'item' }, { title: 'makes' }];
  const rows = items.map(({ change, id, makes }) => [change, id, makes.map(made => made.id).join(', ')]);
  const notes = items.flatMap(({ id, notes: own }) => own.map(note => `${id}: ${note}`));
  const problems = [...refused, ...ledgers.flatMap(ledger => ledger.refused)].map(
    ({ file, line, column, reason }) =>
      `refused ${[file, line, column].filter(Boolean).join(':')}: ${reason}`,
  );
  const rest = not_chosen.length === 0 ? [] : [`${counted(not_chosen.length, 'item')} not chosen`];
  const table = rows.length === 0 && ledgers.length > 0 ? [] : alignColumns(columns, rows);
  return [...table, ...ledgers.flatMap(describeLedger), ...notes, ...problems, ...rest].join('\n');
}
