import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import {
  type InstructionAgent,
  type InstructionFile,
  type InstructionPrediction,
  instructionAgents,
} from '../../shared/model/instruction-file.ts';
import { counted, grouped } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { findProject } from './find-project.ts';
import type { GlobalOptions } from './globals.ts';
import { type Line, paint } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

interface LoadsOptions extends GlobalOptions {
  readonly agent?: string;
  readonly after?: readonly string[];
  readonly folder?: string;
}

/** `weft loads`: which instruction files a coding agent has that works on a file, and why not the others. */
export function addLoadsCommand(program: Command, context: CommandContext): void {
  program
    .command('loads [file]')
    .description(
      'say which instruction files a coding agent has that works on a file, and why not the others',
    )
    .option('--agent <name>', `one of ${instructionAgents.join(', ')} (default: all)`)
    .option('--after <file...>', 'files that it read before, the first first')
    .option('--folder <dir>', 'the folder that the agent is started in (default: where you are)')
    .addHelpText(
      'after',
      '\nNothing is run: the rules of each agent are applied to the files here. Works without a project, too.',
    )
    .action(async (file: string | undefined, _: unknown, command: Command) => {
      await loads(context, command.optsWithGlobals<LoadsOptions>(), file);
    });
}

async function loads(
  context: CommandContext,
  options: LoadsOptions,
  file: string | undefined,
): Promise<void> {
  const { terminal } = context;
  const agent = instructionAgents.find(name => name === options.agent);
  if (options.agent !== undefined && agent === undefined)
    throw new UsageError(`"${options.agent}" is no agent that is known: ${instructionAgents.join(', ')}`);
  const prediction = await predict(context, options, agent, file);
  if (options.json) await terminal.writeJson(prediction);
  else await terminal.writeLines(describe(prediction));
}

async function predict(
  context: CommandContext,
  options: LoadsOptions,
  agent: InstructionAgent | undefined,
  file: string | undefined,
): Promise<Output<'flights.predict'>> {
  const { cwd } = context.terminal;
  const project = findProject(cwd, options.project);
  const folder = resolve(cwd, options.folder ?? '.');
  const isInside = project !== null && !relative(project, folder).startsWith('..');
  const input = {
    ...(agent !== undefined && { agent }),
    ...((isInside || options.folder !== undefined) && { folder }),
    ...(file !== undefined && { file: resolve(cwd, file) }),
    ...(options.after !== undefined && { after: options.after.map(path => resolve(cwd, path)) }),
  };
  if (project !== null) return withApp(context, options, ({ ask }) => ask('flights.predict', input));
  const { predictIn, topAround } = await import('../services/flights/predict.ts');
  return predictIn(await topAround(folder), { ...input, folder });
}

function describe({ agents, is_cut }: Output<'flights.predict'>): Line[] {
  const note = 'The project is so large that not all of it was looked at.';
  const parts = agents.map(describeAgent).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
  return [...parts, ...(is_cut ? ['', note] : [])];
}

function describeAgent({ title, files, tokens }: InstructionPrediction): Line[] {
  const loaded = files.filter(file => file.loaded);
  const others = files.filter(({ reason }) => reason === 'other_agent');
  const missed = files.filter(file => !file.loaded && file.reason !== 'other_agent');
  return [
    [paint('bold', title), ` has ${counted(loaded.length, 'instruction file')}, ${grouped(tokens)} tokens`],
    ...loaded.map(file => fileLine(file)),
    ...missed.flatMap(file => [fileLine(file), ...changeLines(file)]),
    ...(others.length === 0 ? [] : [`  of other agents: ${others.map(({ path }) => path).join(', ')}`]),
  ];
}

function fileLine({ loaded, path, message, tokens, cut_to_bytes }: InstructionFile): Line {
  const cut = cut_to_bytes === undefined ? '' : ` Only its first ${grouped(cut_to_bytes)} bytes.`;
  if (!loaded) return ['  ', paint('red', 'no'), `   ${path}: ${message}`];
  return ['  ', paint('green', 'yes'), `  ${path} (${grouped(tokens)}): ${message}${cut}`];
}

const changeLines = ({ change }: InstructionFile): string[] =>
  change === undefined ? [] : [`       ${change.message}`];
