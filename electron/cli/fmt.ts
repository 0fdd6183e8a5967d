import { realpath } from 'node:fs/promises';
import type { Command } from 'commander';
import { AppError } from '../../shared/contract/errors.ts';
import {
  contractKind,
  type DefinitionKind,
  engineKind,
  memoryKind,
  sampleKind,
  testKind,
} from '../storage/files/definition-kinds.ts';
import { problemText } from '../storage/files/definition-state.ts';
import { type FormattedDefinitions, formatDefinitions } from '../storage/files/format-definitions.ts';
import { openProjectFolder } from '../storage/files/project-folder.ts';
import { schemaReference, writeSchemaFile } from '../storage/files/schema-files.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { findProject } from './find-project.ts';
import type { GlobalOptions } from './globals.ts';

interface FmtOptions extends GlobalOptions {
  readonly check?: boolean;
  readonly schema?: boolean;
}

/** `weft fmt`: every definition in its canonical form. */
export function addFmtCommand(program: Command, context: CommandContext): void {
  program
    .command('fmt')
    .description(
      'bring all engines, memories, samples, tests and contracts into canonical form; prints what changed',
    )
    .option('--schema', 'also write their JSON Schemas, and name them in each file for editors')
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
  const withSchema = options.schema === true;
  const results: FormattedDefinitions[] = [];
  for (const kind of [engineKind, memoryKind, sampleKind, contractKind, testKind] as const) {
    // Each with its own type of value.
    const formatted = await formatDefinitions(folder, kind as DefinitionKind<object>, {
      write,
      ...(withSchema && { adding: { $schema: schemaReference(kind) } }),
    });
    const schemas = withSchema ? await writeSchemaFile(folder, kind, { write }) : [];
    results.push({ ...formatted, changed: [...schemas, ...formatted.changed] });
  }
  folder.close();
  const changed = results.flatMap(result => result.changed);
  const problems = results.flatMap(result => result.problems);
  const lines = [...changed, ...problems.map(problem => `${problemText(problem)}; it was left as it is`)];
  await (options.json ? terminal.writeJson({ changed, problems }) : terminal.writeLines(lines));
  const isBad = problems.length > 0 || (!write && changed.length > 0);
  context.finish(isBad ? exitCodes.findings : exitCodes.ok);
}
