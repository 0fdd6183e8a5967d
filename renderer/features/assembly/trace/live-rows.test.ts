import { expect, it } from 'vitest';
import type { MemoryCall } from '../../../../shared/model/assembled-context.ts';
import { liveRows } from './live-rows.ts';

const call: MemoryCall = {
  memory_id: 'b',
  requested_by: [],
  status: 'ok',
  items: 2,
  kept: 0,
  started_ms: 100,
  duration_ms: 100,
  format: 'prose',
  steps: [],
};
const run = { requestId: 'r', startedAt: 0, isResolved: true, memories: ['a', 'b'], calls: [call] };

it.each([
  ['until now', 400, { start: 0.25, length: 0.25 }],
  // The host's clock may be ahead of when its news came.
  ['until the end of what is known, where that is later', 50, { start: 0.5, length: 0.5 }],
])('places what ended on an axis that goes %s, and leaves the rest running', (_, elapsed, bar) => {
  expect(liveRows(run, elapsed)).toEqual([
    { memoryId: 'b', call, bar },
    { memoryId: 'a', bar: { start: 0, length: 1 } },
  ]);
});
