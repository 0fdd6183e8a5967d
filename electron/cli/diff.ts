import type { Command } from 'commander';
import { z } from 'zod';
import type {
  BehaviourDifference,
  DefinitionDifference,
  StructureDifference,
} from '../../shared/model/behaviour-difference.ts';
import { hasShape } from '../../shared/model/check-shape.ts';
import { memorySchema } from '../../shared/model/memory.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { sampleSchema } from '../../shared/model/sample.ts';
import { answerSentence, changeParts } from '../../shared/rules/behaviour/behaviour-words.ts';
import { compareDefinitions } from '../../shared/rules/behaviour/compare-definitions.ts';
import { atOnce } from '../../shared/stretches.ts';
import { problemText } from '../storage/files/definition-state.ts';
import { behaviourMarkdown } from './behaviour-markdown.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import { type Line, paint } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { type CliApp, withApp } from './with-app.ts';

interface DiffOptions extends GlobalOptions {
  readonly behavior?: boolean;
  readonly engine?: readonly string[];
  readonly unsaved?: boolean;
  readonly fired?: boolean;
  readonly markdown?: boolean;
  readonly exitCode?: boolean;
}

/** `weft diff`: what changed since a commit, in structure and in what requests get. */
export function addDiffCommand(program: Command, context: CommandContext): void {
  program
    .command('diff [revision]')
    .description('say what changed since a git revision: rules and memories, or what requests get of them')
    .option(
      '--behavior',
      'say which samples change, else show a request that does, else prove that none does',
    )
    .option('--engine <ids...>', 'compare the behavior of two engines with each other, instead of a revision')
    .option('--unsaved', 'compare what is edited in the studio with what is saved, instead of a revision')
    .option('--fired', 'with --behavior: rules that fire otherwise are a difference too')
    .option('--markdown', 'with --behavior: as the comment of a pull request')
    .option('--exit-code', 'with --behavior: exit with 1 unless it is proved that nothing changes')
    .action(async (revision: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<DiffOptions>();
      refuseAmiss(revision, options);
      if (options.json) refuseIdle(command, ['markdown'], 'beside --json');
      await withApp(context, options, cli =>
        options.behavior === true || options.engine !== undefined || options.unsaved === true
          ? diffBehaviour(context, cli, options, revision)
          : diffStructure(context, cli, options, revision ?? ''),
      );
    });
}

function refuseAmiss(revision: string | undefined, { behavior, engine, ...options }: DiffOptions): void {
  if (engine !== undefined && engine.length !== 2)
    throw new UsageError('--engine takes two ids: the engine before and the engine after');
  const ways = [revision !== undefined, engine !== undefined, options.unsaved === true];
  if (ways.filter(Boolean).length !== 1)
    throw new UsageError('give a git revision to compare with, or two engines by --engine A B, or --unsaved');
  const isAsked = options.fired === true || options.markdown === true || options.exitCode === true;
  if (isAsked && behavior !== true && engine === undefined && options.unsaved !== true)
    throw new UsageError('--fired, --markdown and --exit-code are of --behavior');
}

async function diffStructure(
  { terminal }: CommandContext,
  { ask }: CliApp,
  options: DiffOptions,
  revision: string,
): Promise<void> {
  const before = await ask('engines.atRevision', { revision });
  const [engines, memories] = [await ask('engines.list', {}), await ask('memories.list', {})];
  const difference = atOnce(
    compareDefinitions(before, { engines: engines.engines, memories: memories.memories }),
  );
  const problems = [...before.problems, ...engines.problems, ...memories.problems];
  if (options.json) return terminal.writeJson({ commit: before.commit, ...difference, problems });
  const lines = [...structureLines(difference), ...problemLines(problems)];
  const none = `no rule and no memory differs from ${revision}`;
  return terminal.writeLines(lines.length === 0 ? [none] : lines);
}

async function diffBehaviour(
  { terminal, finish }: CommandContext,
  { ask }: CliApp,
  { engine, unsaved, fired, exitCode, markdown, json }: DiffOptions,
  revision: string | undefined,
): Promise<void> {
  const [before, after] = engine ?? [];
  const edited = unsaved === true ? await unsavedState(ask) : undefined;
  const compared = await ask('rules.compare', {
    ...(revision !== undefined && { revision }),
    ...(before !== undefined && after !== undefined && { pair: [before, after] }),
    ...edited?.input,
    ...(fired === true && { fired }),
  });
  const difference = { ...compared, problems: [...(edited?.problems ?? []), ...compared.problems] };
  if (json) await terminal.writeJson(difference);
  else if (markdown)
    await terminal.writeContent(behaviourMarkdown(difference, revision ?? before ?? 'what is saved'));
  else await terminal.writeLines(behaviourLines(difference));
  // What could not be read is in neither state: nothing is proved of it.
  const isProved = difference.answer === 'equivalent' && difference.problems.length === 0;
  if (exitCode === true && !isProved) finish(exitCodes.findings);
}

/** What the studio keeps of edits that are not saved: a value for each document, null where it was deleted. */
const draftSchema = z.object({
  documents: z.array(z.object({ kind: z.string(), id: z.string(), value: z.unknown() })),
});

/** The saved definitions as the state before, and with the edits of the studio as the state after. */
async function unsavedState(ask: CliApp['ask']) {
  const { draft } = await ask('drafts.get', {});
  if (draft !== null && !hasShape(draftSchema, draft))
    throw new UsageError(
      'what is edited in the studio was kept by another Weft in a form that is not known here; save it there',
    );
  const documents = draft?.documents ?? [];
  const { engines, problems: unreadEngines } = await ask('engines.list', {});
  const { memories, problems: unreadMemories } = await ask('memories.list', {});
  const { samples, problems: unreadSamples } = await ask('samples.list', {});
  const edited = <Value extends { readonly id: string }>(
    kind: string,
    schema: z.ZodType<Value>,
    saved: readonly Value[],
  ): Value[] => {
    const values = new Map(saved.map(value => [value.id, value]));
    for (const { id, value } of documents.filter(one => one.kind === kind)) {
      if (value === null) values.delete(id);
      else if (hasShape(schema, value)) values.set(id, value);
      else throw new UsageError(`${kind}/${id}: what is edited in the studio is not valid yet`);
    }
    return [...values.values()];
  };
  return {
    input: {
      before_engines: engines,
      before_memories: memories,
      engines: edited('engines', engineSchema, engines),
      memories: edited('memories', memorySchema, memories),
      samples: edited('samples', sampleSchema, samples),
    },
    problems: [...unreadEngines, ...unreadMemories, ...unreadSamples],
  };
}

function behaviourLines({
  problems,
  ...difference
}: BehaviourDifference & { readonly problems: readonly FileProblem[] }): Line[] {
  const { flips, flipped, skipped, witness, structure } = difference;
  const request = witness === undefined ? [] : JSON.stringify(witness.request, null, 2).split('\n');
  return [
    ...structureLines(structure),
    [paint(difference.answer === 'equivalent' ? 'green' : 'yellow', answerSentence(difference))],
    ...flips.map(flip => `  ${flip.name} ${changeParts(flip).join('; ')}`),
    ...(flipped > flips.length ? [`  and ${flipped - flips.length} more`] : []),
    ...(witness === undefined ? [] : [`  it ${changeParts(witness).join('; ')}`]),
    ...request.map(line => `  ${line}`),
    ...(skipped > 0 ? [`not compared: ${skipped} samples that are no requests`] : []),
    ...problemLines(problems),
  ];
}

const problemLines = (problems: readonly FileProblem[]): string[] =>
  problems.map(problem => `not compared: ${problemText(problem)}`);

function structureLines({ engines, memories }: StructureDifference): Line[] {
  return [
    ...engines.flatMap(engine => [
      differenceLine('engine', engine),
      ...engine.rules.map(rule => ['  ', ...differenceLine('rule', rule)]),
    ]),
    ...memories.map(memory => differenceLine('memory', memory)),
  ];
}

const signs = { added: '+', removed: '-', changed: '~' } as const;
const colours = { added: 'green', removed: 'red', changed: 'yellow' } as const;

function differenceLine(noun: string, { change, id, name, fields }: DefinitionDifference) {
  const what = fields.length === 0 ? '' : `: ${fields.join(', ')}`;
  return [paint(colours[change], signs[change]), ` ${noun} ${id} "${name}"${what}`];
}
