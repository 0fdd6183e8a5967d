import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { auditKinds, type MemoryFinding } from '../../shared/model/memory-audit.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import { shellLine } from '../host/agents/coding-agent.ts';
import { problemText } from '../storage/files/definition-state.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import { type Line, paint, paintSeverity } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { type CliApp, withApp } from './with-app.ts';

interface AuditOptions extends GlobalOptions {
  readonly only?: string;
  readonly mend?: string[];
}

/** `weft audit`: what is wrong with the memories of a project, and how each of it is mended. */
export function addAuditCommand(program: Command, context: CommandContext): void {
  program
    .command('audit')
    .description(
      'say what is wrong with memories, and mend it; exits with 1 on errors, and where a file cannot be read',
    )
    .option('--only <kinds>', `of ${auditKinds.join(', ')}; several with commas`)
    .option('--mend <ids...>', 'apply the mends of these findings, all or none')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<AuditOptions>();
      if (options.mend !== undefined) refuseIdle(command, ['only'], 'beside --mend');
      await audit(context, options);
    });
}

async function audit(context: CommandContext, options: AuditOptions): Promise<void> {
  const { terminal } = context;
  const kinds = chosenKinds(options.only);
  const { isOfBrokenFile } = await import('../services/app/broken-file-warnings.ts');
  const run = async (cli: CliApp): Promise<void> => {
    if (options.mend !== undefined) {
      const mended = await cli.ask('audit.mend', { findings: options.mend });
      if (options.json) await terminal.writeJson(mended);
      else await terminal.writeLines(mended.changed.map(name => `changed ${name}`));
      return;
    }
    const report = await cli.ask('audit.memories', {});
    const findings = report.findings.filter(({ kind }) => kinds.includes(kind));
    const problems = await unreadFiles(cli);
    if (options.json) await terminal.writeJson({ ...report, findings, problems });
    else
      await terminal.writeLines([
        ...findings.flatMap(describe),
        ...problems.map(problem => `not looked at: ${problemText(problem)}`),
        ...report.notes,
        summary(report, findings, problems),
      ]);
    const isBad = problems.length > 0 || findings.some(({ severity }) => severity === 'error');
    context.finish(isBad ? exitCodes.findings : exitCodes.ok);
  };
  // They are named with their places.
  await withApp(context, options, run, isOfBrokenFile);
}

/** Files of what is looked at that cannot be read: of them nothing is known. */
async function unreadFiles({ ask }: CliApp): Promise<FileProblem[]> {
  const lists = [
    await ask('memories.list', {}),
    await ask('engines.list', {}),
    await ask('samples.list', {}),
    await ask('tests.list', {}),
    await ask('contracts.list', {}),
  ];
  return lists.flatMap(({ problems }) => problems);
}

function chosenKinds(given: string | undefined): readonly string[] {
  if (given === undefined) return auditKinds;
  const kinds = given.split(',').map(kind => kind.trim());
  const unknown = kinds.find(kind => !auditKinds.some(known => known === kind));
  if (unknown !== undefined)
    throw new UsageError(`--only ${unknown}: there is no such kind; there are ${auditKinds.join(', ')}`);
  return kinds;
}

function describe({ id, kind, severity, memory_id, message, mend_label }: MemoryFinding): Line[] {
  return [
    [`${memory_id} `, paintSeverity(severity, kind.replaceAll('_', '-')), ` ${message}`],
    [paint('dim', `  ${mend_label}: ${shellLine(['weft', 'audit', '--mend', id], process.platform)}`)],
  ];
}

function summary(
  { memories }: Output<'audit.memories'>,
  findings: readonly MemoryFinding[],
  problems: readonly FileProblem[],
): string {
  const looked =
    memories === 1 ? '1 memory looked at' : `${memories.toLocaleString('en-US')} memories looked at`;
  const unread =
    problems.length === 0 ? [] : [`${counted(problems.length, 'file')} of the project cannot be read`];
  if (findings.length === 0 && unread.length === 0) return `${looked}, nothing found`;
  const count = (severity: MemoryFinding['severity']) =>
    findings.filter(one => one.severity === severity).length;
  return [
    looked,
    counted(count('error'), 'error'),
    counted(count('warning'), 'warning'),
    counted(count('info'), 'note'),
    ...unread,
  ].join(', ');
}
