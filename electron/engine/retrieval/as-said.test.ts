import { expect, it } from 'vitest';
import { asSaid } from './as-said.ts';

const speakers = ['Ann', 'Ann Marie', 'Bob', 'C. (K)', 'Assistant'];

it.each([
  ['When did Bob sell his boat?', 'When I sell my boat?'],
  ["what does bob's sister do?", 'what my sister do?'],
  ['Has Bob been to Rome?', 'I been to Rome?'],
  ['Who taught Bob what he knows?', 'Who taught I what I knows?'],
  ['How do Ann and Bob relax?', 'How we relax?'],
  ['Where is Ann and Bob’s house?', 'Where our house?'],
  ['What did Bob tell Ann about her boat?', 'What I tell you about my boat?'],
  ["Why does Bob like Ann's boat?", 'Why I like your boat?'],
  ['What does Ann Marie play?', 'What I play?'],
  ['What does C. (K) play?', 'What I play?'],
  ['What did the assistant propose?', 'What I propose?'],
])('says %j as the speaker would', (query, expected) => {
  expect(asSaid(query, speakers)).toBe(expected);
});

it.each([
  'When was the boat sold?',
  'What is the annual report?',
  "Bob's boat",
  'Wann hat Bob sein Boot verkauft?',
  'Was Boberg a town?',
  '',
])('leaves %j, which asks in English about no speaker, as it is', query => {
  expect(asSaid(query, speakers)).toBe(query);
});

it('leaves a query as it is where nobody speaks', () => {
  expect(asSaid('When did Bob sell his boat?', [])).toBe('When did Bob sell his boat?');
});
