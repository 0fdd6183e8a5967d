import { expect, it } from 'vitest';
import type { ErrorBody } from '../../../../shared/contract/errors.ts';
import { requestErrors } from './request-errors.ts';

const good = { scope_variables: {} };
const unknown = { code: 'unknown_memory', path: 'explicit_memory.0', message: 'there is no memory "x"' };

it.each<[string, ErrorBody | undefined, readonly string[]]>([
  ['says nothing about a good request', undefined, []],
  [
    'lists what the engine found',
    { code: 'invalid_input', message: 'two errors', details: { errors: [unknown, { bad: 1 }] } },
    [unknown.message],
  ],
  ['passes on any other failure', { code: 'internal', message: 'no answer' }, ['no answer']],
])('%s', (_title, failure, messages) => {
  expect(requestErrors(good, failure).map(error => error.message)).toEqual(messages);
});

it('judges the shape itself before there is an answer', () => {
  expect(requestErrors({ scope_variables: { team: {} } }, undefined)).toHaveLength(1);
});
