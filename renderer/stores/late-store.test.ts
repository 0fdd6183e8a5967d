import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLateStore } from './late-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const late = createLateStore({ text: '' });
  const heard: string[] = [];
  late.store.subscribe(({ text }) => void heard.push(`follower ${text}`));
  const stop = late.drawn.subscribe(
    ({ text }, before) => void heard.push(`component ${before.text}>${text}`),
  );
  const type = (text: string) => late.changeLate(() => late.store.setState({ text }));
  return { late, heard, stop, type };
}

it('has what is typed at once and tells components of it once, when edits have settled', () => {
  const { late, heard, type } = setUp();
  type('a');
  type('ab');
  expect([late.store.getState(), late.drawn.getState()]).toEqual([{ text: 'ab' }, { text: 'ab' }]);
  expect(heard).toEqual(['follower a', 'follower ab']);
  vi.runAllTimers();
  expect(heard).toEqual(['follower a', 'follower ab', 'component >ab']);
});

it('tells components of any other change at once, with what was typed before it', () => {
  const { late, heard, type } = setUp();
  type('a');
  late.store.setState({ text: 'undone' });
  expect(heard).toEqual(['follower a', 'component >undone', 'follower undone']);
});

it('is late for one change only, also when that one fails', () => {
  const { late, heard } = setUp();
  expect(() =>
    late.changeLate(() => {
      throw new Error('no such rule');
    }),
  ).toThrow('no such rule');
  late.store.setState({ text: 'b' });
  expect(heard).toContain('component >b');
});

it('tells nothing to components that are gone', () => {
  const { heard, stop, type } = setUp();
  type('a');
  stop();
  vi.runAllTimers();
  expect(heard).toEqual(['follower a']);
});
