import type { WeftEvent } from '../../shared/contract/events.ts';
import { createCancelSource } from '../engine/cancel.ts';
import type { Cancel } from '../engine/ports.ts';
import { grouped } from './columns.ts';

const toldEveryMs = 1000;

const stageWords = {
  reading: 'reading files',
  judging: 'looking at files',
  preparing: 'preparing documents',
  storing: 'storing',
} as const;

/** How far an import is, in one line; undefined for other events. */
export function progressLine(event: WeftEvent): string | undefined {
  if (event.event === 'documents:embedding')
    return `embedding "${event.collection}", ${grouped(event.done)} of ${grouped(event.total)}`;
  if (event.event !== 'imports:progress') return undefined;
  const { stage, done, total } = event;
  return total > 1 ? `${stageWords[stage]}, ${grouped(done)} of ${grouped(total)}` : stageWords[stage];
}

/** Hands on a line for these events once a second, from the second one on. */
export function createProgress(
  tell: (line: string) => void,
  nowMs: () => number,
): (event: WeftEvent) => void {
  const state = { toldAt: nowMs() };
  return event => {
    const line = progressLine(event);
    if (line === undefined || nowMs() - state.toldAt < toldEveryMs) return;
    state.toldAt = nowMs();
    tell(line);
  };
}

export interface Interruption {
  readonly cancel: Cancel;
  end(): void;
}

/** Ctrl+C as a cancel, so that what runs can end with nothing half done; the second one ends the process at once. */
export function onInterrupt(signals: Pick<NodeJS.Process, 'once' | 'off'>): Interruption {
  const { cancel, trigger } = createCancelSource();
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) signals.once(name, trigger);
  return {
    cancel,
    end() {
      for (const name of names) signals.off(name, trigger);
    },
  };
}
