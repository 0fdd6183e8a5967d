import type { ExpectationResult, TestResult } from '../../shared/model/context-test.ts';
import { escapeInvisibleLine } from '../../shared/model/escape-invisible.ts';
import type { CheckedContract, TestRunReport } from './test-report.ts';

/** A run as JUnit XML: a suite of tests, and one of contracts. */
export function toJunit({ results, contracts }: TestRunReport): string {
  const suites = [
    suite('tests', results.map(testCase)),
    ...(contracts.length > 0 ? [suite('contracts', contracts.map(contractCase))] : []),
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

/** XML cannot write most control characters: they come spelled out. */
function escaped(text: string): string {
  return escapeInvisibleLine(text.toWellFormed())
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
