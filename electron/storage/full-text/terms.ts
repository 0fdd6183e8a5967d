import { stemmer } from 'stemmer';

/** Longer ones are no words; their beginning tells them apart. */
const longestTerm = 64;
/** Forms of words whose stems are kept in memory. */
const keptStems = 50_000;

const stems = new Map<string, string>();

/**
 * The terms of a text, each as often as it stands there: words without case and accents, English ones by their stem
 * (Porter). Scripts that put no blanks between words give single signs and pairs of neighbours, so that a word is found
 * within a sentence. What stands in the index and what is searched for are made by this one function.
 */
export function termsOf(text: string): string[] {
  const plain = text.toLowerCase();
  if (isAscii.test(plain)) return (plain.match(/[a-z0-9]+/g) ?? []).map(toTerm);
  // Words first: a sign such as that of a trade mark folds to letters, which are no part of the word before it.
  return (plain.match(word) ?? [])
    .map(folded)
    .flatMap(found => (unspaced.test(found) ? cut(found) : toTerm(found)));
}

const folded = (found: string): string => found.normalize('NFKD').replace(accents, '$1').normalize('NFC');

const cut = (found: string): string[] =>
  (found.match(runs) ?? []).flatMap(run => (unspaced.test(run) ? pairs(run) : toTerm(run)));

const isAscii = /^\p{ASCII}*$/u;
const word = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Marks on letters of scripts where they are accents; elsewhere they are vowels. */
const accents = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
const unspacedScripts =
  '\\p{Script_Extensions=Han}\\p{Script_Extensions=Hiragana}\\p{Script_Extensions=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const unspaced = new RegExp(`[${unspacedScripts}]`, 'u');
const runs = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, 'gu');

function toTerm(form: string): string {
  if (form.length < 3 || form.length > longestTerm) return form.slice(0, longestTerm);
  const known = stems.get(form);
  if (known !== undefined) return known;
  const term = /^[a-z]+$/.test(form) ? stemmer(form) : form;
  if (stems.size === keptStems) stems.clear();
  stems.set(form, term);
  return term;
}

function pairs(run: string): string[] {
  const signs = [...run];
  return signs.flatMap((sign, at) => (at === 0 ? sign : [`${signs[at - 1]}${sign}`, sign]));
}
