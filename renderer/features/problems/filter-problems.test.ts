import { expect, it } from 'vitest';
import type { StudioProblem } from '../../stores/problems.ts';
import { countBySeverity, filterProblems, type Shown } from './filter-problems.ts';

const problem = (code: string, severity: StudioProblem['severity'], message: string): StudioProblem => ({
  kind: 'engines',
  id: 'planning',
  code,
  severity,
  message,
});
const problems = [
  problem('never-fires', 'error', 'It can never fire'),
  problem('duplicate', 'warning', 'Fires exactly when another does'),
  problem('unused-memory', 'info', 'No rule adds it'),
];

it.each<[Shown, string, string[]]>([
  ['all', '', ['never-fires', 'duplicate', 'unused-memory']],
  ['warning', '', ['duplicate']],
  ['all', 'FIRE', ['never-fires', 'duplicate']],
  ['all', 'planning exactly', ['duplicate']],
  ['error', 'exactly', []],
  ['all', 'release', ['never-fires', 'duplicate', 'unused-memory']],
])('shows %s with "%s"', (shown, text, codes) => {
  expect(filterProblems(problems, shown, text, () => 'Release notes').map(({ code }) => code)).toEqual(codes);
});

it('counts each severity', () => {
  expect(countBySeverity(problems)).toEqual({ error: 1, warning: 1, info: 1 });
});
