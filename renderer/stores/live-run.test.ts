import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AssemblyEventBody } from '../../shared/contract/events.ts';
import type { MemoryCall } from '../../shared/model/assembled-context.ts';
import { beginLiveRun, endLiveRun, hearOfRun, useLiveRun } from './live-run.ts';

const call = (memory_id: string): MemoryCall => ({
  memory_id,
  requested_by: [{ kind: 'explicit' }],
  status: 'ok',
  items: 1,
  kept: 0,
  started_ms: 1,
  duration_ms: 2,
  format: 'prose',
  steps: [],
});
const tell = (body: AssemblyEventBody, request_id = 'r'): void =>
  hearOfRun({ ...body, request_id, seq: 1, at: '2026-11-22T00:00:00.000Z' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  endLiveRun();
  vi.useRealTimers();
});

it('gathers what a run tells, from its start on, and shows it once the run takes long', () => {
  beginLiveRun('r', 10);
  tell({ event: 'contextAssembly:started', request: { explicit_memory: ['a'] } });
  tell({ event: 'contextAssembly:rulesEvaluated', matchedMemories: ['b', 'a'], engineResults: [] });
  expect(useLiveRun.getState()).toEqual({});
  vi.advanceTimersByTime(150);
  const seen = { requestId: 'r', startedAt: 10, isResolved: true, memories: ['a', 'b'], calls: [] };
  expect(useLiveRun.getState().run).toEqual(seen);
  tell({ event: 'contextAssembly:pipelineComplete', memory_call: call('b') });
  vi.advanceTimersByTime(100);
  expect(useLiveRun.getState().run).toEqual({ ...seen, calls: [call('b')] });
});

it('shows pipelines that end together in one go', () => {
  beginLiveRun('r', 0);
  vi.advanceTimersByTime(150);
  const shown: number[] = [];
  const stop = useLiveRun.subscribe(({ run }) => shown.push(run?.calls.length ?? -1));
  for (const memory of ['a', 'b', 'c', 'd'])
    tell({ event: 'contextAssembly:pipelineComplete', memory_call: call(memory) });
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1000);
  stop();
  expect(shown).toEqual([4]);
});

it('hears of its own run only', () => {
  beginLiveRun('r', 0);
  vi.advanceTimersByTime(150);
  tell({ event: 'contextAssembly:pipelineComplete', memory_call: call('x') }, 'another');
  hearOfRun({ event: 'project:changed', what: 'kv' });
  expect(useLiveRun.getState().run).toMatchObject({ requestId: 'r', calls: [] });
});

it('shows nothing of a run that ended before', () => {
  beginLiveRun('r', 0);
  endLiveRun();
  vi.advanceTimersByTime(1000);
  tell({ event: 'contextAssembly:pipelineComplete', memory_call: call('x') });
  expect(useLiveRun.getState().run).toBeUndefined();
});
