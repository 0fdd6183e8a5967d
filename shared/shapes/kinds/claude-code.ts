import { isJsonObject } from '../../model/json.ts';
import { fieldOf, textOf } from '../fields.ts';
import type { Entry, KeptEntry, Shape } from '../shape.ts';
import { readMessage, withTextBefore } from './anthropic.ts';

/** Transcripts of Claude Code: a line for each message, each naming the one before it. */
export const claudeCode = {
  isSent: false,
  recognise: body => Array.isArray(body) && body.some(isMessageLine),
  read(body) {
    const lines: readonly unknown[] = Array.isArray(body) ? body : [];
    const own = new Set(lines.map(line => textOf(line, 'uuid')));
    // Summaries of other sessions stand in a transcript as well.
    const summary = lines.find(
      line => textOf(line, 'type') === 'summary' && own.has(textOf(line, 'leafUuid') ?? ''),
    );
    return {
      entries: lines.map(readLine),
      standing: [],
      id: lines.map(line => textOf(line, 'sessionId')).find(id => id !== undefined),
      title: textOf(summary, 'summary'),
    };
  },
  write: (_, kept) => linked(kept),
  tell(text, next) {
    const parentUuid = textOf(next, 'parentUuid') ?? null;
    const uuid = parentUuid ?? `before-${textOf(next, 'uuid') ?? 'end'}`;
    const known = ['sessionId', 'timestamp', 'cwd', 'version', 'userType'].flatMap(key => {
      const value = fieldOf(next, key);
      return value === undefined ? [] : [[key, value]];
    });
    return {
      parentUuid: null,
      isSidechain: false,
      ...Object.fromEntries(known),
      type: 'user',
      message: { role: 'user', content: text },
      uuid,
    };
  },
  prepend: (text, line) => ({
    ...(isJsonObject(line) && line),
    message: withTextBefore(text, fieldOf(line, 'message')),
  }),
} as const satisfies Shape;

const isMessageLine = (line: unknown): boolean => {
  const type = textOf(line, 'type');
  const message = fieldOf(line, 'message');
  if ((type !== 'user' && type !== 'assistant') || textOf(message, 'role') === undefined) return false;
  const content = fieldOf(message, 'content');
  return typeof content === 'string' || Array.isArray(content);
};

/** What the program notes for itself, and what its own agents say among each other, is no part of the talk. */
function readLine(line: unknown): Entry {
  const isAside = fieldOf(line, 'isMeta') === true || fieldOf(line, 'isSidechain') === true;
  const [id, created_at] = [textOf(line, 'uuid'), fieldOf(line, 'timestamp')];
  if (!isMessageLine(line) || isAside)
    return { role: 'note', id, created_at, blocks: [{ type: 'opaque', value: line }], source: line };
  return { ...readMessage(fieldOf(line, 'message'), ['message']), id, created_at, source: line };
}

/** Lines whose line before is gone follow the one that stands before them now. */
function linked(kept: readonly KeptEntry[]): unknown[] {
  const gone = new Set(kept.map(({ source }) => textOf(source, 'uuid')));
  const isWhole = kept.every(({ position }, index) => position === index);
  let last: string | null = null;
  return kept.map(({ source }) => {
    const parent = textOf(source, 'parentUuid');
    const line =
      isWhole || parent === undefined || gone.has(parent) || !isJsonObject(source)
        ? source
        : { ...source, parentUuid: last };
    last = textOf(source, 'uuid') ?? last;
    return line;
  });
}
