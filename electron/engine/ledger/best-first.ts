import { selectNth } from './middle-of.ts';

/**
 * Parts places into the best, at least `count` of them and in order, and the others, all of which score less. The others
 * are not sorted: whoever takes a few of many pays for few. `compare` must order by score, best first, before all else.
 */
export function bestFirst(
  places: readonly number[],
  count: number,
  scores: Float64Array,
  compare: (left: number, right: number) => number,
): { readonly best: number[]; readonly others: number[] } {
  if (places.length <= count) return { best: [...places].sort(compare), others: [] };
  const own = new Float64Array(places.length);
  for (let at = 0; at < places.length; at += 1) own[at] = scores[places[at] ?? 0] ?? 0;
  const least = selectNth(own, places.length - count);
  const best: number[] = [];
  const others: number[] = [];
  for (const place of places) ((scores[place] ?? 0) >= least ? best : others).push(place);
  return { best: best.sort(compare), others };
}
