import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { definitionFile } from '../../shared/model/definition-folders.ts';
import type { Finding, FindingRule } from '../../shared/model/finding.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { judgeConfig } from '../../shared/model/judge-config.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { bySeverity } from '../../shared/model/severity.ts';
import { redactValue } from '../../shared/redaction/redact-value.ts';
import { contractFinding } from '../../shared/rules/contracts/contract-sentence.ts';
import { configFile, readConfigFile } from '../storage/files/config-file.ts';
import { contractKind, engineKind, memoryKind } from '../storage/files/definition-kinds.ts';
import { createPositions, type TextPosition } from '../storage/files/json-text.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { type Line, paintSeverity } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { type CliApp, withApp } from './with-app.ts';

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
  // Files that cannot be read are findings here, each with its place; so is what the configuration cannot say.
  const { isOfBrokenFile } = await import('../services/app/broken-file-warnings.ts');
  const { sinceTrust } = await import('../services/project/withheld-definitions.ts');
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
    (warning, isOfConfig) => (isOfConfig ? !warning.includes(sinceTrust) : isOfBrokenFile(warning)),
  );
}

function budgetLimit(given: string | undefined): number | undefined {
  if (given === undefined || /^[1-9]\d{0,8}$/.test(given))
    return given === undefined ? undefined : Number(given);
  throw new UsageError(`--budget ${given}: give a number of tokens, such as 2000`);
}

function describe({ file, line, column, severity, code, message }: LintLine): Line {
  return [`${file}:${line}:${column} `, paintSeverity(severity, code), ` ${message}`];
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

/** Where something is: a file of the project, with forward slashes; line and column from 1. */
interface LintPlace extends TextPosition {
  readonly file: string;
}

/** One thing to look at. */
interface LintLine extends LintPlace {
  readonly severity: Finding['severity'];
  readonly code: string;
  readonly message: string;
  /** The other rules that it is about. */
  readonly related: readonly LintPlace[];
}

/** Everything static analysis, the files and the memory types have to say, worst first, each at its line. */
async function collectLint(cli: CliApp, limit: number | undefined): Promise<LintLine[]> {
  const [engines, memories, samples, contracts] = [
    await cli.ask('engines.list', {}),
    await cli.ask('memories.list', {}),
    await cli.ask('samples.list', {}),
    await cli.ask('contracts.list', {}),
  ];
  const { path: root = '.' } = await cli.ask('project.info', {});
  const { findings } = await cli.ask('rules.analyze', { ...(limit !== undefined && { budget: { limit } }) });
  const places = createPlaces(root, engines.engines);
  const lines: LintLine[] = [engines, memories, samples, contracts].flatMap(({ problems }) =>
    problems.map(fileLine),
  );
  lines.push(...(await configLines(root, places)));
  for (const memory of memories.memories) {
    const { problems } = await cli.ask('memories.validate', { memory });
    for (const { code, path, message } of problems) {
      const place = await places.ofMemory(memory.id, path.split('.'));
      lines.push({ ...place, severity: 'error', code: code.replaceAll('_', '-'), message, related: [] });
    }
  }
  for (const finding of findings) lines.push(await findingLine(finding, places));
  const { results } = await cli.ask('contracts.check', {});
  for (const verdict of results) {
    const contract = contracts.contracts.find(({ id }) => id === verdict.id);
    const told = contract && contractFinding(contract, verdict);
    if (told) {
      const { severity, code, message } = told;
      const shown = told.witness === undefined ? '' : `: ${JSON.stringify(told.witness)}`;
      const place = await places.ofContract(contract.id);
      lines.push({ ...place, severity, code, message: `${message}${shown}`, related: [] });
    }
  }
  return lines.toSorted(bySeverity);
}

/** What of the configuration cannot be used, at its key. */
async function configLines(root: string, places: FindingPlaces): Promise<LintLine[]> {
  const file = await readConfigFile(root);
  if (file.kind === 'absent') return [];
  if (file.kind === 'refused') {
    const [, line, column, reason] = /^line (\d+), column (\d+): (.*)$/s.exec(file.reason) ?? [];
    if (reason === undefined) return [fileLine({ file: configFile, reason: file.reason })];
    return [fileLine({ file: configFile, line: Number(line), column: Number(column), reason })];
  }
  // A key in the wrong place may hold anything.
  const warnings = redactValue(judgeConfig(file.value).warnings);
  const lines = warnings.map(async ({ key, message }): Promise<LintLine> => {
    const place = await places.ofConfig(wayTo(key, file.value));
    return { ...place, severity: 'warning', code: 'unusable-configuration', message, related: [] };
  });
  return Promise.all(lines);
}

/** The keys that `dotted` names, one inside the other; names of models have dots themselves. */
function wayTo(dotted: string, value: unknown): string[] {
  if (!isJsonObject(value)) return [];
  const key = Object.keys(value).find(one => dotted === one || dotted.startsWith(`${one}.`));
  return key === undefined ? [] : [key, ...wayTo(dotted.slice(key.length + 1), value[key])];
}

function fileLine({ file, line = 1, column = 1, reason }: FileProblem): LintLine {
  return { file, line, column, severity: 'error', code: 'unreadable-file', message: reason, related: [] };
}

async function findingLine(
  { code, severity, message, rules, condition, memories }: Finding,
  places: FindingPlaces,
): Promise<LintLine> {
  const [first, ...others] = rules;
  const place =
    first === undefined
      ? await places.ofMemory(memories?.[0] ?? '', [])
      : await places.ofRule(first, condition);
  const related = await Promise.all(others.map(rule => places.ofRule(rule, undefined)));
  return { ...place, severity, code, message, related };
}

interface FindingPlaces {
  ofRule(rule: FindingRule, condition: number | undefined): Promise<LintPlace>;
  ofMemory(id: string, path: readonly string[]): Promise<LintPlace>;
  ofContract(id: string): Promise<LintPlace>;
  ofConfig(path: readonly string[]): Promise<LintPlace>;
}

/** Lines of rules in their files, each file read once, and each rule found at once. */
function createPlaces(root: string, engines: readonly ContextRuleEngine[]): FindingPlaces {
  const files = new Map<string, Promise<ReturnType<typeof createPositions>>>();
  const placeIn = async (file: string, path: readonly PropertyKey[]): Promise<LintPlace> => {
    const positions =
      files.get(file) ??
      readFile(join(root, file), 'utf8')
        .catch(() => '')
        .then(createPositions);
    files.set(file, positions);
    return { file, ...(await positions)(path) };
  };
  const indexes = new Map(
    engines.map(({ id, rules }) => [id, new Map(rules.map((rule, index) => [rule.id, index]))]),
  );
  return {
    ofRule({ engine_id, rule_id }, condition) {
      const index = indexes.get(engine_id)?.get(rule_id) ?? -1;
      const inside = condition === undefined ? [] : ['when', condition];
      return placeIn(definitionFile(engineKind.folder, engine_id), ['rules', index, ...inside]);
    },
    ofMemory: (id, path) =>
      placeIn(
        definitionFile(memoryKind.folder, id),
        path.map(part => (/^\d+$/.test(part) ? Number(part) : part)),
      ),
    ofContract: id => placeIn(definitionFile(contractKind.folder, id), ['state']),
    ofConfig: path => placeIn(configFile, path),
  };
}
