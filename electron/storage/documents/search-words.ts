import { stopWords } from '../../../shared/search/stop-words.ts';

/** More words make a search slower and not better. */
const maxWords = 48;

/**
 * An FTS5 query that finds what has any of the text's words; undefined when there are none.
 * Every word stands in quotes, so that nothing a user types is read as query syntax.
 */
export function matchAnyWord(text: string): string | undefined {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu))];
  const telling = words.filter(word => !stopWords.has(word));
  // A question of stop words only is still a question.
  const chosen = (telling.length > 0 ? telling : words).slice(0, maxWords);
  return chosen.length === 0 ? undefined : chosen.map(word => `"${word}"`).join(' OR ');
}
