import { numericValue } from '../../numeric-value.ts';
import { constantsOf, type Literal } from '../literal.ts';

/**
 * Numbers that together decide the literals: each constant, a number inside every gap between two of them,
 * and one beyond each end. Comparisons cannot tell two numbers of one gap apart.
 */
export function numberCandidates(literals: readonly Literal[]): number[] {
  const constants = constantsOf(literals)
    .map(numericValue)
    .filter(number => number !== undefined);
  // Zero is a bound of its own, so that every gap lies on one side of it.
  const bounds = [...new Set([...constants, 0])].sort((left, right) => left - right);
  const gaps = bounds.slice(1).flatMap((bound, index) => between(bounds[index] ?? bound, bound));
  return [...bounds, ...gaps, ...beyond(bounds[0] ?? 0, -1), ...beyond(bounds.at(-1) ?? 0, 1)];
}

/** A whole number strictly between when there is one, else the middle; none between neighbours. */
function between(low: number, high: number): number[] {
  const whole = Math.floor(low) + 1;
  const middle = low / 2 + high / 2;
  return [whole, middle].filter(number => number > low && number < high).slice(0, 1);
}

function beyond(bound: number, direction: 1 | -1): number[] {
  const next = direction === 1 ? Math.floor(bound) + 1 : Math.ceil(bound) - 1;
  const far = bound + direction * Math.max(1, Math.abs(bound));
  const furthest = direction * Number.MAX_VALUE;
  return [next, far, furthest]
    .filter(number => Number.isFinite(number) && (number - bound) * direction > 0)
    .slice(0, 1);
}
