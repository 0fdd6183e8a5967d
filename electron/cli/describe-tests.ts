import type { Output } from '../../shared/contract/contract.ts';
import type { ExpectationResult, TestResult } from '../../shared/model/context-test.ts';
import { holdsHere } from '../../shared/rules/testing/judge-expectation.ts';
import { alignColumns, counted } from './columns.ts';
import { type Line, paint } from './terminal.ts';
import type { CheckedContract, TestRunReport } from './test-report.ts';

/** A run for people: what failed with its mend, then what became of all. */
export function describeRun({
  results,
  contracts,
  passed,
  failed,
  skipped,
  problems,
}: TestRunReport): Line[] {
  const broken = problems.map(
    ({ file, reason }): Line => [paint('red', 'cannot be read'), ` ${file}: ${reason}`],
  );
  return [
    ...broken,
    ...results.flatMap(testLines),
    ...contracts.map(contractLine),
    `${counted(passed, 'test')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}${contractsWords(contracts)}`,
  ];
}

function testLines({ name, passed, error, expectations }: TestResult): Line[] {
  const head: Line = [passed ? paint('green', 'passed') : paint('red', 'failed'), ` ${name}`];
  if (error !== undefined) return [head, `    ${error}`];
  return [head, ...expectations.flatMap(one => (one.passed ? silenceLines(one) : failureLines(one)))];
}

/** A contract that does not speak of the request is met, which is to be known. */
const silenceLines = ({ expectation, expected, actual }: ExpectationResult): Line[] =>
  expectation.kind === 'contract' && actual !== holdsHere ? [`    ${expected}; ${actual}`] : [];

const failureLines = ({ expected, actual, mends }: ExpectationResult): Line[] => [
  `    expected ${expected}`,
  `    but      ${actual}`,
  ...mends.map((mend): Line => {
    const others = mend.kind === 'rule' && mend.also_breaks.length > 0 ? mend.also_breaks : [];
    const price = others.length > 0 ? ` (then fails: ${others.join(', ')})` : '';
    return ['    ', paint('dim', 'to mend it'), ` ${mend.words}${price}`];
  }),
];

const colours = { proved: 'green', checked: 'green', refuted: 'red', open: 'yellow' } as const;

const contractLine = ({ name, sentence, answer, reason }: CheckedContract): Line => [
  paint(colours[answer], answer),
  ` ${name}: ${sentence}`,
  ...(answer === 'proved' || answer === 'checked' ? [] : [`; ${reason}`]),
];

function contractsWords(contracts: readonly CheckedContract[]): string {
  if (contracts.length === 0) return '';
  const refuted = contracts.filter(({ answer }) => answer === 'refuted').length;
  return `; ${counted(contracts.length, 'contract')}, ${refuted} refuted`;
}

const kindWords = {
  rule: 'rules, firing and not',
  condition: 'conditions, both ways',
  boundary: 'boundaries of conditions',
  memory: 'memories, added and not',
  cut: 'memories cut by the budget',
} as const satisfies Record<Output<'tests.coverage'>['goals'][number]['kind'], string>;

const mostMissing = 20;

/** What the tests show, what is missing by name, and what nothing can show. */
export function describeCoverage(coverage: Output<'tests.coverage'> | undefined): Line[] {
  if (coverage === undefined) return [];
  const rows = coverage.totals.map(({ kind, covered, missing, unreachable, open }) => [
    kindWords[kind],
    `${covered} of ${covered + missing + open}`,
    String(missing),
    String(unreachable),
    String(open),
  ]);
  const right = 'right' as const;
  const columns = [
    { title: 'coverage' },
    { title: 'shown', align: right },
    { title: 'missing', align: right },
    { title: 'impossible', align: right },
    { title: 'unknown', align: right },
  ];
  const missing = coverage.goals.filter(({ state }) => state === 'missing');
  const more = missing.length - mostMissing;
  return [
    '',
    ...alignColumns(columns, rows),
    ...missing.slice(0, mostMissing).map(({ words }): Line => [paint('yellow', 'missing'), ` ${words}`]),
    ...(more > 0 ? [`and ${more} more; "tests.generate" makes tests of them`] : []),
  ];
}
