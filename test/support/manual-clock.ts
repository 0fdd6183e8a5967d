import type { ClockPort } from '../../electron/engine/ports.ts';

/** A clock that moves when told to. */
export interface ManualClock extends ClockPort {
  /** Moves on and calls back whatever became due, in order; lets promises settle in between. */
  advance(milliseconds: number): Promise<void>;
  /** Callbacks that still wait. */
  readonly waiting: () => number;
}

export function createManualClock(): ManualClock {
  const timers = new Map<number, { dueMs: number; callback: () => void }>();
  let nowMs = 0;
  let nextId = 0;
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    nowIso: () => new Date(Date.UTC(2026, 0, 1) + nowMs).toISOString(),
    monotonicMs: () => nowMs,
    after(milliseconds, callback) {
      const id = nextId;
      nextId += 1;
      timers.set(id, { dueMs: nowMs + milliseconds, callback });
      return () => timers.delete(id);
    },
    async advance(milliseconds) {
      const untilMs = nowMs + milliseconds;
      await settle();
      for (;;) {
        const due = [...timers]
          .filter(([, timer]) => timer.dueMs <= untilMs)
          .sort(([, left], [, right]) => left.dueMs - right.dueMs)[0];
        if (due === undefined) break;
        timers.delete(due[0]);
        nowMs = Math.max(nowMs, due[1].dueMs);
        due[1].callback();
        await settle();
      }
      nowMs = untilMs;
      await settle();
    },
    waiting: () => timers.size,
  };
}

/** What a promise gives without any more time passing: who still waits for the clock fails, instead of hanging. */
export async function withoutWaiting<Value>(promise: Promise<Value>): Promise<Value> {
  const waits = Symbol('waits');
  const outcome = await Promise.race([
    promise,
    new Promise<typeof waits>(resolve => setImmediate(() => resolve(waits))),
  ]);
  if (outcome === waits) throw new Error('it waits for the clock');
  return outcome as Value;
}
