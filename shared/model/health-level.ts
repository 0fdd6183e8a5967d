import type { HealthLevel } from './health.ts';

/** Where each level of context health begins, in percent of the window; it ends where the next begins. */
export const levelStarts = [
  { level: 'GREEN', from: 0 },
  { level: 'YELLOW', from: 50 },
  { level: 'ORANGE', from: 70 },
  { level: 'RED', from: 85 },
] as const satisfies readonly { level: HealthLevel; from: number }[];

/** The level of an exact utilization in percent. */
export function levelAt(utilization: number): HealthLevel {
  return levelStarts.findLast(({ from }) => utilization >= from)?.level ?? 'GREEN';
}
