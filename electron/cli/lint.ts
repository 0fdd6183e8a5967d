import type { Command } from 'commander';
import { collectLint, type LintLine } from './collect-lint.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { toSarif } from './sarif.ts';
import { type Line, paint } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

interface LintOptions extends GlobalOptions {
  readonly sarif?: boolean;
  readonly budget?: string;
}

/** `weft lint`: what is wrong with the rules whatever the request is. */
export function addLintCommand(program: Command, context: CommandContext): void {
  program
    .command('lint')
    .description('say what is wrong with rules and memories; exits with 1 on errors and warnings')
    .option('--sarif', 'print SARIF 2.1.0')
    .option('--budget <tokens>', 'also find rules that fire together and bring more tokens than this')
    .action(async (_: unknown, command: Command) => {
      await lint(context, command.optsWithGlobals<LintOptions>());
    });
}

async function lint(context: CommandContext, options: LintOptions): Promise<void> {
  const { terminal } = context;
  const limit = budgetLimit(options.budget);
  await withApp(context, options, async cli => {
    const lines = await collectLint(cli, limit);
    if (options.sarif) await terminal.writeJson(toSarif(lines, context.version));
    else if (options.json) await terminal.writeJson({ findings: lines });
    else await terminal.writeLines([...lines.map(describe), summary(lines)]);
    const isBad = lines.some(({ severity }) => severity !== 'info');
    context.finish(isBad ? exitCodes.findings : exitCodes.ok);
  });
}

function budgetLimit(given: string | undefined): number | undefined {
  if (given === undefined || /^[1-9]\d{0,8}$/.test(given))
    return given === undefined ? undefined : Number(given);
  throw new UsageError(`--budget ${given}: give a number of tokens, such as 2000`);
}

const colours = { error: 'red', warning: 'yellow', info: 'dim' } as const;

function describe({ file, line, column, severity, code, message }: LintLine): Line {
  return [`${file}:${line}:${column} `, paint(colours[severity], code), ` ${message}`];
}

function summary(lines: readonly LintLine[]): string {
  if (lines.length === 0) return 'nothing found';
  const count = (severity: LintLine['severity']) => lines.filter(line => line.severity === severity).length;
  return [
    counted(count('error'), 'error'),
    counted(count('warning'), 'warning'),
    counted(count('info'), 'note'),
  ].join(', ');
}
