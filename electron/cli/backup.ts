import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { backupReasons } from '../../shared/model/backup-reasons.ts';
import { alignColumns, counted, grouped } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { type Line, paint } from './terminal.ts';
import { type CliApp, withApp } from './with-app.ts';

type Backup = Output<'backup.create'>;
type Listed = Output<'backup.list'>;

/** `weft backup`: copies of what the database of a project holds, and the way back to them. */
export function addBackupCommand(program: Command, context: CommandContext): void {
  const backup = program
    .command('backup')
    .description('copy what the database of the project holds, and restore such copies');
  const run =
    <Result>(work: (cli: CliApp) => Promise<Result>, report: (result: Result) => readonly Line[]) =>
    async (command: Command): Promise<void> => {
      const options = command.optsWithGlobals<GlobalOptions>();
      await withApp(context, options, async cli => {
        const result = await work(cli);
        await (options.json
          ? context.terminal.writeJson(result)
          : context.terminal.writeLines(report(result)));
      });
    };
  const create = run(
    ({ ask }) => ask('backup.create', {}),
    made => [`backed up ${sizeOf(made)} as ${made.name}`],
  );
  backup
    .command('create', { isDefault: true })
    .description('make a backup now, beside whatever is being written')
    .action((_: unknown, command: Command) => create(command));
  const list = run(({ ask }) => ask('backup.list', {}), listed);
  backup
    .command('list')
    .description('list the backups, and what was found damaged')
    .action((_: unknown, command: Command) => list(command));
  const acknowledge = run(
    ({ ask }) => ask('backup.acknowledge', {}),
    ({ acknowledged }) => [
      `${counted(acknowledged, 'report')} of damage acknowledged; answers warn of it no more`,
    ],
  );
  backup
    .command('acknowledge')
    .description('end the warnings in answers about damage that was found')
    .action((_: unknown, command: Command) => acknowledge(command));
  backup
    .command('restore <name>')
    .description('put a backup in the place of what the database holds, which is backed up first')
    .action((name: string, _: unknown, command: Command) =>
      run(({ ask }) => ask('backup.restore', { name }), restored)(command),
    );
  const undo = run(undoRestore, restored);
  backup
    .command('undo')
    .description('undo the last restore')
    .action((_: unknown, command: Command) => undo(command));
}

async function undoRestore({ ask }: CliApp): Promise<Output<'backup.restore'>> {
  const { backups } = await ask('backup.list', {});
  const last = backups.find(({ reason }) => reason === 'restore');
  if (last === undefined)
    throw new AppError('not_found', 'no backup was restored, so there is nothing to undo');
  return ask('backup.restore', { name: last.name });
}

const restored = ({ restored: { created_at }, undo }: Output<'backup.restore'>): Line[] => [
  `the database holds what it held on ${created_at}`,
  `what it held before is in ${undo.name}; "weft backup undo" brings it back`,
];

function listed({ folder, backups, damage }: Listed): Line[] {
  const rows = backups.map(({ name, reason, ...backup }) => [
    name,
    backupReasons[reason].toLowerCase(),
    sizeOf(backup),
  ]);
  const columns = [{ title: 'NAME' }, { title: 'MADE' }, { title: 'SIZE', align: 'right' }] as const;
  return [
    ...(backups.length === 0 ? ['no backups yet'] : [...alignColumns(columns, rows), `in ${folder}`]),
    ...damage.flatMap(described),
  ];
}

function described({ found_at, kept_in, tables }: Listed['damage'][number]): Line[] {
  const torn = tables.map(({ table, restored: back, gone }) => {
    const lost = gone.length;
    const keys = gone.slice(0, 5).map(key => Object.values(key).join(' '));
    const named = keys.length === 0 ? '' : `: ${keys.join(', ')}${gone.length > keys.length ? ', ...' : ''}`;
    return `  ${table}: ${counted(back, 'row')} brought back, ${lost === 0 ? 'none' : counted(lost, 'row')} known to be gone${named}`;
  });
  return [[paint('bold', `damage found on ${found_at}, the file is kept in ${kept_in}`)], ...torn];
}

const sizeOf = ({ bytes }: Pick<Backup, 'bytes'>): string => `${grouped(Math.ceil(bytes / 1024))} KiB`;
