import { turnOf } from '../../../shared/search/turn.ts';
import { type Chunk, cutPlainText } from './chunk-markdown.ts';

/** Longer ones are cut like other texts. */
const longestTurn = 6000;

/** A text that is one turn of a conversation stays whole and as it is; undefined for any other text. */
export function chunkTurn(text: string, title: string): Chunk[] | undefined {
  if (text.length > longestTurn || turnOf(text) === undefined) return undefined;
  return [{ title, content: text }];
}

/** A message of a conversation: as it is, or where it is long in pieces, each a turn of whoever said it. */
export function chunkMessage(text: string, title: string): Chunk[] {
  const turn = turnOf(text);
  const head = text.slice(0, text.length - (turn?.text.length ?? 0));
  return (
    chunkTurn(text, title) ??
    cutPlainText(turn?.text ?? text).map(piece => ({ title, content: `${head}${piece}` }))
  );
}
