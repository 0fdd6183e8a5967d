import type { Command } from 'commander';
import { AppError } from '../../shared/contract/errors.ts';
import { asRequest } from '../../shared/model/as-request.ts';
import { definitionFile, definitionFolders } from '../../shared/model/definition-folders.ts';
import type {
  Explanation,
  ExplanationStep,
  IncludingChange,
  MemoryChange,
} from '../../shared/model/explanation.ts';
import { withNearest } from '../../shared/model/near-names.ts';
import type { VariableChange } from '../../shared/model/rule-fix.ts';
import { idOfFile } from '../../shared/rules/evaluation/unknown-words.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { readRequest } from './read-input.ts';
import { type Line, paint } from './terminal.ts';
import { type CliApp, withApp } from './with-app.ts';

/** `weft why`: how a memory or an item gets into the context, or where its way ends. */
export function addWhyCommand(program: Command, context: CommandContext): void {
  program
    .command('why <memory> <request>')
    .description('say why a memory is in the context or not, and what would put it there')
    .addHelpText(
      'after',
      '\nMEMORY is an id, or <id>#<n> for one item. REQUEST is a JSON file (a request or a sample), or - for standard input.',
    )
    .action(async (memory: string, input: string, _: unknown, command: Command) => {
      await why(context, command.optsWithGlobals<GlobalOptions>(), memory, input);
    });
}

async function why(
  context: CommandContext,
  options: GlobalOptions,
  memory: string,
  input: string,
): Promise<void> {
  const { terminal } = context;
  const request = asRequest(await readRequest(terminal, input));
  const target = /.#\d+$/.test(memory) ? { item_id: memory } : { memory_id: memory };
  await withApp(context, options, async ({ ask, own }) => {
    const { open } = await ask('project.info', {});
    if (!open) await (await own()).projects.require();
    const explanation = await ask('assembly.explain', { request, ...target });
    if (isAskedByNobody(explanation)) await refuseUnknown(explanation.memory_id, ask);
    await (options.json ? terminal.writeJson(explanation) : terminal.writeLines(describe(explanation)));
  });
}

/** Nothing but its absence is to be told of it. */
const isAskedByNobody = ({ cause, chain }: Explanation): boolean =>
  cause === 'unknown_memory' && chain.length === 1;

/** It is misspelled most often; one whose file cannot be read, or that waits for a look, is there. */
async function refuseUnknown(id: string, ask: CliApp['ask']): Promise<void> {
  const { memories, problems } = await ask('memories.list', {});
  const known = memories.map(memory => memory.id);
  if (known.includes(id) || problems.some(problem => idOfFile(problem) === id)) return;
  throw new AppError('not_found', withNearest(`there is no memory "${id}"`, id, known), { id });
}

function describe(explanation: Explanation): Line[] {
  const { memory_id, item_id, included, chain, change, memory_change, warnings = [] } = explanation;
  const others = explanation.memory_changes ?? [];
  const heading = [paint('bold', item_id ?? memory_id), ` is ${included ? '' : 'not '}in the context`];
  return [
    heading,
    ...chain.map(stepLine),
    ...(included ? [] : ['', ...changeLines(change, memory_change)]),
    ...others.map(other => `or ${memoryWords(other)}`),
    ...warnings.map(({ message }) => `warning: ${message}`),
  ];
}

function stepLine({ passed, message }: ExplanationStep): Line {
  return passed ? ['  ', paint('green', 'yes'), `  ${message}`] : ['  ', paint('red', 'no'), `   ${message}`];
}

function changeLines(change: IncludingChange | undefined, ofMemory: MemoryChange | undefined): string[] {
  const lead = 'the smallest change that includes it:';
  if (change !== undefined) return [lead, ...requestLines(change)];
  if (ofMemory === undefined) return ['no change of the request would include it'];
  const { request_change } = ofMemory;
  return [
    lead,
    `  ${memoryWords(ofMemory)}`,
    ...(request_change === undefined ? [] : requestLines(request_change)),
  ];
}

function memoryWords({ memory_id, max_items, section, required }: MemoryChange): string {
  const what = [
    ...(max_items === undefined
      ? []
      : [`raise max_items of the memory "${memory_id}" from ${max_items.from} to ${max_items.to}`]),
    ...(section === undefined
      ? []
      : [`move the memory "${memory_id}" from the section ${section.from} to ${section.to}`]),
    ...(required ? [`make the memory "${memory_id}" required`] : []),
  ];
  return `${what.join(', ')} (${definitionFile(definitionFolders.memories, memory_id)})`;
}

function requestLines({ variables, explicit_memory, max_tokens }: IncludingChange): string[] {
  return [
    ...variables.map(variable => `  ${variableWords(variable)}`),
    ...(explicit_memory === undefined ? [] : [`  name "${explicit_memory}" in explicit_memory`]),
    ...(max_tokens === undefined ? [] : [`  set constraints.max_tokens to ${max_tokens}`]),
  ];
}

function variableWords({ field, from, to }: VariableChange): string {
  const before = from === undefined ? '' : ` (it is ${JSON.stringify(from)})`;
  return to === undefined ? `leave ${field} out${before}` : `set ${field} to ${JSON.stringify(to)}${before}`;
}
