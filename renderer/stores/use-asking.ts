import { useEffect, useRef } from 'react';
import { coalesce } from './coalesce.ts';

/** Between two answers to the same question while news comes in. */
const gapMs = 100;

/**
 * Asks when there is another question (`key`, compared by identity), after a pause in typing, and again when there is news
 * of what was read (`reading`). News never puts off an answer: it comes as often as it can be given, the last piece of
 * news in it. `ask` looks whether its question is still the current one before it shows anything.
 */
export function useAsking(
  key: unknown,
  reading: number,
  pauseMs: number,
  ask: (isCurrent: () => boolean) => Promise<void>,
): void {
  const asking = useRef({ reading, again: () => {} });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is told by the key
  useEffect(() => {
    const state = { isCurrent: true };
    const isCurrent = () => state.isCurrent;
    const again = coalesce(async () => {
      if (state.isCurrent) await ask(isCurrent);
    }, gapMs);
    // Who asks after the pause reads what is there by then.
    asking.current = { reading, again: () => {} };
    const timer = setTimeout(() => {
      asking.current.again = again;
      again();
    }, pauseMs);
    return () => {
      state.isCurrent = false;
      clearTimeout(timer);
    };
  }, [key]);
  useEffect(() => {
    if (asking.current.reading === reading) return;
    asking.current.reading = reading;
    asking.current.again();
  }, [reading]);
}
