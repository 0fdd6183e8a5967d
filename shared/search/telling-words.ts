import { stopWords } from './stop-words.ts';

/** More words make a search slower and not better. */
const mostWords = 48;

/** Of a query's words those that are worth searching for, at most 48: a question of stop words only is still a question. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter(word => !stopWords.has(word));
  return (telling.length > 0 ? telling : words).slice(0, mostWords);
}
