import { expect, it } from 'vitest';
import { aroundMatch } from './around-match.ts';

it.each([
  ['Researching adoption agencies is fun.', 'adoption', 'Researching adoption agencies is fun.'],
  ['The queue holds a place for you, and then the scanner fails.', 'scanner', '… then the scanner fails.'],
  ['We looked at\n\nall those   agencies there.', 'agency', '… all those agencies there.'],
  ['Hello there.', 'nothing of it', 'Hello there.'],
  ['Hello there.', '', 'Hello there.'],
])('shows %j, searched for %j, as %j', (text, search, shown) => {
  expect(aroundMatch(text, search)).toBe(shown);
});
