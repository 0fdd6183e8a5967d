import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const said = ['german', 'told'].flatMap(folder =>
  readdirSync(join(import.meta.dirname, folder)).flatMap(file => {
    const texts: Record<string, string> = JSON.parse(
      readFileSync(join(import.meta.dirname, folder, file), 'utf8'),
    );
    return Object.entries(texts).map(([english, german]) => ({
      at: `${folder}/${file}: ${english}`,
      german,
    }));
  }),
);

/** What a term is not called, and what it is called: a word means one thing. */
const otherWords = [
  [/Erinnerung/, 'Memory'],
  [/Gespräch/, 'Unterhaltung'],
  [/(?<!Be)nutzer\b|\bNutzer/, 'Benutzer'],
  [/\bgreif(?:t|en)\b/, 'auslösen, of a rule'],
  [/nachgespielt|für Wiederholungen/, 'Wiedergabe, of recordings'],
  [/gescheitert/, 'fehlgeschlagen'],
  [/\bCtrl\b/, 'Strg'],
  // Texts say what there is to do without a person.
  [/\b(?:lege|ändere|wähle|öffne|gib) /, 'the infinitive'],
  // A count comes with its noun in the nominative.
  [
    /\b(?:von|vor|in|seit|nach|mit) \{(?:packages|left|samples|recordedRequests)\}(?! [A-Z])/,
    'the nominative',
  ],
] as const;

it.each(otherWords)('German texts do not say %s, but %s', word => {
  expect(said.filter(({ german }) => word.test(german)).map(({ at, german }) => `${at} = ${german}`)).toEqual(
    [],
  );
  expect(said.length).toBeGreaterThan(2000);
});
