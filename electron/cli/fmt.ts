import { realpath } from 'node:fs/promises';
import type { Command } from 'commander';
import { AppError } from '../../shared/contract/errors.ts';
import {
  contractKind,
  engineKind,
  memoryKind,
  sampleKind,
  testKind,
} from '../storage/files/definition-kinds.ts';
import { problemText } from '../storage/files/definition-state.ts';
import { formatDefinitions } from '../storage/files/format-definitions.ts';
import { openProjectFolder } from '../storage/files/project-folder.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { findProject } from './find-project.ts';
import type { GlobalOptions } from './globals.ts';

interface FmtOptions extends GlobalOptions {
  readonly check?: boolean;
}

/** `weft fmt`: every definition in its canonical form. */
export function addFmtCommand(program: Command, context: CommandContext): void {
  program
    .command('fmt')
    .description(
      'bring all engines, memories, samples, tests and contracts into canonical form; prints what changed',
    )
    .option('--check', 'change nothing, and exit with 1 when something would')
    .action(async (_: unknown, command: Command) => {
      await format(context, command.optsWithGlobals<FmtOptions>());
    });
}

async function format(context: CommandContext, options: FmtOptions): Promise<void> {
  const { terminal } = context;
  const found = findProject(terminal.cwd, options.project);
  if (found === null) throw new AppError('not_found', 'no project is here; give its folder with --project');
  const folder = openProjectFolder(await realpath(found));
  const write = options.check !== true;
  const results = [
    await formatDefinitions(folder, engineKind, { write }),
    await formatDefinitions(folder, memoryKind, { write }),
    await formatDefinitions(folder, sampleKind, { write }),
    await formatDefinitions(folder, contractKind, { write }),
    await formatDefinitions(folder, testKind, { write }),
  ];
  folder.close();
  const changed = results.flatMap(result => result.changed);
  const problems = results.flatMap(result => result.problems);
  const lines = [...changed, ...problems.map(problem => `${problemText(problem)}; it was left as it is`)];
  await (options.json ? terminal.writeJson({ changed, problems }) : terminal.writeLines(lines));
  const isBad = problems.length > 0 || (!write && changed.length > 0);
  context.finish(isBad ? exitCodes.findings : exitCodes.ok);
}
