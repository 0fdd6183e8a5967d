import { resolve } from 'node:path';
import type { Command } from 'commander';
import { asRequest } from '../../shared/model/as-request.ts';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { alignColumns, counted, grouped } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { countCuts, describeAssembly, describeTokens } from './describe-assembly.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { type Line, paint } from './terminal.ts';
import { type CliApp, replyOf, withApp } from './with-app.ts';

interface AssembledSample {
  readonly sample: Sample;
  readonly assembled: AssembledContext;
}

/** A sample that the user changed into a request that cannot be assembled. */
interface RefusedSample {
  readonly sample: Sample;
  readonly refused: string;
}

/** `weft demo`: the sample project, every sample assembled, and why. */
export function addDemoCommand(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .description('create or open the sample project, assemble each of its samples and print the traces')
    .addHelpText('after', '\nThe sample project is made in --project DIR, or in your user-data folder.')
    .action(async (_: unknown, command: Command) => {
      await demo(context, command.optsWithGlobals<GlobalOptions>());
    });
}

async function demo(context: CommandContext, { project: place, ...options }: GlobalOptions): Promise<void> {
  const { terminal } = context;
  await withApp(context, options, async cli => {
    const path = place === undefined ? undefined : resolve(terminal.cwd, place);
    const info = await cli.ask('project.createSample', path === undefined ? {} : { path });
    const { assembled, refused } = await assembleSamples(cli);
    await (options.json
      ? terminal.writeJson({ project: info.path, samples: assembled.map(summarize), refused })
      : terminal.writeLines(report(info.path ?? '', assembled)));
    for (const { sample, refused: why } of refused)
      terminal.writeErrorLine(`weft: sample ${sample.id}: ${why}`);
    if (refused.length > 0) context.finish(exitCodes.findings);
  });
}

async function assembleSamples({ ask, dispatch }: CliApp) {
  const { samples } = await ask('samples.list', {});
  const assembled: AssembledSample[] = [];
  const refused: RefusedSample[] = [];
  for (const sample of samples) {
    const reply = await replyOf(dispatch, 'assembly.assemble', { request: asRequest(sample.request) });
    if (!reply.ok) refused.push({ sample, refused: reply.error.message });
    else assembled.push({ sample, assembled: reply.value });
  }
  return { assembled, refused };
}

function summarize({ sample, assembled }: AssembledSample) {
  const { trace, meta } = assembled;
  return {
    sample: sample.id,
    rules_fired: trace.rules_applied.map(rule => rule.rule_id),
    memories: trace.memory_calls.map(call => call.memory_id),
    tokens: meta.token_estimate,
    max_tokens: maxTokens(sample),
    cuts: countCuts(assembled),
    trace,
  };
}

function report(path: string, samples: readonly AssembledSample[]): Line[] {
  const traces = samples.flatMap(entry => [...trace(entry), '']);
  const total = `${counted(samples.length, 'sample')} of ${path}`;
  return [...traces, [paint('bold', total)], ...summary(samples)];
}

function trace({ sample, assembled }: AssembledSample): Line[] {
  const { trace: told } = assembled;
  const facts = [
    `${counted(told.rules_applied.length, 'rule')} fired`,
    told.memory_calls.length === 1 ? '1 memory' : `${told.memory_calls.length} memories`,
    describeTokens(assembled, maxTokens(sample)),
    counted(countCuts(assembled), 'cut'),
  ];
  return [[paint('bold', sample.name), `  ${facts.join(', ')}`], ...describeAssembly(assembled)];
}

function summary(samples: readonly AssembledSample[]): Line[] {
  const rows = samples.map(({ sample, assembled }) => [
    sample.name,
    grouped(assembled.trace.rules_applied.length),
    grouped(assembled.trace.memory_calls.length),
    grouped(assembled.meta.token_estimate),
    budgetOf(sample),
    grouped(countCuts(assembled)),
  ]);
  const right = ['rules fired', 'memories', 'tokens', 'of budget', 'cuts'] as const;
  const columns = [{ title: 'sample' }, ...right.map(title => ({ title, align: 'right' as const }))];
  const [titles = '', ...lines] = alignColumns(columns, rows);
  return [[paint('dim', titles)], ...lines];
}

function budgetOf(sample: Sample): string {
  const limit = maxTokens(sample);
  return limit === undefined ? 'no limit' : grouped(limit);
}

function maxTokens({ request }: Sample): number | undefined {
  const limit = isJsonObject(request.constraints) ? request.constraints.max_tokens : undefined;
  return typeof limit === 'number' ? limit : undefined;
}
