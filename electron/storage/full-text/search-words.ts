import { stopWords } from '../../../shared/search/stop-words.ts';
import { termsOf } from './terms.ts';

/** More words make a search slower and not better. */
const maxWords = 48;

/** The words of a text that are worth searching for. */
function searchWords(text: string): string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu))];
  const telling = words.filter(word => !stopWords.has(word));
  // A question of stop words only is still a question.
  return (telling.length > 0 ? telling : words).slice(0, maxWords);
}

/** The terms under which the word index finds what has any of the text's words. */
export const searchTerms = (text: string): string[] => [...new Set(termsOf(searchWords(text).join(' ')))];

/**
 * An FTS5 query that finds what has any of the text's words; undefined when there are none.
 * Every word stands in quotes, so that nothing a user types is read as query syntax.
 */
export function matchAnyWord(text: string): string | undefined {
  const words = searchWords(text);
  return words.length === 0 ? undefined : words.map(word => `"${word}"`).join(' OR ');
}
