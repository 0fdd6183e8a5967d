import { describe, expect, it } from 'vitest';
import type { BehaviourChange, BehaviourDifference } from '../../model/behaviour-difference.ts';
import { answerSentence, changeParts } from './behaviour-words.ts';

const nothing: BehaviourChange = { gained: [], lost: [], reordered: false };
const names = (count: number) => [...'abcdefghijkl'].slice(0, count);

describe('what a request gets otherwise', () => {
  it.each<[Partial<BehaviourChange>, string[]]>([
    [{}, []],
    [{ now_fires: [], no_longer_fires: [] }, []],
    [{ gained: ['a'] }, ['gains a']],
    [{ gained: ['a', 'b'], lost: ['c', 'd', 'e'] }, ['gains a and b', 'loses c, d and e']],
    [{ reordered: true }, ['gets its memories in another order']],
    [{ now_fires: ['e/a'], no_longer_fires: ['e/b'] }, ['e/a now fires', 'e/b no longer fires']],
    [{ gained: names(8) }, ['gains a, b, c, d, e, f, g and h']],
    [{ lost: names(9) }, ['loses a, b, c, d, e, f, g, h and 1 more']],
    [{ lost: names(12) }, ['loses a, b, c, d, e, f, g, h and 4 more']],
  ])('%j is said in parts: %j', (change, parts) => {
    expect(changeParts({ ...nothing, ...change })).toEqual(parts);
  });

  it('is shown as whoever asks shows names', () => {
    expect(changeParts({ ...nothing, gained: ['a', 'b'], lost: names(9) }, name => `<${name}>`)).toEqual([
      'gains <a> and <b>',
      `loses ${names(8)
        .map(name => `<${name}>`)
        .join(', ')} and 1 more`,
    ]);
  });
});

it.each<[Partial<BehaviourDifference>, string]>([
  [{ answer: 'equivalent', reason: 'why' }, 'Proved equivalent: why'],
  [{ answer: 'open', reason: 'why' }, 'Neither a difference nor that there is none could be shown: why'],
  [{ answer: 'different', samples: 5, flipped: 2 }, '2 of 5 samples change'],
  [{ answer: 'different', samples: 1, flipped: 1 }, '1 of 1 sample changes'],
  [{ answer: 'different' }, 'A request gets another answer'],
  [{ answer: 'different', samples: 4 }, 'None of 4 samples changes, but this request does'],
])('%j is answered with "%s"', (difference, sentence) => {
  expect(answerSentence({ answer: 'open', reason: '', samples: 0, flipped: 0, ...difference })).toBe(
    sentence,
  );
});
