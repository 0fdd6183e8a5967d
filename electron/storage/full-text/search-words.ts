import { tellingWords } from '../../../shared/search/telling-words.ts';
import { termsOf } from './terms.ts';

/** The words of a text that are worth searching for. */
function searchWords(text: string): readonly string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu))];
  return tellingWords(words);
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
