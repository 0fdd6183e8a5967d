import type { Pause } from '../../shared/stretches.ts';

/** Long enough that changing turns costs nothing, short enough that nobody notices waiting. */
const stretchMs = 8;

/**
 * For work that takes long: asked again and again, it gives a promise when others have waited for `stretchMs`, and
 * that one resolves once everything else that waits had its turn.
 */
export function createTurns(now: () => number = () => performance.now()): Pause {
  const state = { since: now() };
  return () => {
    if (now() - state.since < stretchMs) return undefined;
    return new Promise(resume => {
      setImmediate(() => {
        state.since = now();
        resume();
      });
    });
  };
}
