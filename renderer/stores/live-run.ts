import { create } from 'zustand';
import type { WeftEvent } from '../../shared/contract/events.ts';
import type { MemoryCall } from '../../shared/model/assembled-context.ts';
import type { StudioEvent } from '../api/bridge.ts';

/** What is known of an assembly while it runs. */
export interface LiveRun {
  readonly requestId: string;
  /** On the page's clock. */
  readonly startedAt: number;
  /** True once the rules were evaluated, so that every memory that is asked for is known. */
  readonly isResolved: boolean;
  /** Memories that are asked for, in the order in which that became known. */
  readonly memories: readonly string[];
  /** Memories whose pipelines ended, in the order in which they did. */
  readonly calls: readonly MemoryCall[];
}

/** The preview's run, once it takes long enough to be looked at. */
export const useLiveRun = create<LiveRunState>()(() => ({}));

interface LiveRunState {
  readonly run?: LiveRun | undefined;
}

export const selectLiveRun = (state: LiveRunState): LiveRun | undefined => state.run;

/** Shorter runs would only flicker. */
const shownAfterMs = 150;

/** Pipelines end by the dozen at once; a page that drew each would have no time for what its user types meanwhile. */
const toldEveryMs = 100;

const following: { run?: LiveRun | undefined; timer?: ReturnType<typeof setTimeout> | undefined } = {};

/** Begins to follow the assembly that carries the id. */
export function beginLiveRun(requestId: string, startedAt: number): void {
  endLiveRun();
  following.run = { requestId, startedAt, isResolved: false, memories: [], calls: [] };
  following.timer = setTimeout(show, shownAfterMs);
}

function show(): void {
  following.timer = undefined;
  useLiveRun.setState({ run: following.run });
}

/** The assembly has ended: from now on its result tells more. */
export function endLiveRun(): void {
  clearTimeout(following.timer);
  following.timer = undefined;
  following.run = undefined;
  if (useLiveRun.getState().run) useLiveRun.setState({ run: undefined });
}

/** Takes in what the host tells, if it is about the run that is followed. */
export function hearOfRun(event: StudioEvent): void {
  const { run } = following;
  if (!run || !('request_id' in event) || event.request_id !== run.requestId) return;
  following.run = afterEvent(run, event);
  following.timer ??= setTimeout(show, toldEveryMs);
}

/** What is known after one more event. */
function afterEvent(run: LiveRun, event: WeftEvent): LiveRun {
  switch (event.event) {
    case 'contextAssembly:started':
      return { ...run, memories: joined(run.memories, event.request.explicit_memory) };
    case 'contextAssembly:rulesEvaluated':
      return { ...run, isResolved: true, memories: joined(run.memories, event.matchedMemories) };
    case 'contextAssembly:pipelineComplete':
      return {
        ...run,
        memories: joined(run.memories, [event.memory_call.memory_id]),
        calls: [...run.calls, event.memory_call],
      };
    default:
      return run;
  }
}

function joined(known: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...known, ...more])];
}
