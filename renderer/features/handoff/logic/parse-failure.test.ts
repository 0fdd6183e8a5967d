import { expect, it } from 'vitest';
import { parseFailure } from './parse-failure.ts';

it.each([
  ['TypeError: x is undefined', '', { error_type: 'TypeError', message: 'x is undefined' }],
  [
    'Uncaught TypeError: x is undefined\n    at a.ts:3\n    at b.ts:4',
    '',
    { error_type: 'TypeError', message: 'x is undefined', stack: '    at a.ts:3\n    at b.ts:4' },
  ],
  ['java.io.IOException: gone: a', '', { error_type: 'java.io.IOException', message: 'gone: a' }],
  ['the build broke', 'BuildError', { error_type: 'BuildError', message: 'the build broke' }],
  ['TypeError: x', 'TypeError', { error_type: 'TypeError', message: 'x' }],
  ['note: the disk is full', 'IoError', { error_type: 'IoError', message: 'note: the disk is full' }],
  ['the build broke', '', undefined],
  ['', 'TypeError', undefined],
  ['TypeError:', '', undefined],
])('reads %j with the type %j', (text, type, failure) => {
  expect(parseFailure(text, type)).toEqual(failure);
});
