import type { german } from './german.ts';

/**
 * An English text of the interface, as the code has it: whole sentences, `{name}` where a value goes, and
 * `{count|rule|rules}` for one word of two by the value of `count`. Its German stands in `german/*.json`, under it.
 */
export type Text = keyof typeof german;

/** A text without places for values, for tables of words: `satisfies Record<Kind, Phrase>`, said by `t(words[kind])`. */
export type Phrase = Exclude<Text, `${string}{${string}`>;

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
/** Under which name a page keeps the language that was chosen in it; the desktop reads it there. */
export const languageKey = 'weft-language';

type NameIn<Slot extends string> = Slot extends `${infer Name}|${string}` ? Name : Slot;
type NamesIn<One extends string> = One extends `${string}{${infer Slot}}${infer Rest}`
  ? NameIn<Slot> | NamesIn<Rest>
  : never;
/** What a text wants to be given; nothing where it has no place for a value. */
export type ValuesOf<One extends string, Value> = [NamesIn<One>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<NamesIn<One>, Value>>];

/** Says a text in the language of who reads it. */
export type Say = <One extends Text>(text: One, ...values: ValuesOf<One, string | number>) => string;

/** A place for a value: its name, and two words where the value decides between them. */
const slot = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g;

/** Made once: to make one takes longer than all that is asked of it for a page. */
const plurals: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  de: new Intl.PluralRules('de'),
};

/** Whether a language has its word for one thing with this value; texts that are no number are one thing. */
function isOne(language: Language, value: unknown): boolean {
  const count = Number(value);
  return Number.isNaN(count) || plurals[language].select(count) === 'one';
}

export type Dictionary = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;

/**
 * A text with its values, in a language; a text without a translation, and each without a dictionary, is said as it is.
 * A number is written as the language has it (`1,250.5`, `1.250,5`), so one that counts nothing, as an id, is given as text.
 */
export function translate(
  language: Language,
  dictionary: Dictionary | undefined,
  text: string,
  values?: Values,
  tell: (value: string) => string = value => value,
): string {
  const said = dictionary?.[text] ?? text;
  if (values === undefined) return said;
  return said.replace(slot, (_, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (one !== undefined && many !== undefined) return isOne(language, value) ? one : many;
    return typeof value === 'number' ? value.toLocaleString(language) : tell(String(value));
  });
}

/** `tell` says what stands in the places in that language, where it is a text of ours as well. */
export function createSay(
  language: Language,
  dictionary?: Dictionary,
  tell?: (value: string) => string,
): Say {
  return (text, ...[values]) => translate(language, dictionary, text, values, tell);
}

/** As the code has it: for whoever reads English, and where nobody chose. */
export const english: Say = createSay('en');
