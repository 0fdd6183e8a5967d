import { afterEach, expect, it, vi } from 'vitest';

import { CanvasZoom, type ZoomLevel } from './canvas-view.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Followers of one canvas, and its frames, played by hand. */
function followed(count: number) {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  const zoom = new CanvasZoom();
  const told = Array.from({ length: count }, (): ZoomLevel[] => []);
  const stops = told.map(list => zoom.follow(level => list.push(level)));
  const playFrame = () => {
    for (const frame of frames.splice(0)) frame(0);
  };
  const shown = () => told.map(list => list.at(-1));
  return { zoom, told, stops, frames, playFrame, shown };
}

it('changes no node while one zooms, and all of them by turns once that rests, none twice', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { zoom, told, frames, playFrame, shown } = followed(25);
  const count = (wanted: ZoomLevel) => shown().filter(level => level === wanted).length;
  for (const scale of [0.8, 0.6, 0.5]) {
    zoom.move(scale);
    vi.advanceTimersByTime(149);
    playFrame();
    expect(count('near')).toBe(25);
  }
  vi.advanceTimersByTime(1);
  playFrame();
  expect(count('middle')).toBe(16);
  // Who zooms on stops it until that rests as well.
  zoom.move(0.55);
  playFrame();
  expect([count('middle'), frames.length]).toEqual([16, 0]);
  vi.advanceTimersByTime(150);
  playFrame();
  expect([count('middle'), frames.length]).toEqual([25, 0]);
  expect(told.every(list => list.length === 2)).toBe(true);
});

it.each([0.3, 1.7])('comes to where it jumps without a rest: %d', scale => {
  const { zoom, told, playFrame, shown } = followed(3);
  zoom.set(scale === 0.3 ? 1 : 0.3);
  playFrame();
  zoom.move(scale);
  expect(zoom.isMoving).toBe(false);
  playFrame();
  expect(shown()).toEqual(told.map(() => (scale === 0.3 ? 'far' : 'near')));
});

it('goes on to the level that came meanwhile, and leaves alone who never left it', () => {
  const { zoom, told, frames, playFrame, shown } = followed(25);
  zoom.set(0.5);
  playFrame();
  zoom.set(1);
  expect(frames).toHaveLength(1);
  playFrame();
  expect(shown()).toEqual(told.map(() => 'near'));
  expect(told.map(list => list.length)).toEqual([...Array(16).fill(3), ...Array(9).fill(1)]);
});

it('tells a node that comes later the level there is, and one that went nothing', () => {
  const { zoom, told, stops, playFrame } = followed(2);
  zoom.set(0.3);
  stops[0]?.();
  playFrame();
  const late = vi.fn();
  zoom.follow(late);
  expect(late.mock.calls).toEqual([['far']]);
  expect(told).toEqual([['near'], ['near', 'far']]);
});

it('begins a node that comes while one zooms with its name, and gives it the rest with the others', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { zoom, playFrame } = followed(0);
  zoom.move(0.9);
  const late: ZoomLevel[] = [];
  expect(zoom.first).toBe('far');
  zoom.follow(level => late.push(level));
  vi.advanceTimersByTime(150);
  expect(zoom.first).toBe('near');
  playFrame();
  expect(late).toEqual(['far', 'near']);
});

it('takes those that cost more fewer at a time', () => {
  const { zoom, frames, playFrame } = followed(0);
  const told: ZoomLevel[][] = [[], [], []];
  for (const list of told) zoom.follow(level => list.push(level), 8);
  zoom.set(0.5);
  playFrame();
  expect(told.map(list => list.at(-1))).toEqual(['middle', 'middle', 'near']);
  playFrame();
  expect([told[2]?.at(-1), frames.length]).toEqual(['middle', 0]);
});

it('is at rest 150 ms after the last change, and tells then once what it came to', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { zoom } = followed(0);
  const atRest: ZoomLevel[] = [];
  const stop = zoom.followAtRest(level => atRest.push(level));
  for (const scale of [0.9, 0.7, 0.5, 0.4]) {
    zoom.move(scale);
    vi.advanceTimersByTime(149);
    expect(zoom.isMoving).toBe(true);
  }
  expect(atRest).toEqual(['near']);
  vi.advanceTimersByTime(1);
  expect([zoom.isMoving, ...atRest]).toEqual([false, 'near', 'far']);
  stop();
  zoom.move(1);
  vi.advanceTimersByTime(150);
  expect(atRest).toEqual(['near', 'far']);
});
