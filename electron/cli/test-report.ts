import type { Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { ContextContract } from '../../shared/model/context-contract.ts';
import { withNearest } from '../../shared/model/near-names.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import { contractSentence } from '../../shared/rules/contracts/contract-sentence.ts';
import { configFile, readConfigFile } from '../storage/files/config-file.ts';
import { configState, type TestState, testsAt, touchedTests } from './changed-tests.ts';
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
  /** Files that cannot be read, of all that a run is made of. */
  readonly problems: readonly FileProblem[];
  readonly coverage?: Output<'tests.coverage'>;
}

/** Whether something that must hold does not. */
export const isFailed = ({ failed, contracts, problems }: TestRunReport): boolean =>
  failed > 0 ||
  problems.length > 0 ||
  contracts.some(({ severity, answer }) => severity === 'error' && answer === 'refuted');

/** What a run needs of Weft. */
type Asked = Pick<CliApp, 'ask'>;

/** Runs tests, all or these; `changed`: of them those that what changed since a git revision can touch. */
export async function collectReport(
  { changed, coverage }: ReportOptions,
  cli: Asked,
  given: readonly string[],
): Promise<TestRunReport> {
  const { path, state, problems } = await stateNow(cli);
  // Asked first: of those that nothing touched none is run, so that nobody else would say so.
  const known = state.tests.map(({ id }) => id);
  const unknown = given.find(id => !known.includes(id));
  if (unknown !== undefined)
    throw new AppError('not_found', withNearest(`there is no test "${unknown}"`, unknown, known));
  const touched = changed === undefined ? undefined : touchedTests(await testsAt(path, changed), state);
  const ids = touched?.filter(id => given.length === 0 || given.includes(id)) ?? given;
  const isAll = touched === undefined && given.length === 0;
  const run = await cli.ask('tests.run', isAll ? {} : { ids: [...ids] });
  return {
    ...run,
    skipped: state.tests.length - run.results.length,
    contracts: await checkedContracts(cli),
    problems,
    ...(coverage && { coverage: await cli.ask('tests.coverage', {}) }),
  };
}

interface ProjectState {
  readonly path: string;
  readonly state: TestState;
  readonly problems: readonly FileProblem[];
}

/** All that tests are about, and the files of it that cannot be read: whatever they say is not in the run. */
async function stateNow(cli: Asked): Promise<ProjectState> {
  const [tests, samples, engines, memories, contracts] = [
    await cli.ask('tests.list', {}),
    await cli.ask('samples.list', {}),
    await cli.ask('engines.list', {}),
    await cli.ask('memories.list', {}),
    await cli.ask('contracts.list', {}),
  ];
  const { path } = await cli.ask('project.info', {});
  if (path === undefined) throw new AppError('not_found', 'no project is open');
  const file = await readConfigFile(path);
  const broken = file.kind === 'refused' ? [{ file: configFile, reason: file.reason }] : [];
  return {
    path,
    state: {
      tests: tests.tests,
      samples: samples.samples,
      engines: engines.engines,
      memories: memories.memories,
      contracts: contracts.contracts,
      config: configState(file),
    },
    problems: [...[tests, contracts, engines, memories, samples].flatMap(list => list.problems), ...broken],
  };
}

async function checkedContracts(cli: Asked): Promise<CheckedContract[]> {
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
