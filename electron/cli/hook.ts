import { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

/**
 * `weft hook`, where something stands before the word: else the launcher loads it alone, which is quicker, and leads here
 * for its help only. Nothing that an agent writes behind the word is bad usage, which would hold the agent.
 */
export function addHookCommand(program: Command, context: CommandContext): void {
  program
    .command('hook')
    .description(
      'tell an event of a coding agent to the host of the project, and print what the agent is to know',
    )
    .option('--agent [name]', 'whose events these are (default: claude-code)')
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText(
      'after',
      '\nAgents start it, as "weft init" sets them up: one event as JSON on standard input. It is never in the way: what fails\nends with 0 and no answer, and a line in hook.log of the user-data folder. 2 holds the agent, where the configuration\nof the project says so.',
    )
    .action(async (options: { readonly agent?: string | true }) => {
      const { runHook } = await import('../host/run-hook.ts');
      const { terminal, env, version, distDir, finish } = context;
      const said: string[] = [];
      const code = await runHook({
        values: valuesOf(options.agent),
        env,
        version,
        distDir,
        cwd: terminal.cwd,
        openStdin: () => Readable.from(terminal.stdin),
        write: text => said.push(text),
        writeError: text => terminal.writeErrorLine(text.replace(/\n$/, '')),
      });
      await terminal.writeJsonText(said.join(''));
      terminal.closeInput();
      finish(code);
    });
}

/** As they stood behind the word. */
function valuesOf(agent: string | true | undefined): readonly string[] {
  if (agent === undefined) return [];
  return agent === true ? ['--agent'] : ['--agent', agent];
}
