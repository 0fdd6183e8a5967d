import type { Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { ContextContract } from '../../shared/model/context-contract.ts';
import type { ContextTest } from '../../shared/model/context-test.ts';
import { contractSentence } from '../../shared/rules/contracts/contract-sentence.ts';
import { testsAt, touchedTests } from './changed-tests.ts';
import type { CliApp } from './with-app.ts';

export interface ReportOptions {
  readonly coverage?: boolean;
  readonly changed?: string;
}

/** A contract with what became of it. */
export interface CheckedContract {
  readonly id: string;
  readonly name: string;
  readonly severity: ContextContract['severity'];
  readonly sentence: string;
  readonly answer: Output<'contracts.check'>['results'][number]['answer'];
  readonly reason: string;
}

/** Everything that one run found. */
export interface TestRunReport extends Output<'tests.run'> {
  /** Tests that were left out, since nothing that they are about changed. */
  readonly skipped: number;
  readonly contracts: readonly CheckedContract[];
  readonly problems: Output<'tests.list'>['problems'];
  readonly coverage?: Output<'tests.coverage'>;
}

/** Whether something that must hold does not. */
export const isFailed = ({ failed, contracts, problems }: TestRunReport): boolean =>
  failed > 0 ||
  problems.length > 0 ||
  contracts.some(({ severity, answer }) => severity === 'error' && answer === 'refuted');

/** Runs tests, all or these; `changed`: of them those that what changed since a git revision can touch. */
export async function collectReport(
  { changed, coverage }: ReportOptions,
  cli: CliApp,
  given: readonly string[],
): Promise<TestRunReport> {
  const { tests, problems } = await cli.ask('tests.list', {});
  const touched = changed === undefined ? undefined : await touchedSince(changed, cli, tests);
  const ids = touched?.filter(id => given.length === 0 || given.includes(id)) ?? given;
  const isAll = touched === undefined && given.length === 0;
  const run = await cli.ask('tests.run', isAll ? {} : { ids: [...ids] });
  return {
    ...run,
    skipped: tests.length - run.results.length,
    contracts: await checkedContracts(cli),
    problems,
    ...(coverage && { coverage: await cli.ask('tests.coverage', {}) }),
  };
}

async function touchedSince(revision: string, cli: CliApp, tests: readonly ContextTest[]): Promise<string[]> {
  const { path } = await cli.ask('project.info', {});
  if (path === undefined) throw new AppError('not_found', 'no project is open');
  const before = await testsAt(path, revision);
  return touchedTests(before, {
    tests,
    samples: (await cli.ask('samples.list', {})).samples,
    engines: (await cli.ask('engines.list', {})).engines,
    memories: (await cli.ask('memories.list', {})).memories,
    contracts: (await cli.ask('contracts.list', {})).contracts,
  });
}

async function checkedContracts(cli: CliApp): Promise<CheckedContract[]> {
  const { contracts } = await cli.ask('contracts.list', {});
  if (contracts.length === 0) return [];
  const { results } = await cli.ask('contracts.check', {});
  return results.flatMap(({ id, answer, reason }) => {
    const contract = contracts.find(one => one.id === id);
    if (contract === undefined) return [];
    const { name, severity } = contract;
    return [{ id, name, severity, sentence: contractSentence(contract), answer, reason }];
  });
}
