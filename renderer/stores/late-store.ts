import type { StoreApi } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { settling } from './use-settled.ts';

interface LateStore<State> {
  /** Has every change at once, and tells it at once. */
  readonly store: StoreApi<State>;
  /** The same for components: it has every change at once, and tells late ones late. */
  readonly drawn: StoreApi<State>;
  /** What `act` does to the store is told to components once edits have settled. */
  readonly changeLate: (act: () => void) => void;
}

/**
 * A store whose components may hear of a change later than everybody else, so that a letter and its outcome are on the
 * screen before all else that a key changes is drawn. As only the drawing waits, there is nothing that could be lost.
 */
export function createLateStore<State>(initial: State): LateStore<State> {
  const store = createStore<State>()(() => initial);
  const components = new Set<(state: State, before: State) => void>();
  const change = { isLate: false, drawn: initial };
  const draw = () => {
    const [state, before] = [store.getState(), change.drawn];
    change.drawn = state;
    for (const component of [...components]) component(state, before);
  };
  store.subscribe(() => {
    if (change.isLate) settling.later(draw);
    else draw();
  });
  const subscribe: StoreApi<State>['subscribe'] = component => {
    components.add(component);
    return () => void components.delete(component);
  };
  return {
    store,
    drawn: { ...store, subscribe },
    changeLate(act) {
      change.isLate = true;
      try {
        act();
      } finally {
        change.isLate = false;
      }
    },
  };
}
