import { isJsonObject } from '../../model/json.ts';
import { fieldOf, standingIn, textOf } from '../fields.ts';
import type { Entry, Shape } from '../shape.ts';
import { isTelling, readItem } from './openai-responses.ts';

/** Transcripts of Codex: items of OpenAI's responses on lines of their own, in an envelope since late 2025. */
export const codex = {
  isSent: false,
  recognise(body) {
    if (!Array.isArray(body)) return false;
    const isEnveloped = body.some(
      line => envelopes.has(textOf(line, 'type') ?? '') && isJsonObject(fieldOf(line, 'payload')),
    );
    return isEnveloped || (isHead(body[0]) && body.slice(1).some(isItemLine));
  },
  read(body) {
    const lines: readonly unknown[] = Array.isArray(body) ? body : [];
    const meta = lines.find(line => textOf(line, 'type') === 'session_meta');
    const head = meta === undefined ? lines[0] : fieldOf(meta, 'payload');
    return {
      entries: lines.map(readLine),
      standing: standingIn(head, ['instructions']),
      id: textOf(head, 'id'),
    };
  },
  write: (_, kept) => kept.map(({ source }) => source),
  tell(text, next) {
    const payload = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
    const timestamp = fieldOf(next, 'timestamp');
    if (!isJsonObject(fieldOf(next, 'payload'))) return payload;
    return { ...(timestamp !== undefined && { timestamp }), type: 'response_item', payload };
  },
} as const satisfies Shape;

const envelopes = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);

/** The first line of transcripts without envelopes. */
const isHead = (line: unknown): boolean =>
  isJsonObject(line) &&
  typeof line.id === 'string' &&
  typeof line.timestamp === 'string' &&
  !('type' in line);

const isItemLine = (line: unknown): boolean => isTelling(line) || textOf(line, 'type') === 'message';

function readLine(line: unknown): Entry {
  const created_at = fieldOf(line, 'timestamp');
  const note: Entry = { role: 'note', created_at, blocks: [{ type: 'opaque', value: line }], source: line };
  if (textOf(line, 'type') === 'response_item') {
    const item = fieldOf(line, 'payload');
    return { ...readItem(item, ['payload']), created_at, source: line };
  }
  return isItemLine(line) ? { ...readItem(line), created_at } : note;
}
