import { basename, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { type ImportSource, importSources } from '../../shared/imports/import-kinds.ts';
import { createCancelSource } from '../engine/cancel.ts';
import type { Cancel } from '../engine/ports.ts';
import { ledgerAt } from '../storage/ledger/ledger-folder.ts';
import { alignColumns, counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import { createProgress } from './import-progress.ts';
import { UsageError } from './usage-error.ts';
import { type CliApp, withApp } from './with-app.ts';

interface ImportOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  readonly choose?: string[] | undefined;
  readonly onConflict: 'keep' | 'replace' | 'new_id';
  readonly collection?: string;
  readonly prune?: boolean;
  readonly source?: ImportSource;
}

type LedgerReport = Output<'ledger.import'> & { readonly id: string };
type ConversationRow = Output<'conversations.import'>['imported'][number];
type Waiting = Output<'conversations.import'>['waiting'];
type ImportReport = Output<'imports.preview'> &
  Partial<Output<'imports.apply'>> & {
    ledgers: LedgerReport[];
    conversations: ConversationRow[];
    waiting?: Waiting;
    /** Where it stopped: what is left of what was given, by the ids to choose by. */
    not_imported?: string[];
  };

/**
 * `weft import`: rules, memories and documents from files of many kinds, all in one step or none; and ledgers and
 * conversations.
 */
export function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import <from...>')
    .description(
      'import rule or memory JSON, Markdown, AGENTS.md, rules of Claude Code, Cursor, Copilot, Windsurf, Cline, Continue and Kiro, ledgers (.twining) and conversations, exports as zip too',
    )
    .option('--dry-run', 'show what would be imported, with the ids to choose by')
    .option('--choose <ids...>', 'import these items only')
    .addOption(
      new Option('--on-conflict <what>', 'what happens to ids that are taken')
        .choices(['keep', 'replace', 'new_id'])
        .default('keep'),
    )
    .option('--prune', 'remove what was imported from files that are there no more')
    .option('--collection <name>', 'where documents go (default: imported)')
    .addOption(new Option('--source <kind>', 'what the files are, if they do not say').choices(importSources))
    .action(async (from: string[], _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ImportOptions>();
      // Relative to where the command runs, not to the project.
      const paths = from.map(path => resolve(context.terminal.cwd, path));
      const places = await sortPlaces(options, paths);
      if (places.items.length === 0)
        refuseIdle(command, ['onConflict', 'prune', 'collection', 'source'], 'for ledgers and archives');
      await importFrom(context, options, places);
    });
}

async function importFrom(
  context: CommandContext,
  options: ImportOptions,
  places: GivenPlaces,
): Promise<void> {
  const { terminal } = context;
  const interruption = onInterrupt(process);
  const { cancel } = interruption;
  const tell = createProgress(
    line => terminal.writeErrorLine(line),
    () => performance.now(),
  );
  const report: ImportReport = { items: [], refused: [], ledgers: [], conversations: [] };
  await withApp(context, options, async cli => {
    await cli.door.listen(tell);
    try {
      await importAll(cli, options, places, { report, cancel });
    } catch (error) {
      if (!isBegun(report)) throw error;
      if (options.dryRun !== true) report.not_imported = leftOf(options, places, report);
      await showReport(context, options, report);
      throw cancel.cancelled && options.dryRun !== true ? new AppError('deadline', cancelledLater) : error;
    }
    await showReport(context, options, report);
    context.finish(isRefused(report) ? exitCodes.findings : exitCodes.ok);
  }).finally(interruption.end);
}

/** A procedure that is cancelled says that nothing was changed, and knows of none before it. */
const cancelledLater = 'cancelled; what is listed is imported, the rest is not';

/** Each ledger, and the conversations, are stored after all before them. */
function leftOf(options: ImportOptions, { ledgers, archives }: GivenPlaces, report: ImportReport): string[] {
  const left = ledgers.slice(report.ledgers.length).map(ledgerId);
  const files = [...archives, ...(report.conversation_files ?? [])].map(conversationId);
  return [...left, ...files.filter(id => isChosen(options, id))];
}

const isBegun = ({ items, ledgers, conversations }: ImportReport): boolean =>
  items.length + ledgers.length + conversations.length > 0;

/** What is done stands in the report as soon as it is: what comes later may fail. */
async function importAll(
  cli: CliApp,
  options: ImportOptions,
  { items, ledgers, archives, choose }: GivenPlaces,
  { report, cancel }: { readonly report: ImportReport; readonly cancel: Cancel },
): Promise<void> {
  if (items.length > 0) Object.assign(report, await importItems(cli, { ...options, choose }, items, cancel));
  const dry_run = options.dryRun === true;
  for (const path of ledgers)
    report.ledgers.push({
      id: ledgerId(path),
      ...(await cli.ask('ledger.import', { from: path, dry_run }, cancel)),
    });
  const files = [...archives, ...(report.conversation_files ?? [])];
  const conversations = files.filter(path => isChosen(options, conversationId(path)));
  report.refused = [...report.refused, ...unknownConversations(options, files)];
  if (conversations.length === 0) return;
  const told = await cli.ask('conversations.import', { from: conversations, dry_run }, cancel);
  report.conversations.push(...told.imported);
  report.refused.push(...told.refused);
  report.notes = [...(report.notes ?? []), ...told.notes];
  report.waiting = told.waiting;
}

async function showReport(
  { terminal }: CommandContext,
  { json, dryRun }: ImportOptions,
  report: ImportReport,
): Promise<void> {
  for (const line of describeWaiting(report.waiting)) terminal.writeErrorLine(line);
  const { not_imported: left = [] } = report;
  if (left.length > 0)
    terminal.writeErrorLine(`weft: not imported: ${left.join(', ')}; the same command goes on with that`);
  await (json ? terminal.writeJson(report) : terminal.writeLines(describe(report, dryRun === true)));
}

interface GivenPlaces {
  readonly items: string[];
  readonly ledgers: string[];
  /** Exports of conversations as they are given out. */
  readonly archives: string[];
  /** What is chosen of the items. */
  readonly choose: string[] | undefined;
}

/** Which procedure takes what; a folder with a ledger in it may hold rules too. */
async function sortPlaces(options: ImportOptions, paths: string[]): Promise<GivenPlaces> {
  const places = await Promise.all(paths.map(async path => ({ path, ledger: await ledgerAt(path) })));
  const ledgers = places.flatMap(({ path, ledger }) => (ledger === 'none' ? [] : [path]));
  const archives = paths.filter(path => /\.zip$/i.test(path));
  const items = places.filter(({ path, ledger }) => ledger !== 'itself' && !archives.includes(path));
  const ledgerIds = new Set(ledgers.map(ledgerId));
  const choose = options.choose?.filter(id => !ledgerIds.has(id) && !isOfConversation(id));
  if (items.length === 0 && choose !== undefined && choose.length > 0)
    throw new UsageError(`there is nothing to choose as ${choose.join(', ')}; take the ids of --dry-run`);
  return {
    items: items.map(({ path }) => path),
    ledgers: ledgers.filter(path => isChosen(options, ledgerId(path))),
    archives,
    choose,
  };
}

/** Which files hold conversations is known once they were read. */
function unknownConversations({ choose = [] }: ImportOptions, files: readonly string[]) {
  const known = new Set(files.map(conversationId));
  const unknown = choose.filter(id => isOfConversation(id) && !known.has(id));
  return unknown.map(file => ({ file, reason: 'there is no such conversation to choose' }));
}

const isOfConversation = (id: string): boolean => id.startsWith('conversation:');

const isChosen = ({ choose }: ImportOptions, id: string): boolean => choose?.includes(id) ?? true;

/** By what a ledger is chosen: the folder that was given. */
const ledgerId = (path: string): string => `ledger:${basename(path)}`;

/** By what the conversations of a file are chosen, all of them; of an archive, those of all its files. */
const conversationId = (path: string): string =>
  `conversation:${basename(path.replace(/(\.zip)[/\\].*$/i, '$1'))}`;

/** Only names the progress of this process. */
const importId = 'import';

async function importItems({ ask }: CliApp, options: ImportOptions, from: readonly string[], cancel: Cancel) {
  const { choose, collection, source, dryRun, onConflict, prune } = options;
  const input = {
    from: [...from],
    import_id: importId,
    on_conflict: onConflict,
    ...(collection !== undefined && { collection }),
    ...(source !== undefined && { source }),
    ...(prune === true && { prune }),
    ...(choose !== undefined && { choose }),
  };
  return ask(dryRun === true ? 'imports.preview' : 'imports.apply', input, cancel);
}

function isRefused({ items, refused, ledgers }: ImportReport): boolean {
  const all = [...refused, ...ledgers.flatMap(ledger => ledger.refused)];
  return all.length > 0 || items.some(({ change }) => change === 'refused');
}

function describeLedger({ id, decisions, entries, entities, relations, ...rest }: LedgerReport): string[] {
  const changes = ({ created, replaced, unchanged, kept }: LedgerReport['decisions']) =>
    [
      `${created} created, ${replaced} replaced, ${unchanged} unchanged`,
      ...(kept > 0 ? [`${kept} newer here and kept`] : []),
    ].join(', ');
  return [
    `${id}: decisions ${changes(decisions)}; entries ${changes(entries)}`,
    `${id}: ${entities} entities and ${relations} relations, ${counted(rest.other_files.length, 'other file')} kept`,
    ...rest.kept.map(
      ({ kind, id: own, here, there }) =>
        `${id}: kept ${kind} ${own}: it changed here ${here}, in the files ${there}`,
    ),
    ...rest.notes.map(note => `${id}: ${note}`),
  ];
}

function describeConversation({ id, file, change, messages, notes }: ConversationRow): string[] {
  const said = `${conversationId(file)}: ${id}`;
  return [`${said} ${change}, ${counted(messages, 'message')}`, ...notes.map(note => `${said}: ${note}`)];
}

function describeWaiting(waiting: Waiting | undefined): string[] {
  if (waiting === undefined || waiting.working || waiting.texts + waiting.conversations === 0) return [];
  const { texts, conversations } = waiting;
  const waits = `${counted(conversations, 'conversation')} without topics yet, ${counted(texts, 'message')} found by words only`;
  return [`${waits}; a studio or server makes that, or "weft call conversations.derive"`];
}

function describe(report: ImportReport, isTrial: boolean): string[] {
  const { items, refused, not_chosen = [], ledgers, conversations, notes: left = [] } = report;
  const columns = [{ title: 'change' }, { title: 'item' }, { title: 'makes' }];
  const rows = items.map(({ change, id, makes }) => [change, id, makes.map(made => made.id).join(', ')]);
  const notes = items.flatMap(({ id, notes: own }) => own.map(note => `${id}: ${note}`));
  const problems = [...refused, ...ledgers.flatMap(ledger => ledger.refused)].map(
    ({ file, line, column, reason }) =>
      `refused ${[file, line, column].filter(Boolean).join(':')}: ${reason}`,
  );
  const rest = not_chosen.length === 0 ? [] : [`${counted(not_chosen.length, 'item')} not chosen`];
  const others = [...ledgers.flatMap(describeLedger), ...conversations.flatMap(describeConversation)];
  const nothing = others.length === 0 ? ['nothing was found to import'] : [];
  const table = rows.length === 0 ? nothing : alignColumns(columns, rows);
  const trial = isTrial ? ['nothing was written: this is what an import would do'] : [];
  return [...table, ...others, ...notes, ...problems, ...left, ...rest, ...trial];
}

interface Interruption {
  readonly cancel: Cancel;
  end(): void;
}

/** Ctrl+C as a cancel, so that what runs can end with nothing half done; the second one ends the process at once. */
export function onInterrupt(signals: Pick<NodeJS.Process, 'once' | 'off'>): Interruption {
  const { cancel, trigger } = createCancelSource();
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) signals.once(name, trigger);
  return {
    cancel,
    end() {
      for (const name of names) signals.off(name, trigger);
    },
  };
}
