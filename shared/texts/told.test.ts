import { expect, it } from 'vitest';
import { createTold } from './told.ts';
import { tellGerman } from './told-german.ts';

const german = tellGerman();

it.each([
  // What stands in a place is told too, and what is quoted is not.
  ['is the number 5, which is not numeric', 'ist Zahl 5, also keine Zahl'],
  ['is "always", not "is one of"', 'ist "always", nicht "is one of"'],
  [
    '"is not" can never fire: its conditions contradict each other.',
    '„is not“ kann nie auslösen: die Bedingungen widersprechen sich.',
  ],
  // The template that says more is meant.
  ['is 3, not more than 5', 'ist 3, nicht größer als 5'],
  // Numbers as the language writes them.
  ['it took longer than 12,000 ms', 'es dauerte länger als 12.000 ms'],
  // Several in one: paths, sentences and lists.
  [
    'constraints.max_tokens: must be a whole number >= 1',
    'constraints.max_tokens: muss eine ganze Zahl ab 1 sein',
  ],
  [
    'x is broken: here no rule adds "a: is empty"',
    'x ist gebrochen: hier fügt keine Regel „a: is empty“ hinzu',
  ],
  // A reason stands behind its subject, and words of a sentence between spaces.
  ['file path is "a", not "b"', 'file path ist "a", nicht "b"'],
  [' is one of', ' ist eines von'],
  // Conditions are told within quotes too, but for their values.
  [
    'asks "phase contains is not" instead of "phase is planning and risk is at least 0.6"',
    '„phase enthält is not“ statt „phase ist planning und risk ist mindestens 0.6“ fragt',
  ],
  ['Let "Wording" fire where risk is at most 0.25', '„Wording“ auslösen lassen, wo risk höchstens 0.25 ist'],
  // A condition alone, behind its rule.
  ['Fixes: file path ends with .sql', 'Fixes: file path endet mit .sql'],
  ['Fixes: all but risk is at least 0.6', 'Fixes: alles außer risk ist mindestens 0.6'],
  ['Fixes: risk missing', 'Fixes: risk fehlt'],
  // An operator alone.
  ['"is none of" needs a list of values', '„ist keines von“ braucht eine Liste von Werten'],
  // As a sentence that begins or ends with it.
  ['Was not given.', 'Wurde nicht angegeben.'],
  ['My own words', 'My own words'],
  ['there is already an engine "plan"', 'es gibt schon eine Engine „plan“'],
  ['there is already a memory type "a"', 'es gibt schon eine Memory „a“'],
  // A name that was probably meant stands behind.
  [
    'there is no engine "plannig"; did you mean "planning"?',
    'es gibt keine Engine „plannig“; ist „planning“ gemeint?',
  ],
])('%s', (english, said) => {
  expect(german.text(english)).toBe(said);
});

it('leaves to whoever knows it what could be the name of a thing, among whatever is shown', () => {
  const names = ['Who has access', 'Risk is high', 'Filter', 'Fix before release', 'is not', 'history'];
  expect(names.map(german.sentence)).toEqual(names);
  expect(['Who has access', 'Filter'].map(german.text)).toEqual(['Who hat access', 'Filtern']);
  expect(german.sentence('no rule adds "x", and the request does not name it')).toBe(
    'keine Regel fügt „x“ hinzu, und die Anfrage nennt sie nicht',
  );
});

it('says it as it is where nobody translated it', () => {
  const { text, sentence } = createTold('de', {}, {});
  expect([text('was not given'), sentence('the disk is full; free some space')]).toEqual([
    'was not given',
    'the disk is full; free some space',
  ]);
});
