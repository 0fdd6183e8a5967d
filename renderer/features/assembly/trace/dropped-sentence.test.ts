import { expect, it } from 'vitest';
import { dropped } from '../../../../test/support/assembled.ts';
import { droppedSentence, sentenceText } from './dropped-sentence.ts';

it.each([
  [dropped('a#7', 'budget'), { over: 96 }, 'a#7 left with the budget: 96 tokens over, last of history'],
  [dropped('a#7', 'budget'), {}, 'a#7 left with the budget: last of history'],
  [
    dropped('a#7', 'budget', { section: 'working_memory' }),
    { over: 1 },
    'a#7 left with the budget: 1 token over, last of working memory',
  ],
  [dropped('a#7', 'budget'), { over: 9, strategy: 'pack' }, 'a#7 did not fit the budget: 9 tokens over'],
  [dropped('b#5', 'duplicate', { survivor: 'c#2' }), {}, 'b#5 is the same as c#2'],
  [dropped('b#5', 'duplicate'), {}, 'b#5 is the same as an item that stands earlier'],
  [
    dropped('team-roster#4', 'max_items'),
    { maxItems: 4 },
    'team-roster#4 is over the limit of 4 items of team-roster',
  ],
  [dropped('d#4', 'max_items'), {}, 'd#4 is over the limit of items of d'],
  [dropped('e#0', 'redaction_failed'), {}, 'e#0 was left out: its secrets could not be removed safely'],
] as const)('says why %o is not in the context', (item, facts, expected) => {
  expect(sentenceText(droppedSentence(item, facts))).toBe(expected);
});
