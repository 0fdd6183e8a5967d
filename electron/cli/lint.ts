import type { Command } from 'commander';
import type { Finding } from '../../shared/model/finding.ts';
import { collectLint, type LintLine, type LintPlace } from './collect-lint.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { type Line, paint } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<
  Finding['severity'],
  string
>;

/** The findings as SARIF 2.1.0, for code scanning; file names are relative to the project. */
function toSarif(lines: readonly LintLine[], version: string) {
  const codes = [...new Set(lines.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'weft',
            semanticVersion: version,
            rules: codes.map(code => ({ id: code, shortDescription: { text: code.replaceAll('-', ' ') } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: lines.map(line => ({
          ruleId: line.code,
          ruleIndex: codes.indexOf(line.code),
          level: levels[line.severity],
          message: { text: line.message },
          locations: [physicalLocation(line)],
          ...(line.related.length > 0 && { relatedLocations: line.related.map(physicalLocation) }),
        })),
      },
    ],
  };
}

function physicalLocation({ file, line, column }: LintPlace) {
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(file), uriBaseId: '%SRCROOT%' },
      region: { startLine: line, startColumn: column },
    },
  };
}

interface LintOptions extends GlobalOptions {
  readonly sarif?: boolean;
  readonly budget?: string;
}

/** `weft lint`: what is wrong with the rules whatever the request is, and which contracts they break. */
export function addLintCommand(program: Command, context: CommandContext): void {
  program
    .command('lint')
    .description('say what is wrong with rules, memories and contracts; exits with 1 on errors and warnings')
    .option('--sarif', 'print SARIF 2.1.0')
    .option('--budget <tokens>', 'also find rules that fire together and bring more tokens than this')
    .action(async (_: unknown, command: Command) => {
      await lint(context, command.optsWithGlobals<LintOptions>());
    });
}

async function lint(context: CommandContext, options: LintOptions): Promise<void> {
  const { terminal } = context;
  const limit = budgetLimit(options.budget);
  // Files that cannot be read are findings here, each with its place.
  const { isOfBrokenFile } = await import('../services/app/broken-file-warnings.ts');
  await withApp(
    context,
    options,
    async cli => {
      const lines = await collectLint(cli, limit);
      if (options.sarif) await terminal.writeJson(toSarif(lines, context.version));
      else if (options.json) await terminal.writeJson({ findings: lines });
      else await terminal.writeLines([...lines.map(describe), summary(lines)]);
      const isBad = lines.some(({ severity }) => severity !== 'info');
      context.finish(isBad ? exitCodes.findings : exitCodes.ok);
    },
    isOfBrokenFile,
  );
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
