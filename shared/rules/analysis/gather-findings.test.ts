import { expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { gatherFindings, mostFindings } from './gather-findings.ts';

const finding = (severity: Finding['severity'], id: string, more: Partial<Finding> = {}): Finding => ({
  code: 'always-fires',
  severity,
  possible: false,
  message: id,
  rules: [
    { engine_id: 'e', rule_id: id },
    { engine_id: 'e', rule_id: 'other' },
  ],
  ...more,
});
const many = (severity: Finding['severity'], count: number) =>
  Array.from({ length: count }, (_, at) => finding(severity, `${severity}${at}`));
const more = {
  code: 'not-all-told',
  severity: 'info',
  possible: false,
  message: 'There are more findings than the 2,000 that are told; mend these and look again.',
};

it('errors come first, each kind in the order in which it came, and last what was not looked for', () => {
  const gathered = gatherFindings();
  const left = finding('error', 'left out');
  gathered.leaveOut(left);
  gathered.add([finding('info', 'a'), finding('warning', 'b'), finding('error', 'c')]);
  gathered.add([finding('error', 'd'), finding('info', 'e')]);
  expect(gathered.told().map(({ message }) => message)).toEqual(['c', 'd', 'b', 'a', 'e', 'left out']);
  expect(gatherFindings().told()).toEqual([]);
});

it('two thousand are told, and where there are more the first of those', () => {
  const gathered = gatherFindings();
  gathered.add(many('warning', mostFindings));
  expect(gathered.told()).toEqual(many('warning', mostFindings));
  gathered.add([finding('warning', 'next', { memories: ['m', 'n'] }), finding('warning', 'last')]);
  const first = { engine_id: 'e', rule_id: 'next' };
  expect(gathered.told().slice(mostFindings)).toEqual([{ ...more, rules: [first], memories: ['m'] }]);
});

it('errors take the place of what came before them', () => {
  const gathered = gatherFindings();
  const left = finding('info', 'left out');
  gathered.leaveOut(left);
  gathered.add(many('info', mostFindings));
  gathered.add(many('error', 2));
  const told = gathered.told();
  expect(told.slice(0, 3).map(({ message }) => message)).toEqual(['error0', 'error1', 'info0']);
  const next = { engine_id: 'e', rule_id: `info${mostFindings - 2}` };
  expect(told.slice(mostFindings)).toEqual([{ ...more, rules: [next] }, left]);
});
