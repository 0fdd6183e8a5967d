import type { StateCreator, StoreApi, UseBoundStore } from 'zustand';
import { create as createPlain } from 'zustand/react';

export * from 'zustand/react';

const stores = new Set<() => void>();

/** In tests of units and components in place of the library's own. */
export const create = <State>(initializer?: StateCreator<State>) =>
  initializer === undefined ? createFresh : createFresh(initializer);

function createFresh<State>(initializer: StateCreator<State>): UseBoundStore<StoreApi<State>> {
  const store = createPlain(initializer);
  stores.add(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Files of tests share a page or a worker, and its stores: what one test has put into one is gone before the next. */
export function freshenStores(): void {
  for (const freshen of stores) freshen();
}
