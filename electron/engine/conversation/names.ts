import type { Sentence } from './sentences.ts';
import { isTalk, withoutEnding } from './talk-words.ts';

const capitalised = /(?<=[\p{Ll}\d,;:'’")] )\p{Lu}[\p{L}\p{N}'’-]+(?: \p{Lu}[\p{L}\p{N}'’-]+){0,2}/gu;

/** Names inside sentences, where a capital letter says something, with how often each is said. */
export function namesIn(sentences: readonly Pick<Sentence, 'text'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of sentences)
    for (const [match] of text.matchAll(capitalised)) {
      const name = withoutEnding(match);
      if (name.length > 1 && !name.toLowerCase().split(' ').some(isTalk))
        counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  return counts;
}

/** By speaker: the names among `names` that begin that speaker's name and no other's, as `Mel` of `Melanie`. */
export function nicknamesOf(speakers: ReadonlySet<string>, names: Iterable<string>): Map<string, string[]> {
  const short = new Map<string, string[]>();
  for (const name of names) {
    const [speaker, ...others] = [...speakers].filter(full => full.startsWith(name));
    if (speaker === undefined || speaker === name || others.length > 0) continue;
    short.set(speaker, [...(short.get(speaker) ?? []), name]);
  }
  return short;
}

/** The words of names, in small letters: who talks is told elsewhere and no subject. */
export const wordsOfNames = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...names].flatMap(name => name.toLowerCase().split(/\s+/)));
