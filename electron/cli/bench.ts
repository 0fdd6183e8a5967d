import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { childEnvironment } from './child-environment.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { UsageError } from './usage-error.ts';

/** What `npm run bench` runs. */
const script = ['--import', './electron/check-node.js', 'test/bench/bench.ts'];

/** `weft bench`: the benches of the repository, by its own script; an installed Weft brings none. */
export function addBenchCommand(program: Command, context: CommandContext): void {
  program
    .command('bench [words...]')
    .description(
      'measure Weft beside its peers: "npm run bench" of the repository that this weft was built in',
    )
    .addHelpText(
      'after',
      '\nOptions of the bench itself stand behind --, such as: weft bench rules -- --long',
    )
    .action(async (words: readonly string[], _: unknown, command: Command) => {
      const repository = join(context.distDir, '..');
      if (!existsSync(join(repository, 'test/bench/bench.ts')))
        throw new UsageError(
          'benches need the repository of Weft: run "npm run weft -- bench" or "npm run bench" there',
        );
      await run(context, repository, words, command.optsWithGlobals<GlobalOptions>().json === true);
    });
}

async function run(
  { terminal, env, finish }: CommandContext,
  repository: string,
  words: readonly string[],
  json: boolean,
): Promise<void> {
  const bench = spawn(process.execPath, [...script, ...words, ...(json ? ['--json'] : [])], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: childEnvironment(env),
  });
  const ended = once(bench, 'close');
  // The last line of each is known by its end: of the one it may be why nothing was measured, of the other the result.
  const onError = holdingLast(line => terminal.writeErrorLine(line));
  createInterface(bench.stderr).on('line', onError.say);
  const onOutput = holdingLast(line =>
    json ? terminal.writeErrorLine(line) : void terminal.writeLines([line]),
  );
  for await (const line of createInterface(bench.stdout)) onOutput.say(line);
  const [code] = await ended;
  const why = onError.last();
  if (code === usageCode && why !== undefined) throw new UsageError(why);
  if (why !== undefined) terminal.writeErrorLine(why);
  const result = onOutput.last();
  if (result !== undefined)
    await (json ? terminal.writeJsonText(`${result}\n`) : terminal.writeLines([result]));
  finish(code === 0 ? exitCodes.ok : exitCodes.findings);
}

/** What the script ends with where no bench is called so. */
const usageCode = 2;

/** Hands on each line once the next has come. */
function holdingLast(tell: (line: string) => void) {
  const held: { line: string | undefined } = { line: undefined };
  return {
    say(line: string): void {
      if (held.line !== undefined) tell(held.line);
      held.line = line;
    },
    last: () => held.line,
  };
}
