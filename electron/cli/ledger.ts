import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { withApp } from './with-app.ts';

type SyncReport = Output<'ledger.sync'>;

interface SyncOptions extends GlobalOptions {
  readonly folder?: string;
  readonly dryRun?: boolean;
  readonly restore?: boolean;
}

/** `weft ledger sync`: the ledger as files that git carries from clone to clone. */
export function addLedgerCommands(program: Command, context: CommandContext): void {
  const sync = async (command: Command): Promise<void> => {
    const options = command.optsWithGlobals<SyncOptions>();
    const { folder, dryRun: dry_run, restore } = options;
    await withApp(context, options, async ({ ask }) => {
      const report = await ask('ledger.sync', {
        ...(folder !== undefined && { folder }),
        ...(dry_run !== undefined && { dry_run }),
        ...(restore !== undefined && { restore }),
      });
      await (options.json
        ? context.terminal.writeJson(report)
        : context.terminal.writeLines(syncLines(report, dry_run === true)));
      if (report.refused.length > 0) context.finish(exitCodes.findings);
    });
  };
  program
    .command('ledger')
    .description('keep the ledger in step with files that git carries')
    .command('sync')
    .description(
      'bring what is new in the folder into the ledger, and what is new in the ledger into the folder',
    )
    .option('--folder <folder>', 'the folder within the project (default: .twining)')
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--restore', 'write files again that were deleted')
    .action((_: unknown, command: Command) => sync(command));
}

/** What a round of `weft ledger sync` has done, or would. */
export function syncLines(report: SyncReport, isDryRun: boolean): string[] {
  const { folder, written, both_changed, deleted, contradictions, refused, notes } = report;
  const came = report.decisions.created + report.entries.created;
  const replaced = report.decisions.replaced + report.entries.replaced;
  return [
    `${isDryRun ? 'would be: ' : ''}${counted(came, 'record')} new here, ${replaced} replaced; ${counted(written, 'file')} of ${folder} written`,
    ...both_changed.map(
      ({ kind, id, taken, left }) =>
        `${kind} ${id} changed on both sides: the change of ${taken} counts, not that of ${left}`,
    ),
    ...deleted.map(
      ({ kind, id }) =>
        `${kind} ${id}: its file was deleted; it stays in the ledger ("--restore" writes it again)`,
    ),
    ...contradictions.map(
      ({ newer, older }) => `${newer.id} "${newer.summary}" contradicts ${older.id} "${older.summary}"`,
    ),
    ...refused.map(({ file, reason }) => `${file}: ${reason}`),
    ...notes,
  ];
}
