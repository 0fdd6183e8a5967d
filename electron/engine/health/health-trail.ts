import type { HealthPoint } from '../../../shared/model/health.ts';

/** More points than that are thinned out, so that a session of days costs no more to keep than one of an hour. */
const mostPoints = 120;

/** A session's trail with one more point. Where it is full, every second of its older half goes; the first stays. */
export function addPoint(trail: readonly HealthPoint[], point: HealthPoint): HealthPoint[] {
  const longer = [...trail, point];
  if (longer.length <= mostPoints) return longer;
  return longer.filter((_, index) => index >= mostPoints / 2 || index % 2 === 0);
}
