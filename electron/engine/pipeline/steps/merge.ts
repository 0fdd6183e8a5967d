import { unreachable } from '../../../../shared/contract/errors.ts';
import type { Element } from '../../../../shared/model/element.ts';
import { merge as kind } from '../../../../shared/pipeline/steps/merge.ts';
import { checkCount, maxElements } from '../check-result.ts';
import { defineStep, listOf } from '../define-step.ts';
import { resultElements } from '../step-result.ts';
import { firstOfEach } from './deduplicate.ts';

/** Judged before lists are joined: one list may be named a thousand times. What `unique` leaves may be far fewer. */
const mostJoined = 10 * maxElements;

/** The lists of several steps as one: after each other, in turns, or each value once. */
export const merge = defineStep(kind, {
  run: ({ params: { sources, strategy, uniqueField }, resultOf }) => {
    const lists = sources.map(alias => {
      const result = resultOf(alias);
      // A step of a branch that was not taken gave nothing; unknown names were refused before.
      return result === undefined ? [] : resultElements(result);
    });
    checkCount(
      lists.reduce((count, list) => count + list.length, 0),
      mostJoined,
    );
    switch (strategy) {
      case 'concat':
        return listOf(lists.flat());
      case 'interleave':
        return listOf(interleave(lists));
      case 'unique':
        return listOf(firstOfEach(lists.flat(), uniqueField));
      default:
        return unreachable(strategy);
    }
  },
});

function interleave(lists: readonly (readonly Element[])[]): Element[] {
  const rounds = lists.reduce((most, list) => Math.max(most, list.length), 0);
  return Array.from({ length: rounds }, (_, round) => lists.flatMap(list => list[round] ?? [])).flat();
}
