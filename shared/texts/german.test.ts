import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { german } from './german.ts';
import type { Phrase } from './texts.ts';

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
  [/\bEnter\b/, 'Eingabe'],
  [/\bEscape\b(?!-)/, 'Esc'],
  [/\bweg(?:ge)?schn|\bschn(?:eidet|itt)\b/, 'weglassen'],
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

it('items are left out, and only a text or a share is shortened', () => {
  const shortened = said.filter(({ at, german: text }) => /\bcuts?\b/i.test(at) && /kürz/.test(text));
  expect(shortened.map(({ at }) => at)).toEqual([
    'german/conversations.json: Shown, cut at its end',
    'german/conversations.json: cut',
    'told/assembly.json: Cut below its floor of {1}: the floors of all layers did not fit.',
  ]);
  expect(german['cut by the budget']).toBe('vom Budget weggelassen');
});

it('what is made without a question has a name in German too, not what a button says', () => {
  const made = /(?:\b(?:addRule|addContract|freeName)\([^;\n]*?|\bname(?:: | = ))t\('(New [^']+)'\)/g;
  const studio = join(import.meta.dirname, '../../renderer');
  const names = globSync('**/*.{ts,tsx}', { cwd: studio }).flatMap(file =>
    [...readFileSync(join(studio, file), 'utf8').matchAll(made)].map(([, name]) => name as Phrase),
  );
  expect([...new Set(names)].toSorted().map(name => [name, german[name]])).toEqual([
    ['New contract', 'Neuer Vertrag'],
    ['New rule', 'Neue Regel'],
    ['New sample', 'Neues Beispiel'],
    ['New test', 'Neuer Test'],
  ]);
});
