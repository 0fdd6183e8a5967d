import { watch } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { ExpectationResult, TestResult } from '../../shared/model/context-test.ts';
import { escapeInvisibleLine } from '../../shared/model/escape-invisible.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import { writeFilesAtomically } from '../storage/files/atomic-write.ts';
import { configFile } from '../storage/files/config-file.ts';
import { atStorageBorder } from '../storage/storage-failure.ts';
import type { CommandContext } from './command-context.ts';
import { describeCoverage, describeRun } from './describe-tests.ts';
import { exitCodes } from './exit-codes.ts';
import type { GlobalOptions } from './globals.ts';
import { folderOf } from './target-folder.ts';
import {
  type CheckedContract,
  collectReport,
  isFailed,
  type ReportOptions,
  type TestRunReport,
} from './test-report.ts';
import { untilStopped } from './until-stopped.ts';
import { UsageError } from './usage-error.ts';
import { type CliApp, withApp } from './with-app.ts';

interface TestOptions extends GlobalOptions, ReportOptions {
  readonly junit?: string;
  readonly watch?: boolean;
}

/** `weft test`: runs the tests of a project, and says what became of its contracts. */
export function addTestCommand(program: Command, context: CommandContext): void {
  program
    .command('test [ids...]')
    .description('run the tests of the project and check its contracts; exits with 1 when one fails')
    .option('--coverage', 'also say what the tests show of rules, conditions, boundaries and memories')
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option('--watch', 'run again whenever a definition changes, until it is stopped')
    .option('--changed <revision>', 'only tests that what changed since a git revision can touch')
    .action(async (ids: string[], _: unknown, command: Command) => {
      await runTests(context, command.optsWithGlobals<TestOptions>(), ids);
    });
}

async function runTests(
  context: CommandContext,
  options: TestOptions,
  ids: readonly string[],
): Promise<void> {
  if (options.watch && options.json) throw new UsageError('--watch tells people; leave out --json');
  // Files that cannot be read are told with the results.
  const { isOfBrokenFile } = await import('../services/app/broken-file-warnings.ts');
  const run = async (cli: CliApp) => {
    const once = () => runOnce(context, options, cli, ids);
    await once();
    if (options.watch) await againUntilStopped(context, cli, once);
  };
  await withApp(
    context,
    options,
    run,
    warning => isOfBrokenFile(warning) || warning.startsWith(`${configFile} cannot be read`),
  );
}

async function runOnce(
  context: CommandContext,
  options: TestOptions,
  cli: CliApp,
  ids: readonly string[],
): Promise<void> {
  const { terminal } = context;
  const report = await collectReport(options, cli, ids);
  if (options.junit !== undefined) await writeJunit(context, options.junit, report);
  if (options.json) await terminal.writeJson(report);
  else await terminal.writeLines([...describeRun(report), ...describeCoverage(report.coverage)]);
  context.finish(isFailed(report) ? exitCodes.findings : exitCodes.ok);
}

async function writeJunit({ terminal }: CommandContext, given: string, report: TestRunReport): Promise<void> {
  const file = resolve(terminal.cwd, given);
  const root = await folderOf(file);
  await atStorageBorder(`writing ${given}`, () =>
    writeFilesAtomically([{ realPath: join(root, basename(file)), content: toJunit(report) }]),
  );
}

/** Editors write a file in several steps. */
const gatherMs = 200;

async function againUntilStopped(
  { terminal }: CommandContext,
  cli: CliApp,
  once: () => Promise<void>,
): Promise<void> {
  const { path = terminal.cwd } = await cli.ask('project.info', {});
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const again = async () => {
    await terminal.writeLines(['']);
    // What is wrong for a moment, such as half a file, ends nothing.
    await once().catch((error: unknown) => terminal.writeErrorLine(`weft: ${String(error)}`));
  };
  const watcher = watch(join(path, '.codebolt'), { recursive: true }, (_, name) => {
    if (name?.endsWith('.json') !== true) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(again);
    }, gatherMs);
  });
  terminal.writeErrorLine('weft: runs again when a definition changes; Ctrl+C ends it');
  await untilStopped();
  clearTimeout(timer);
  watcher.close();
  await running;
}

/** A run as JUnit XML: a suite of tests, one of contracts, and one of files that cannot be read. */
export function toJunit({ results, contracts, problems }: TestRunReport): string {
  const suites = [
    suite('tests', results.map(testCase)),
    ...(contracts.length > 0 ? [suite('contracts', contracts.map(contractCase))] : []),
    ...(problems.length > 0 ? [suite('files', problems.map(fileCase))] : []),
  ];
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join(
    '\n',
  );
}

interface Case {
  readonly name: string;
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message: string;
}

function suite(name: string, cases: readonly Case[]): string {
  const count = (kind: Case['kind']) => cases.filter(one => one.kind === kind).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const lines = cases.map(one => caseLine(name, one));
  return [`  <testsuite name="weft ${name}" ${counts}>`, ...lines, '  </testsuite>'].join('\n');
}

function caseLine(suiteName: string, { name, kind, message }: Case): string {
  const open = `    <testcase classname="weft.${suiteName}" name="${escaped(name)}"`;
  if (kind === 'passed') return `${open}/>`;
  return `${open}><${kind} message="${escaped(message)}"/></testcase>`;
}

function testCase({ name, passed, error, expectations }: TestResult): Case {
  if (error !== undefined) return { name, kind: 'error', message: error };
  const failed = expectations.filter(one => !one.passed);
  return { name, kind: passed ? 'passed' : 'failure', message: failed.map(failureText).join('; ') };
}

const failureText = ({ expected, actual, mends: [mend] }: ExpectationResult): string =>
  `expected that ${expected}, but ${actual}${mend ? `; to mend it ${mend.words}` : ''}`;

/** What is only a warning, or was not decided, fails nothing. */
function contractCase({ name, sentence, severity, answer, reason }: CheckedContract): Case {
  const kind =
    answer === 'open' || (answer === 'refuted' && severity === 'warning')
      ? 'skipped'
      : answer === 'refuted'
        ? 'failure'
        : 'passed';
  return { name, kind, message: `${sentence}: ${answer}, ${reason}` };
}

function fileCase({ file, line, column, reason }: FileProblem): Case {
  const place = line === undefined ? '' : `line ${line}, column ${column ?? 1}: `;
  return { name: file, kind: 'error', message: `cannot be read: ${place}${reason}` };
}

/** XML cannot write most control characters: they come spelled out. */
function escaped(text: string): string {
  return escapeInvisibleLine(text.toWellFormed())
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
