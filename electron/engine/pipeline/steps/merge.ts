import type { Element } from '../../../../shared/model/element.ts';
import { checkCount, maxElements } from '../check-result.ts';
import { resultElements } from '../step-result.ts';
import { firstOfEach } from './deduplicate.ts';
import { textParam, textsParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** Judged before lists are joined: one list may be named a thousand times. What `unique` leaves may be far fewer. */
const mostJoined = 10 * maxElements;

/** M2 `merge`: the lists of several steps as one: after each other, in turns, or each value once. */
export const runMerge: StepRunner = ({ params, resultOf }) => {
  const lists = textsParam(params, 'sources').map(alias => {
    const result = resultOf(alias);
    // A step of a branch that was not taken gave nothing; unknown names were refused before.
    return result === undefined ? [] : resultElements(result);
  });
  checkCount(
    lists.reduce((count, list) => count + list.length, 0),
    mostJoined,
  );
  switch (textParam(params, 'strategy')) {
    case 'interleave':
      return listOf(interleave(lists));
    case 'unique':
      return listOf(firstOfEach(lists.flat(), textParam(params, 'uniqueField') ?? 'content'));
    default:
      return listOf(lists.flat());
  }
};

function interleave(lists: readonly (readonly Element[])[]): Element[] {
  const rounds = lists.reduce((most, list) => Math.max(most, list.length), 0);
  return Array.from({ length: rounds }, (_, round) => lists.flatMap(list => list[round] ?? [])).flat();
}
