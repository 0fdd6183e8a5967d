import { expect, it, vi } from 'vitest';
import { type ZoomLevel, ZoomLevels } from './canvas-view.ts';

/** Followers of one canvas, and its frames, played by hand. */
function followed(count: number) {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  const levels = new ZoomLevels();
  const told = Array.from({ length: count }, (): ZoomLevel[] => []);
  const stops = told.map(list => levels.follow(level => list.push(level)));
  const playFrame = () => {
    for (const frame of frames.splice(0)) frame(0);
  };
  const shown = () => told.map(list => list.at(-1));
  return { levels, told, stops, frames, playFrame, shown };
}

it('brings all nodes to a new level by turns, none of them twice', () => {
  const { levels, told, frames, playFrame, shown } = followed(25);
  levels.set('middle');
  expect(shown()).toEqual(told.map(() => 'near'));
  playFrame();
  expect(shown().filter(level => level === 'middle')).toHaveLength(10);
  playFrame();
  playFrame();
  expect(shown()).toEqual(told.map(() => 'middle'));
  expect(frames).toEqual([]);
  expect(told.every(list => list.length === 2)).toBe(true);
});

it('goes on to the level that came meanwhile, and leaves alone who never left it', () => {
  const { levels, told, frames, playFrame, shown } = followed(25);
  levels.set('middle');
  playFrame();
  levels.set('near');
  expect(frames).toHaveLength(1);
  playFrame();
  expect(shown()).toEqual(told.map(() => 'near'));
  expect(told.map(list => list.length)).toEqual([...Array(10).fill(3), ...Array(15).fill(1)]);
});

it('tells a node that comes later the level there is, and one that went nothing', () => {
  const { levels, told, stops, playFrame } = followed(2);
  levels.set('far');
  stops[0]?.();
  playFrame();
  const late = vi.fn();
  levels.follow(late);
  expect(late.mock.calls).toEqual([['far']]);
  expect(told).toEqual([['near'], ['near', 'far']]);
});
