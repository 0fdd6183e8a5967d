import { atOnce, sortInSteps } from '../../../shared/stretches.ts';
import type { Sentence } from './sentences.ts';
import { isTalk, withoutEnding } from './talk-words.ts';

const capitalised = /(?<=[\p{Ll}\d,;:'’")] )\p{Lu}[\p{L}\p{N}'’-]+(?: \p{Lu}[\p{L}\p{N}'’-]+){0,2}/gu;

/** Names inside sentences, where a capital letter says something, with how often each is said. */
export const namesIn = (sentences: readonly Pick<Sentence, 'text'>[]): Map<string, number> =>
  atOnce(namesInSteps(sentences));

/** The same, a step for each sentence. */
export function* namesInSteps(
  sentences: readonly Pick<Sentence, 'text'>[],
): Generator<void, Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { text } of sentences) {
    for (const [match] of text.matchAll(capitalised)) {
      const name = withoutEnding(match);
      if (name.length > 1 && !name.toLowerCase().split(' ').some(isTalk))
        counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    yield;
  }
  return counts;
}

/** By speaker: the names among `names` that begin that speaker's name and no other's, as `Mel` of `Melanie`. */
export const nicknamesOf = (speakers: ReadonlySet<string>, names: Iterable<string>): Map<string, string[]> =>
  atOnce(nicknamesInSteps(speakers, names));

/** The same, a step for each name. */
export function* nicknamesInSteps(
  speakers: ReadonlySet<string>,
  names: Iterable<string>,
): Generator<void, Map<string, string[]>> {
  const short = new Map<string, string[]>();
  // Sorted, those that begin alike stand beside each other.
  const sorted = yield* sortInSteps([...speakers], (left, right) => (left < right ? -1 : 1));
  for (const name of names) {
    const at = firstFrom(sorted, name);
    const [speaker, other] = [sorted[at], sorted[at + 1]];
    yield;
    if (speaker?.startsWith(name) !== true || speaker === name || other?.startsWith(name) === true) continue;
    short.set(speaker, [...(short.get(speaker) ?? []), name]);
  }
  return short;
}

function firstFrom(sorted: readonly string[], name: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words of names, in small letters: who talks is told elsewhere and no subject. */
export const wordsOfNames = (names: Iterable<string>): ReadonlySet<string> =>
  atOnce(wordsOfNamesInSteps(names));

/** The same, a step for each name. */
export function* wordsOfNamesInSteps(names: Iterable<string>): Generator<void, ReadonlySet<string>> {
  const words = new Set<string>();
  for (const name of names) {
    for (const word of name.toLowerCase().split(/\s+/)) words.add(word);
    yield;
  }
  return words;
}
