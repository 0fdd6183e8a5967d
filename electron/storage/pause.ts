import type { Pause } from '../../shared/stretches.ts';

/** Long enough that changing turns costs nothing, short enough that nobody notices waiting. */
const stretchMs = 4;

/** Those who work for long and have stopped, first come first. */
const waiting: (() => void)[] = [];

/**
 * Resolves once everything else that waits had its turn. Of those who stopped one goes on at a time: what comes in from
 * outside waits for one stretch and not for one of each.
 */
export function othersTurn(): Promise<void> {
  return new Promise(resume => {
    if (waiting.push(resume) === 1) setImmediate(resumeNext);
  });
}

function resumeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeNext);
}

/** For work that takes long: asked again and again, it gives a promise when others have waited for `stretchMs`. */
export function createPause(now: () => number = () => performance.now()): Pause {
  const state = { since: now() };
  return () => {
    if (now() - state.since < stretchMs) return undefined;
    return othersTurn().then(() => {
      state.since = now();
    });
  };
}
