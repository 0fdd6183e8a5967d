import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { childEnvironment } from './child-environment.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
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
    .action(async (words: readonly string[]) => {
      const repository = join(context.distDir, '..');
      if (!existsSync(join(repository, 'test/bench/bench.ts')))
        throw new UsageError(
          'benches need the repository of Weft: run "npm run weft -- bench" or "npm run bench" there',
        );
      const bench = spawn(process.execPath, [...script, ...words], {
        cwd: repository,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: childEnvironment(context.env),
      });
      const ended = once(bench, 'close');
      createInterface(bench.stderr).on('line', line => context.terminal.writeErrorLine(line));
      for await (const line of createInterface(bench.stdout)) await context.terminal.writeLines([line]);
      const [code] = await ended;
      context.finish(code === 0 ? exitCodes.ok : exitCodes.findings);
    });
}
