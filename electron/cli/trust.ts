import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { existingFolder } from './find-project.ts';
import type { GlobalOptions } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import { type Line, paint } from './terminal.ts';
import { type CliApp, withApp } from './with-app.ts';

interface TrustCommandOptions extends GlobalOptions {
  readonly revoke?: boolean;
  readonly show?: boolean;
}

type Trusted = Output<'project.trust'>;

/** `weft trust`: lets what a project says act, or what of it came or changed since, and shows which. */
export function addTrustCommand(program: Command, context: CommandContext): void {
  program
    .command('trust [dir]')
    .description(
      "let a project's rules, memories and configuration act, or what of them changed since; prints what becomes active",
    )
    .option('--show', 'only print what would become active')
    .option('--revoke', 'take the trust back')
    .action(async (dir: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<TrustCommandOptions>();
      if (options.show) refuseIdle(command, ['revoke'], 'beside --show');
      if (dir !== undefined) refuseIdle(command, ['project'], 'beside DIR');
      await trust(context, dir, options);
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
  const run = async ({ ask }: CliApp): Promise<void> => {
    const shown = await ask('project.trust', {});
    const decision = options.revoke ? 'revoke' : 'grant';
    const result = options.show
      ? shown
      : await ask('project.trust', { decision, expected: shown.fingerprint });
    await (options.json ? terminal.writeJson(result) : terminal.writeLines(report(result)));
  };
  // What of the configuration waits for this stands in the report.
  await withApp(context, target, run, (_, isOfConfig) => isOfConfig);
}

function report(trusted: Trusted): Line[] {
  const { path, engines, memories, config, watched_folders, problems } = trusted;
  const rules = engines.reduce((sum, engine) => sum + engine.rules.length, 0);
  const counts = `${counted(engines.length, 'engine')}, ${counted(rules, 'rule')}, ${
    memories.length === 1 ? '1 memory' : `${memories.length} memories`
  }`;
  return [
    [paint('bold', `${path} is ${trusted.trusted ? 'trusted' : 'not trusted'}: ${counts}`)],
    ...waiting(trusted),
    ...engines.flatMap(engine => [
      `engine ${engine.id}${engine.enabled ? '' : ' (off)'}: ${engine.name}`,
      ...engine.rules.map(rule =>
        marked(
          trusted,
          rule,
          `  rule ${rule.id}${rule.enabled ? '' : ' (off)'} adds ${rule.adds.join(', ') || 'nothing'}`,
        ),
      ),
    ]),
    ...memories.map(memory => marked(trusted, memory, `memory ${memory.id}: ${memory.steps.join(' > ')}`)),
    ...config.map(one => marked(trusted, one, `configuration ${one.key}: ${one.effect}${untilThen(one)}`)),
    ...watched_folders.map(one =>
      marked(trusted, one, `folder ${one.folder} is read again for "${one.collection}" whenever it changes`),
    ),
    ...problems.map(problem => `cannot be read: ${problem.file}: ${problem.reason}`),
  ];
}

/** What of a trusted project still asks, in one line. */
function waiting({ trusted, engines, memories, config, watched_folders }: Trusted): Line[] {
  const parts = [...engines.flatMap(engine => engine.rules), ...memories, ...config, ...watched_folders];
  const count = parts.filter(({ asks }) => asks).length;
  if (!trusted || count === 0) return [];
  const subject = count === 1 ? '1 thing came or changed' : `${count} things came or changed`;
  return [
    `${subject} outside of Weft since then and ${count === 1 ? 'does' : 'do'} nothing until you confirm with "weft trust":`,
  ];
}

/** Of a project that is not trusted everything asks, so nothing is marked. */
const marked = ({ trusted }: Trusted, { asks }: { readonly asks: boolean }, line: string): Line =>
  trusted && asks ? [line, ' ', paint('yellow', '(new or changed, does nothing yet)')] : line;

const untilThen = ({ until_then }: Trusted['config'][number]): string =>
  until_then === undefined ? '' : `; until then: ${until_then}`;
