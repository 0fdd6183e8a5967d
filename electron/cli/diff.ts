import type { Command } from 'commander';
import {
  compareDefinitions,
  type DefinitionDifference,
  type StructureDifference,
} from '../../shared/rules/behaviour/compare-definitions.ts';
import { refuseUntrusted } from '../services/project/project-trust.ts';
import { engineKind, memoryKind } from '../storage/files/definition-kinds.ts';
import { problemText } from '../storage/files/definition-state.ts';
import { withGit } from '../storage/git/ask-git.ts';
import { readRevision, resolveRevision } from '../storage/git/read-revision.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { type Line, paint } from './terminal.ts';
import { withApp } from './with-app.ts';

/** `weft diff`: what changed in structure since a commit. */
export function addDiffCommand(program: Command, context: CommandContext): void {
  program
    .command('diff <revision>')
    .description('say which rules and memories were added, removed or changed since a git revision')
    .action(async (revision: string, _: unknown, command: Command) => {
      await diff(context, command.optsWithGlobals<GlobalOptions>(), revision);
    });
}

async function diff(context: CommandContext, options: GlobalOptions, revision: string): Promise<void> {
  const { terminal } = context;
  await withApp(context, options, async ({ own, ask }) => {
    const project = await (await own()).projects.require();
    // What git is asked about came with the project: like everything that acts, it needs trust.
    refuseUntrusted(project);
    const { commit, engines, memories } = await withGit(project.path, async git => {
      const commit = await resolveRevision(git, revision);
      const engines = await readRevision(git, commit, engineKind);
      return { commit, engines, memories: await readRevision(git, commit, memoryKind) };
    });
    const now = { engines: await ask('engines.list', {}), memories: await ask('memories.list', {}) };
    const difference = compareDefinitions(
      { engines: engines.values, memories: memories.values },
      { engines: now.engines.engines, memories: now.memories.memories },
    );
    const problems = [engines, memories, now.engines, now.memories].flatMap(list => [...list.problems]);
    if (options.json) return terminal.writeJson({ commit, ...difference, problems });
    const lines = [
      ...describe(difference),
      ...problems.map(problem => `not compared: ${problemText(problem)}`),
    ];
    const none = `no rule and no memory differs from ${revision}`;
    return terminal.writeLines(lines.length === 0 ? [none] : lines);
  });
}

function describe({ engines, memories }: StructureDifference): Line[] {
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
