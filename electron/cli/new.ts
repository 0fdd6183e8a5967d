import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import {
  type ProjectTemplateId,
  projectTemplateIds,
  projectTemplates,
} from '../../shared/model/project-template.ts';
import { shellLine } from '../host/agents/coding-agent.ts';
import { alignColumns, counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import type { Line } from './terminal.ts';
import { type CliApp, withApp } from './with-app.ts';

interface NewCommandOptions extends GlobalOptions {
  readonly template?: ProjectTemplateId;
}

/** `weft new`: a folder becomes a project, an empty one or one that begins from a template. */
export function addNewCommand(program: Command, context: CommandContext): void {
  program
    .command('new <dir>')
    .description('make a folder a project: an empty one, or one that begins from a template')
    .addOption(new Option('--template <name>', 'what to begin from').choices(projectTemplateIds))
    .addHelpText('after', `\nTemplates:\n${templateLines().join('\n')}`)
    .action(async (dir: string, _: unknown, command: Command) => {
      refuseIdle(command, ['project'], 'beside DIR');
      await makeProject(context, dir, command.optsWithGlobals<NewCommandOptions>());
    });
}

function templateLines(): readonly string[] {
  const rows = projectTemplateIds.map(id => [`  ${id}`, projectTemplates[id].text]);
  return alignColumns([{ title: '' }, { title: '' }], rows).slice(1);
}

async function makeProject(context: CommandContext, dir: string, options: NewCommandOptions): Promise<void> {
  const path = resolve(context.terminal.cwd, dir);
  const { template } = options;
  await withApp(context, options, async cli => {
    const info =
      template === undefined
        ? await cli.ask('project.open', { path, create: true })
        : await cli.ask('project.createFromTemplate', { path, template });
    const has = await countDefinitions(cli);
    await (options.json
      ? context.terminal.writeJson({ path: info.path, ...(template && { template }), ...has })
      : context.terminal.writeLines(report(dir, has)));
  });
}

/** What somebody finds in it. */
async function countDefinitions({ ask }: CliApp) {
  const [engines, memories, samples, tests, content] = await Promise.all([
    ask('engines.list', {}),
    ask('memories.list', {}),
    ask('samples.list', {}),
    ask('tests.list', {}),
    ask('content.counts', {}),
  ]);
  return {
    engines: engines.engines.length,
    memories: memories.memories.length,
    samples: samples.samples.length,
    tests: tests.tests.length,
    documents: content.documents,
  };
}

type Has = Awaited<ReturnType<typeof countDefinitions>>;

function report(dir: string, { engines, memories, samples, tests, documents }: Has): Line[] {
  const parts = [
    counted(engines, 'engine'),
    memories === 1 ? '1 memory' : `${memories} memories`,
    counted(samples, 'sample'),
    counted(tests, 'test'),
    counted(documents, 'document'),
  ];
  return [
    `${dir} is a project with ${parts.join(', ')}`,
    `go on with: ${shellLine(['weft', 'open', dir], process.platform)}`,
  ];
}
