import { expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';
import { subjectsOf } from './subjects.ts';

const labels = (
  lines: readonly string[],
  options?: { least?: number; exclude?: ReadonlySet<string> },
): string[] => subjectsOf(sentencesOf(lines.map(parts => ({ parts }))), options).map(({ label }) => label);

const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'greetings, praise and contractions',
    ['Wow, that’s really great! I’m glad.', "Thanks, it's really great, I'm so glad!", 'Hey, great! Thanks.'],
    [],
  ],
  ['days and times', ['See you on Friday morning.', 'On Friday morning then, this week.'], []],
  ['verbs and adjectives', ['You can borrow it, it is purple.', 'We should borrow it, so purple.'], []],
  ['one and many', ['The kids sleep.', 'My kid is here.', 'I told the kids.'], ['kids']],
  [
    'two words that mostly stand together',
    [
      'I opened a dance studio.',
      'Your dance studio is full.',
      'To dance is my life.',
      'My dance is new.',
      'Of dance?',
    ],
    ['dance', 'dance studio'],
  ],
  [
    'words that only stand together',
    ['We had ice cream.', 'The ice cream was cold.', 'Some ice cream?'],
    ['ice cream'],
  ],
  [
    'words with punctuation between them',
    ['With pottery, ferries.', 'Our pottery. Ferries.'],
    ['ferries', 'pottery'],
  ],
  ['other languages', ['Wir reden über Fähren.', 'Die Fähren fahren spät.'], ['fähren']],
];

it.each(cases)('finds what is talked of: %s', (_, lines, found) => {
  expect(labels(lines)).toEqual(found);
});

it('puts what is said in few stretches before what is said as often in all of them', () => {
  const lines = Array.from({ length: 60 }, (_, at) => {
    if (at % 15 === 0) return 'We spoke of the weather.';
    return at > 50 && at < 55 ? 'The tournament is over.' : 'Hm.';
  });
  expect(labels(lines)).toEqual(['tournament', 'weather']);
});

it('leaves out what is said too seldom and what is told elsewhere', () => {
  const lines = ['The harbour of Skerry.', 'A harbour, the Skerry.', 'For the deck.'];
  expect(labels(lines)).toEqual(['harbour', 'skerry']);
  expect(labels(lines, { exclude: new Set(['skerry']) })).toEqual(['harbour']);
  expect(labels(lines, { least: 3 })).toEqual([]);
});

it('says which sentences name a subject, once each', () => {
  const said = [{ parts: 'The deck is a deck. No rain.' }, { parts: 'Which deck?' }];
  expect(subjectsOf(sentencesOf(said))).toEqual([{ label: 'deck', forms: [], sentences: [0, 2] }]);
});

/** Words that name nothing, each of them said often and where nouns stand as well. */
const nameless =
  'every each both several whatever fix run write send break fail remove update return choose quickly usually something someone';

it.each(nameless.split(' '))('%s is no subject, however often it is said', word => {
  const lines = [
    `The ${word} of it.`,
    `Please ${word} it.`,
    `A ${word} for the harbour.`,
    `${word} harbour time`,
  ];
  expect(labels([...lines, ...lines])).toEqual(['harbour']);
});
