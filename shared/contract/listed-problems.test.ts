import { expect, it } from 'vitest';
import { listedProblems } from './listed-problems.ts';

const problem = {
  code: 'unknown_scope',
  path: 'scope_variables.agnet',
  message: 'there is no scope "agnet"',
};

it.each([
  ['all errors of an invalid request', { errors: [problem, problem] }, [problem, problem]],
  ['nothing of another shape', { errors: [problem, { message: 'half' }, null] }, [problem]],
  ['nothing when the call failed for another reason', { id: 'e-1' }, []],
  ['nothing without details', undefined, []],
])('takes %s', (_name, details, expected) => {
  expect(listedProblems({ code: 'invalid_input', message: 'm', details })).toEqual(expected);
});
