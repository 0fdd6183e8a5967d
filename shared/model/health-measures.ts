import type { HealthLevel, ToolCallCounts } from './health.ts';

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

/** What a call of each cost class is taken to cost in tokens. */
export const tokensPerCall: ToolCallCounts = { low: 500, medium: 1250, high: 2000 };

export const totalCalls = ({ low, medium, high }: ToolCallCounts): number => low + medium + high;
