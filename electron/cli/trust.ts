import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { existingFolder } from './find-project.ts';
import type { GlobalOptions } from './globals.ts';
import { type Line, paint } from './terminal.ts';
import { withApp } from './with-app.ts';

interface TrustCommandOptions extends GlobalOptions {
  readonly revoke?: boolean;
  readonly show?: boolean;
}

type Trusted = Output<'project.trust'>;

/** `weft trust`: lets a project's rules and memories act, and shows which (T11). */
export function addTrustCommand(program: Command, context: CommandContext): void {
  program
    .command('trust [dir]')
    .description("let a project's rules and memories act; prints what becomes active")
    .option('--show', 'only print what would become active')
    .option('--revoke', 'take the trust back')
    .action(async (dir: string | undefined, _: unknown, command: Command) => {
      await trust(context, dir, command.optsWithGlobals<TrustCommandOptions>());
    });
}

async function trust(
  context: CommandContext,
  dir: string | undefined,
  options: TrustCommandOptions,
): Promise<void> {
  const { terminal } = context;
  const project = dir === undefined ? options.project : existingFolder(terminal.cwd, dir);
  const target: GlobalOptions = { ...options, ...(project !== undefined && { project }) };
  await withApp(context, target, async ({ ask }) => {
    const shown = await ask('project.trust', {});
    const decision = options.revoke ? 'revoke' : 'grant';
    const result = options.show
      ? shown
      : await ask('project.trust', { decision, expected: shown.fingerprint });
    await (options.json ? terminal.writeJson(result) : terminal.writeLines(report(result)));
  });
}

function report(trusted: Trusted): Line[] {
  const { path, engines, memories, problems } = trusted;
  const rules = engines.reduce((sum, engine) => sum + engine.rules.length, 0);
  const counts = `${counted(engines.length, 'engine')}, ${counted(rules, 'rule')}, ${
    memories.length === 1 ? '1 memory' : `${memories.length} memories`
  }`;
  return [
    [paint('bold', `${path} is ${trusted.trusted ? 'trusted' : 'not trusted'}: ${counts}`)],
    ...engines.flatMap(engine => [
      `engine ${engine.id}${engine.enabled ? '' : ' (off)'}: ${engine.name}`,
      ...engine.rules.map(
        rule => `  rule ${rule.id}${rule.enabled ? '' : ' (off)'} adds ${rule.adds.join(', ') || 'nothing'}`,
      ),
    ]),
    ...memories.map(memory => `memory ${memory.id}: ${memory.steps.join(' > ')}`),
    ...problems.map(problem => `cannot be read: ${problem.file}: ${problem.reason}`),
  ];
}
