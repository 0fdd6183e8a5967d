import type { MemoryCall } from '../../../../shared/model/assembled-context.ts';
import type { LiveRun } from '../../../stores/live-run.ts';
import type { WaterfallBar } from './waterfall.ts';

/** One memory of a run that is not over; without a call its pipeline still runs, or waits. */
export interface LiveRow {
  readonly memoryId: string;
  readonly call?: MemoryCall;
  /** On the axis from the run's start until now. */
  readonly bar: WaterfallBar;
}

/** A row for each memory that is asked for: first those that ended, in the order in which they did. */
export function liveRows({ memories, calls }: LiveRun, elapsedMs: number): LiveRow[] {
  const end = Math.max(1, elapsedMs, ...calls.map(call => call.started_ms + call.duration_ms));
  const ended = new Set(calls.map(call => call.memory_id));
  return [
    ...calls.map(call => ({
      memoryId: call.memory_id,
      call,
      bar: { start: call.started_ms / end, length: call.duration_ms / end },
    })),
    ...memories
      .filter(memoryId => !ended.has(memoryId))
      .map(memoryId => ({ memoryId, bar: { start: 0, length: 1 } })),
  ];
}
