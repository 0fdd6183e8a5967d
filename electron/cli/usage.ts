import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { alignColumns, counted, grouped } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { type Line, paint } from './terminal.ts';
import { withApp } from './with-app.ts';

/** `weft usage`: how rules and memories did by the recorded requests. */
export function addUsageCommand(program: Command, context: CommandContext): void {
  program
    .command('usage')
    .description(
      'say how rules and memories did by the recorded requests: which are dead, costly or never useful',
    )
    .addHelpText(
      'after',
      '\nRequests are recorded once somebody says so: weft call recordings.start, or in the settings of the studio.',
    )
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      await withApp(context, options, async ({ ask, own }) => {
        const { open } = await ask('project.info', {});
        if (!open) await (await own()).projects.require();
        const usage = await ask('recordings.usage', {});
        const { terminal } = context;
        await (options.json ? terminal.writeJson(usage) : terminal.writeLines(describe(usage)));
      });
    });
}

function describe({ requests, sample_requests, rules, memories }: Output<'recordings.usage'>): Line[] {
  if (requests === 0) return ['no requests are recorded; "weft call recordings.start" begins'];
  const sample = sample_requests === 0 ? '' : `, ${grouped(sample_requests)} of them sample data`;
  return [
    [paint('bold', counted(requests, 'recorded request')), sample],
    '',
    ...table(
      'rule',
      rules.map(rule => ({ ...rule, title: `${rule.engine_id}/${rule.rule_id}`, met: rule.fired })),
    ),
    '',
    ...table(
      'memory',
      memories.map(memory => ({ ...memory, title: memory.id, met: memory.used })),
    ),
  ];
}

type Row = Pick<
  Output<'recordings.usage'>['memories'][number],
  'tokens' | 'cut' | 'last_at' | 'verdicts' | 'given' | 'acknowledged' | 'mended'
> & { readonly title: string; readonly met: number };

function table(what: string, rows: readonly Row[]): string[] {
  const columns = [
    { title: what },
    { title: 'requests', align: 'right' as const },
    { title: 'last' },
    { title: 'tokens', align: 'right' as const },
    { title: 'cut', align: 'right' as const },
    { title: 'named', align: 'right' as const },
    { title: 'mended', align: 'right' as const },
    { title: '' },
  ];
  return alignColumns(
    columns,
    rows.map(({ title, met, last_at, tokens, cut, given, acknowledged, mended, verdicts }) => [
      title,
      grouped(met),
      last_at?.slice(0, 10) ?? 'never',
      grouped(tokens),
      grouped(cut),
      given === 0 ? '' : `${acknowledged}/${given}`,
      given === 0 ? '' : String(mended),
      verdicts.map(verdict => verdict.replaceAll('_', ' ')).join(', '),
    ]),
  );
}
