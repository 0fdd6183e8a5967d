import { expect, it } from 'vitest';
import { assembled, call } from '../../../../test/support/assembled.ts';
import { traceMarkdown } from './trace-markdown.ts';

it('writes stages, calls and what went missing as Markdown that a pipe in a message cannot break', () => {
  const result = assembled({
    trace: {
      stages: [{ name: 'validate', started_ms: 0, duration_ms: 0.12 }],
      memory_calls: [
        call('docs', { status: 'failed', items: 0, kept: 0, error: { code: 'timeout', message: 'a | b' } }),
      ],
      missing_variables: [{ name: 'scope.task.task_id', needed_by: ['docs'] }],
    },
    meta: { token_estimate: 1200, total_items: 3 },
  });
  expect(traceMarkdown(result, new Map(), ['docs#1 left with the budget: last of history'])).toBe(
    [
      '# Assembly r-1',
      '',
      '3 items, 1,200 tokens by chars4, 1.0 ms',
      '',
      '| Stage | Starts | Takes |',
      '| --- | --- | --- |',
      '| validate | 0.0 ms | 0.1 ms |',
      '',
      '| Memory | Status | Requested by | Items | Kept | Takes |',
      '| --- | --- | --- | --- | --- | --- |',
      '| docs | failed: a \\| b | explicit | 0 | 0 | 1.0 ms |',
      '',
      '## Dropped',
      '',
      '- docs#1 left with the budget: last of history',
      '',
      '## Missing variables',
      '',
      '- scope.task.task_id, needed by docs',
      '',
    ].join('\n'),
  );
});

it('leaves out the parts that would be empty', () => {
  expect(traceMarkdown(assembled({}), new Map(), [])).toBe(
    '# Assembly r-1\n\n0 items, 0 tokens by chars4, 1.0 ms\n',
  );
});
