import type { WeftEvent } from '../../../shared/contract/events.ts';
import type { LongProcedure } from '../../../shared/contract/long-work.ts';
import type { Work } from '../../../shared/contract/work.ts';
import { createCancelSource } from '../../engine/cancel.ts';
import type { Cancel } from '../../engine/ports.ts';
import type { Call } from '../project/call.ts';
import type { EventHub } from '../project/event-hub.ts';
import type { World } from '../project/world.ts';

/** What takes less is told to nobody. */
const toldAfterMs = 300;
/** Between two tellings of how far it is. */
const tellGapMs = 250;

/** Long work of all callers, so that anybody can see and end it. */
export interface RunningWork {
  /** Runs something as work that is listed until it ends. */
  run<Given extends Call, Value>(
    procedure: LongProcedure,
    call: Given,
    work: (call: Given) => Promise<Value>,
  ): Promise<Value>;
  list(): Work[];
  /** False where it is over. */
  cancel(id: string): boolean;
}

interface Entry {
  work: Work;
  isTold: boolean;
  readonly cancel: () => void;
}

export function createRunningWork(publish: EventHub['publish'], world: World): RunningWork {
  const running = new Map<string, Entry>();
  const list = () => [...running.values()].map(({ work }) => work);
  const tell = () => publish({ event: 'work:changed', work: list() });
  const telling: { timer?: NodeJS.Timeout | undefined } = {};
  const tellSoon = () => {
    telling.timer ??= setTimeout(() => {
      telling.timer = undefined;
      tell();
    }, tellGapMs).unref();
  };
  const begin = (procedure: LongProcedure, parent: Cancel) => {
    const id = world.mintId();
    const { cancel, trigger } = createCancelSource(parent);
    const entry: Entry = {
      work: { id, procedure, begun_at: world.clock.nowIso() },
      isTold: false,
      cancel: trigger,
    };
    running.set(id, entry);
    const timer = setTimeout(() => {
      entry.isTold = true;
      tell();
    }, toldAfterMs).unref();
    const note = (done: number, total: number) => {
      entry.work = { ...entry.work, done, total };
      if (entry.isTold) tellSoon();
    };
    const end = () => {
      clearTimeout(timer);
      running.delete(id);
      if (entry.isTold) tell();
    };
    return { cancel, note, end };
  };
  return {
    async run(procedure, call, work) {
      const { cancel, note, end } = begin(procedure, call.cancel);
      try {
        return await work({ ...call, cancel, publish: noting(call.publish, note) });
      } finally {
        end();
      }
    },
    list,
    cancel(id) {
      const entry = running.get(id);
      entry?.cancel();
      return entry !== undefined;
    },
  };
}

/** What is told of the way anyway says how far the work is. */
function noting(publish: Call['publish'], note: (done: number, total: number) => void): Call['publish'] {
  return (event: WeftEvent) => {
    if (event.event === 'imports:progress' || event.event === 'documents:embedding')
      note(event.done, event.total);
    publish(event);
  };
}
