import { expect, it } from 'vitest';
import { call } from '../../../../test/support/assembled.ts';
import { type CallFilter, filterCalls } from './filter-calls.ts';

const ruleNames = new Map([['planning/retry', 'Warnings before the second try']]);
const calls = [
  call('open-warnings', { requested_by: [{ kind: 'rule', engine_id: 'planning', rule_id: 'retry' }] }),
  call('docs', {
    status: 'failed',
    error: { code: 'timeout', message: 'took longer than 50 ms' },
    steps: [{ type: 'document_search', alias: 'hits', duration_ms: 50, count: 0, result: 'none' }],
  }),
  call('notes', {
    status: 'skipped',
    requested_by: [{ kind: 'rule', engine_id: 'planning', rule_id: 'gone' }],
  }),
];

it.each([
  ['', 'all', ['open-warnings', 'docs', 'notes']],
  ['SECOND try', 'all', ['open-warnings']],
  ['explicit', 'all', ['docs']],
  ['gone', 'all', ['notes']],
  ['hits', 'all', ['docs']],
  ['longer than', 'all', ['docs']],
  ['', 'skipped', ['notes']],
  ['notes', 'failed', []],
] as [string, CallFilter, string[]][])('text "%s" and status %s leave %j', (text, status, expected) => {
  expect(filterCalls(calls, ruleNames, { text, status }).map(({ memory_id }) => memory_id)).toEqual(expected);
});
