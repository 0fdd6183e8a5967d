import { expect, it, vi } from 'vitest';
import { create } from 'zustand';
import { keepRead } from './live-reading.ts';

interface Sessions {
  readonly reading: number;
  readonly list: readonly { readonly id: string }[];
}

it('tells nobody of a reading that found what was there', () => {
  const store = create<Sessions>()(() => ({ reading: 1, list: [{ id: 'a' }] }));
  const told = vi.fn();
  store.subscribe(told);
  keepRead(store, { list: [{ id: 'a' }] });
  expect(told).not.toHaveBeenCalled();
  keepRead(store, { list: [{ id: 'a' }, { id: 'b' }] });
  expect(told).toHaveBeenCalledOnce();
});

it('keeps what is as it was beside what is new', () => {
  const store = create<Sessions>()(() => ({ reading: 1, list: [{ id: 'a' }] }));
  const { list } = store.getState();
  keepRead(store, { reading: 2, list: [{ id: 'a' }] });
  expect(store.getState()).toEqual({ reading: 2, list: [{ id: 'a' }] });
  expect(store.getState().list).toBe(list);
});
