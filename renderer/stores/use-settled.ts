import { startTransition, useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import { createSettling } from './settling.ts';

/**
 * Long enough for the frame that shows an outcome, and so short that all is drawn before the next key: a pause that
 * is as long as that between two keys would end just when the second comes.
 */
export const settling = createSettling({ pauseMs: 16, mostMs: 150 }, startTransition);

/** For what is only offered to whoever writes on: all of it is looked through again once nothing was typed for a while. */
export const offers = createSettling({ pauseMs: 300, mostMs: 3000 }, startTransition);

/**
 * A part of a store as it was when changes last settled. For what follows from an edit and is not the edit itself: it
 * is drawn once for all stores and keys together and never holds up the frames that show a key and its outcome.
 * `select` is cheap, and the same function as long as it means the same.
 */
export function useSettled<State extends object, Part>(
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  select: (state: State) => Part,
  settle = settling,
): Part {
  const [settled, setSettled] = useState(store.getState);
  useEffect(() => {
    const take = () =>
      setSettled(before => {
        const now = store.getState();
        return Object.is(select(before), select(now)) ? before : now;
      });
    take(); // what changed between the drawing and now
    const stop = store.subscribe(() => settle.later(take));
    return () => {
      stop();
      settle.forget(take);
    };
  }, [store, select, settle]);
  return select(settled);
}
