import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { auditKinds, type MemoryFinding } from '../../shared/model/memory-audit.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import { type Line, paint } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

interface AuditOptions extends GlobalOptions {
  readonly only?: string;
  readonly mend?: string[];
}

/** `weft audit`: what is wrong with the memories of a project, and how each of it is mended. */
export function addAuditCommand(program: Command, context: CommandContext): void {
  program
    .command('audit')
    .description('say what is wrong with memories, and mend it; exits with 1 on errors')
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
  await withApp(context, options, async cli => {
    if (options.mend !== undefined) {
      const mended = await cli.ask('audit.mend', { findings: options.mend });
      if (options.json) await terminal.writeJson(mended);
      else await terminal.writeLines(mended.changed.map(name => `changed ${name}`));
      return;
    }
    const report = await cli.ask('audit.memories', {});
    const findings = report.findings.filter(({ kind }) => kinds.includes(kind));
    if (options.json) await terminal.writeJson({ ...report, findings });
    else
      await terminal.writeLines([...findings.flatMap(describe), ...report.notes, summary(report, findings)]);
    const isBad = findings.some(({ severity }) => severity === 'error');
    context.finish(isBad ? exitCodes.findings : exitCodes.ok);
  });
}

function chosenKinds(given: string | undefined): readonly string[] {
  if (given === undefined) return auditKinds;
  const kinds = given.split(',').map(kind => kind.trim());
  const unknown = kinds.find(kind => !auditKinds.some(known => known === kind));
  if (unknown !== undefined)
    throw new UsageError(`--only ${unknown}: there is no such kind; there are ${auditKinds.join(', ')}`);
  return kinds;
}

const colours = { error: 'red', warning: 'yellow', info: 'dim' } as const;

function describe({ id, kind, severity, memory_id, message, mend_label }: MemoryFinding): Line[] {
  return [
    [`${memory_id} `, paint(colours[severity], kind.replaceAll('_', '-')), ` ${message}`],
    [paint('dim', `  ${mend_label}: weft audit --mend '${id}'`)],
  ];
}

function summary({ memories }: Output<'audit.memories'>, findings: readonly MemoryFinding[]): string {
  const looked =
    memories === 1 ? '1 memory looked at' : `${memories.toLocaleString('en-US')} memories looked at`;
  if (findings.length === 0) return `${looked}, nothing found`;
  const count = (severity: MemoryFinding['severity']) =>
    findings.filter(one => one.severity === severity).length;
  return [
    looked,
    counted(count('error'), 'error'),
    counted(count('warning'), 'warning'),
    counted(count('info'), 'note'),
  ].join(', ');
}
