import { atOnce, filterInSteps, mapInSteps, sortInSteps } from '../../../shared/stretches.ts';
import type { Sentence } from './sentences.ts';
import { isTalk, nounSign, withoutEnding } from './talk-words.ts';

/** Something that is talked of. */
export interface Subject {
  /** In small letters: a noun, or two words that mostly stand together. */
  readonly label: string;
  /** The same as it was also said: one instead of many. */
  readonly forms: readonly string[];
  /** Positions of the sentences that name it, in order. */
  readonly sentences: readonly number[];
}

/** A stretch of talk: what is said in few of them is a subject, what is said in all is how they talk. */
const stretch = 15;
/** How much of what is said of one of its words makes a phrase, and how much lets it stand for the word. */
const shareOfPhrase = 0.35;
const shareOfWord = 0.5;

interface Found {
  readonly sentences: number[];
  readonly forms: Map<string, number>;
  /** How often it stood where nouns stand, and where others do. */
  nouns: number;
  others: number;
}

/**
 * What sentences are about: nouns and two-word phrases, weighted by how often they are said and in how few stretches of
 * the talk, best first. `exclude` are words in small letters, as names that are told elsewhere; `least` is how many
 * sentences must name a subject. English; in other languages whatever is said often and not everywhere.
 */
export const subjectsOf = (sentences: readonly Said[], options: SubjectOptions = {}): Subject[] =>
  atOnce(subjectsInSteps(sentences, options));

type Said = Pick<Sentence, 'text' | 'message'>;

interface SubjectOptions {
  readonly least?: number;
  readonly exclude?: ReadonlySet<string>;
}

/** The same, a step for each sentence, word and phrase. */
export function* subjectsInSteps(
  sentences: readonly Said[],
  { least = 2, exclude = new Set() }: SubjectOptions = {},
): Generator<void, Subject[]> {
  const found = yield* collected(sentences, exclude);
  const phrases = yield* filterInSteps(found.pairs, ([key, pair]) => isPhrase(key, pair, found.words, least));
  const isTold = yield* toldWithin(phrases);
  const nouns = yield* filterInSteps(
    found.words,
    ([key, word]) => word.sentences.length >= least && isNoun(word) && !isTold(key, word),
  );
  const scored = yield* mapInSteps([...phrases, ...nouns], ([, one]) => {
    const [label = '', ...forms] = formsOf(one);
    return { label, forms, sentences: one.sentences, score: scoreOf(one, sentences) };
  });
  const ranked = yield* sortInSteps(
    scored,
    (left, right) => right.score - left.score || (left.label < right.label ? -1 : 1),
  );
  return yield* withoutKin(ranked);
}

function* collected(sentences: readonly Said[], exclude: ReadonlySet<string>): Generator<void, Collected> {
  const vocabulary = new Set<string>();
  const spoken = yield* mapInSteps(sentences, ({ text }) => {
    const tokens = tokensOf(text);
    for (const { word } of tokens) vocabulary.add(word);
    return tokens;
  });
  const found: Collected = { words: new Map(), pairs: new Map() };
  for (const [at, tokens] of spoken.entries()) {
    collect(tokens, at, { exclude, vocabulary }, found);
    yield;
  }
  return found;
}

/** Whether one of these phrases says a word for the most part, by which it needs no place of its own. */
function* toldWithin(
  phrases: readonly (readonly [string, Found])[],
): Generator<void, (key: string, word: Found) => boolean> {
  /** By word, the phrase with it that is said most often. */
  const mostSaid = new Map<string, Found>();
  for (const [pair, phrase] of phrases) {
    for (const key of pair.split(' ')) {
      const other = mostSaid.get(key);
      if (other === undefined || other.sentences.length < phrase.sentences.length) mostSaid.set(key, phrase);
    }
    yield;
  }
  return (key, word) => {
    const phrase = mostSaid.get(key);
    return phrase !== undefined && isPartOf(phrase.sentences, word, shareOfWord);
  };
}

interface Collected {
  readonly words: Map<string, Found>;
  readonly pairs: Map<string, Found>;
}

/** What holds nothing but words that a better one has in some form is left out: `dancing` beside `dance`. */
function* withoutKin(ranked: readonly Subject[]): Generator<void, Subject[]> {
  const told = new Set<string>();
  const kept = yield* filterInSteps(ranked, ({ label }) => {
    const stems = label.split(' ').map(stemOf);
    if (stems.every(stem => told.has(stem))) return false;
    for (const stem of stems) told.add(stem);
    return true;
  });
  return yield* mapInSteps(kept, ({ label, forms, sentences }) => ({ label, forms, sentences }));
}

const stemOf = (word: string): string =>
  word.replace(/(?<=\p{L}{3})(?:ings?|ers?|ors?|ions?|ies|es|ed|s|e|y)$/u, '');

const wordForm = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

function collect(
  tokens: readonly Token[],
  sentence: number,
  { exclude, vocabulary }: { exclude: ReadonlySet<string>; vocabulary: ReadonlySet<string> },
  { words, pairs }: Collected,
): void {
  for (const [place, { word, isJoined }] of tokens.entries()) {
    if (!isSubject(word, exclude)) continue;
    const previous = isJoined ? tokens[place - 1]?.word : undefined;
    const following = tokens[place + 1];
    const next = following?.isJoined === true ? following.word : undefined;
    const key = singularOf(word, vocabulary);
    note(words, { key, form: word, sentence, sign: nounSign(previous, next) });
    if (next === undefined || !isSubject(next, exclude) || next === word) continue;
    note(pairs, { key: `${key} ${singularOf(next, vocabulary)}`, form: `${word} ${next}`, sentence });
  }
}

interface Token {
  readonly word: string;
  /** Only a space parts it from the word before. */
  readonly isJoined: boolean;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = -1;
  for (const match of text.matchAll(wordForm)) {
    const isJoined = end >= 0 && text.slice(end, match.index).trim() === '';
    tokens.push({ word: withoutEnding(match[0].toLowerCase()), isJoined });
    end = match.index + match[0].length;
  }
  return tokens;
}

const isSubject = (word: string, exclude: ReadonlySet<string>): boolean =>
  /^\p{L}[\p{L}\p{M}-]{2,}$/u.test(word) && !isTalk(word) && !exclude.has(word);

/** One and many are the same subject, where both are said. */
function singularOf(word: string, vocabulary: ReadonlySet<string>): string {
  if (!/[^s]s$/.test(word)) return word;
  const singulars = [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  return singulars.find(one => one !== word && vocabulary.has(one)) ?? word;
}

interface Mention {
  readonly key: string;
  readonly form: string;
  readonly sentence: number;
  readonly sign?: 0 | 1 | undefined;
}

function note(into: Map<string, Found>, { key, form, sentence, sign }: Mention): void {
  const found: Found = into.get(key) ?? { sentences: [], forms: new Map(), nouns: 0, others: 0 };
  into.set(key, found);
  if (found.sentences.at(-1) !== sentence) found.sentences.push(sentence);
  found.forms.set(form, (found.forms.get(form) ?? 0) + 1);
  if (sign === 1) found.nouns += 1;
  if (sign === 0) found.others += 1;
}

const isNoun = ({ nouns, others }: Found): boolean => 2 * nouns > others || nouns + others === 0;

/** Its last word is a noun, and one of its words is mostly said within it. */
function isPhrase(key: string, { sentences }: Found, words: Collected['words'], least: number): boolean {
  if (sentences.length < least) return false;
  const [first, second] = key.split(' ').map(word => words.get(word));
  if (first === undefined || second === undefined) return false;
  return isNoun(second) && [first, second].some(word => isPartOf(sentences, word, shareOfPhrase));
}

const isPartOf = (within: readonly number[], { sentences }: Found, share: number): boolean =>
  within.length >= share * sentences.length;

function scoreOf({ sentences }: Found, all: readonly Said[]): number {
  const last = all.at(-1)?.message ?? 0;
  const stretches = Math.floor(last / stretch) + 1;
  const within = new Set(sentences.map(at => Math.floor((all[at]?.message ?? 0) / stretch)));
  return sentences.length * Math.log(1 + stretches / within.size);
}

/** As it was said, most often first. */
const formsOf = ({ forms }: Found): string[] =>
  [...forms].sort((left, right) => right[1] - left[1]).map(([form]) => form);
