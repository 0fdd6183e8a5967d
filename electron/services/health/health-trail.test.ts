import { expect, it } from 'vitest';
import type { HealthPoint } from '../../../shared/model/health.ts';
import { addPoint } from './follow-session.ts';

const point = (tokens: number): HealthPoint => ({
  at: new Date(tokens * 1000).toISOString(),
  tokens,
  message_tokens: 0,
  tool_calls: { low: tokens, medium: 0, high: 0 },
});

it('keeps the first point and the latest ones, whatever a session told, and never more than 120', () => {
  let trail: HealthPoint[] = [];
  for (let tokens = 1; tokens <= 5000; tokens += 1) {
    trail = addPoint(trail, point(tokens));
    expect(trail.length).toBeLessThanOrEqual(120);
  }
  const kept = trail.map(({ tokens }) => tokens);
  expect(kept[0]).toBe(1);
  expect(kept.slice(-40)).toEqual(Array.from({ length: 40 }, (_, index) => 4961 + index));
  expect(kept).toEqual(kept.toSorted((left, right) => left - right));
});

it('keeps every point of a short session', () => {
  const trail = [1, 2, 3].reduce<HealthPoint[]>((points, tokens) => addPoint(points, point(tokens)), []);
  expect(trail).toEqual([point(1), point(2), point(3)]);
});
