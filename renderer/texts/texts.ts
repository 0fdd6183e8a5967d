import { createElement, Fragment, type ReactNode } from 'react';
import {
  createSay,
  type Language,
  languageKey,
  languages,
  type Say,
  type Text,
  translate,
  type ValuesOf,
} from '../../shared/texts/texts.ts';
import { browserStorage } from '../browser-storage.ts';

/** What the user chose, kept per browser; `system` is the language of the browser or of the system. */
export type LanguageChoice = Language | 'system';

/** What is kept now, which the page may not be in yet. A worker has no memory of its own: it is told by its name. */
export function keptLanguage(): LanguageChoice {
  const choice =
    typeof document === 'object' ? browserStorage.getItem(languageKey) : Reflect.get(globalThis, 'name');
  return languages.find(one => one === choice) ?? 'system';
}

function languageOf(choice: LanguageChoice): Language {
  if (choice !== 'system') return choice;
  const [first] = typeof document === 'object' ? navigator.languages : ['en'];
  return first?.startsWith('de') ? 'de' : 'en';
}

export const languageChoice: LanguageChoice = keptLanguage();
/** The language of this page, from its beginning to its end: what is said at another time is said in the same. */
export const language: Language = languageOf(languageChoice);
/** For dates, numbers and the order of names. */
export const locale = language === 'de' ? 'de-DE' : 'en-US';

/** For dates: days before months, as most who read English write them. */
export const dayLocale = language === 'en' ? 'en-GB' : locale;

/** German is loaded before whatever says something; without it the studio speaks English. */
const german = language === 'de' ? await import('./german.ts').catch(() => undefined) : undefined;

const asIs = (text: string): string => text;

/** What the host, the rules or a table of `shared` say in English, in the language of the page: labels, reasons, messages. */
export const told: (text: string) => string = german?.told.text ?? asIs;

/** The same for whatever is shown, of which nobody knows who said it: whole sentences only. */
export const toldSentence: (text: string) => string = german?.told.sentence ?? asIs;

/** A text of the interface in the language of the page. */
export const t: Say = createSay(language, german?.dictionary, toldSentence);

/**
 * As `t`, with elements for values: a sentence stays one, wherever another language puts what stands out of it. What
 * decides between two words is a number.
 */
export function rich<One extends Text>(text: One, ...[values]: ValuesOf<One, ReactNode>): ReactNode {
  const elements: ReactNode[] = [];
  const placed = Object.entries<ReactNode>(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? `\0${elements.push(value) - 1}\0` : value,
  ]);
  const parts = translate(language, german?.dictionary, text, Object.fromEntries(placed), toldSentence).split(
    '\0',
  );
  return createElement(
    Fragment,
    null,
    ...parts.map((part, at) => (at % 2 === 0 ? part : elements[Number(part)])),
  );
}

/** The noun that a count wants: `{count|item|items}` stands among the texts for `nounOf(count, 'item')`. */
export function nounOf<One extends string, Many extends string = `${One}s`>(
  count: number,
  noun: One & (`{count|${One}|${Many}}` extends Text ? unknown : never),
  plural?: Many,
): string {
  return translate(language, german?.dictionary, `{count|${noun}|${plural ?? `${noun}s`}}`, { count });
}

/** A heading's words within a sentence: English has them small there, German nouns stay as they are. */
export const inSentence = (heading: string): string => (language === 'en' ? heading.toLowerCase() : heading);

/** Keeps a choice; the page has to be loaded anew for it. */
export function chooseLanguage(choice: LanguageChoice): void {
  browserStorage.setItem(languageKey, choice);
}
