import { isJsonObject } from '../model/json.ts';
import type { PersistentMemory } from '../model/memory.ts';
import { placeSteps } from '../pipeline/nested-steps.ts';
import { stopWords } from '../search/stop-words.ts';

/** A text that stands in a memory, and the keys that lead to it. */
export interface Passage {
  readonly memory: PersistentMemory;
  readonly place: (string | number)[];
  readonly text: string;
}

/** A sentence of a text: where it stands there, and what it speaks of. */
export interface Sentence {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Words that say what it is about: no numbers, no words of consent or denial, none that say nothing. */
  readonly about: ReadonlySet<string>;
  /** All words in their order. */
  readonly words: readonly string[];
}

/** All texts of static steps, branches included, in their order. */
export function* passagesOf(memory: PersistentMemory): Generator<Passage> {
  for (const { step, path } of placeSteps(memory.retrieval.pipeline)) {
    if (step.type !== 'static' || !Array.isArray(step.params?.items)) continue;
    const items: readonly unknown[] = step.params.items;
    const keys = path.split('.').map(key => (/^\d+$/.test(key) ? Number(key) : key));
    for (const [position, item] of items.entries()) {
      const place = [...keys, 'params', 'items', position];
      if (typeof item === 'string') yield { memory, place, text: item };
      else if (isJsonObject(item) && typeof item.content === 'string')
        yield { memory, place: [...place, 'content'], text: item.content };
    }
  }
}

/** The words of a text in lower case; numbers and names with dots, slashes and dashes are words. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_$@][\p{L}\p{N}_$@./'’-]*[\p{L}\p{N}_$]|[\p{L}\p{N}]/gu) ?? [];
}

/** Sentences of a text, of which the last may have no end. */
export function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  for (const match of text.matchAll(/[^.!?\n]+(?:[.!?](?![\s\n]|$)[^.!?\n]*)*[.!?]?/g)) {
    const lead = match[0].length - match[0].trimStart().length;
    const shown = match[0].trim();
    if (shown === '') continue;
    const words = wordsIn(shown);
    const about = new Set(
      words.filter(word => !stopWords.has(word) && !polar.has(word) && !/^\d/.test(word)),
    );
    const from = match.index + lead;
    found.push({ from, to: from + shown.length, text: shown, about, words });
  }
  return found;
}

/** Words that turn a sentence round, of which one more or less makes another sentence of it. */
const denials = new Set(
  "no not never don't dont won't cannot can't mustn't shouldn't without avoid forbid forbidden refuse stop".split(
    ' ',
  ),
);

const opposites: readonly (readonly [string, string])[] = [
  ['always', 'never'],
  ['enable', 'disable'],
  ['enabled', 'disabled'],
  ['allow', 'forbid'],
  ['allowed', 'forbidden'],
  ['required', 'optional'],
  ['sync', 'async'],
  ['synchronous', 'asynchronous'],
  ['before', 'after'],
  ['public', 'private'],
  ['include', 'exclude'],
  ['on', 'off'],
];

const polar = new Set([...denials, ...opposites.flat(), 'must', 'should', 'always', "isn't", "doesn't"]);

type Words = Sentence['words'];

/** True where the words of two sentences about the same say opposite things: one denies, or they take opposite words. */
export function areOpposed(one: Words, other: Words): boolean {
  if (isDenied(one) !== isDenied(other)) return true;
  const [left, right] = [new Set(one), new Set(other)];
  return opposites.some(
    ([yes, no]) =>
      (left.has(yes) && right.has(no) && !left.has(no) && !right.has(yes)) ||
      (left.has(no) && right.has(yes) && !left.has(yes) && !right.has(no)),
  );
}

/** Twice denied is not denied. */
const isDenied = (words: Words): boolean =>
  words.filter(word => denials.has(word) || /n['’]t$/.test(word)).length % 2 === 1;

/** Amounts with their units, such as `30 seconds`: a number beside another word may be a name. */
export function amountsIn(text: string): string[] {
  return [...text.toLowerCase().matchAll(amount)].map(
    ([, number = '', unit = '']) => `${number} ${unit.replace(/s$/, '')}`,
  );
}

const amount =
  /(\d+(?:[.,]\d+)*)\s*(%|percent|ms|milliseconds?|seconds?|s|minutes?|hours?|h|days?|weeks?|months?|years?|kb|kib|mb|mib|gb|gib|px|pixels?|retries|retry|times|attempts?|items?|lines?|characters?|tokens?|rows?|requests?|connections?|columns?|threads?|workers?|euros?|dollars?|people|persons?)(?![\p{L}\p{N}])/gu;
