import type { WeftEvent } from '../../shared/contract/events.ts';
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
