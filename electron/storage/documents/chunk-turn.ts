import { turnOf } from '../../../shared/search/turn.ts';
import type { Chunk } from './chunk-markdown.ts';

/** Longer ones are cut like other texts. */
const longestTurn = 6000;

/** A text that is one turn of a conversation stays whole and as it is; undefined for any other text. */
export function chunkTurn(text: string, title: string): Chunk[] | undefined {
  const content = text.trimEnd();
  if (content.length > longestTurn || turnOf(content) === undefined) return undefined;
  return [{ title, content }];
}
