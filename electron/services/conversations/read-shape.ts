import type { Block } from '../../../shared/model/block.ts';
import type { MessagePart } from '../../../shared/model/message.ts';
import type { Entry, ReadBody } from '../../../shared/shapes/shape.ts';
import type { ShapeName } from '../../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { textHead } from '../../../shared/text-head.ts';
import type { KeptSource } from '../../storage/conversations/source-table.ts';
import {
  counted,
  type ImportedConversation,
  type SaidMessage,
  toIsoTime,
  toMessages,
} from './imported-conversation.ts';

/** Names for a conversation whose body has none. */
interface Fallback {
  readonly id: string;
  readonly title: string;
}

/**
 * A conversation of a body of some shape: what is said, called and given, as messages with blocks. Every entry is kept
 * as it came, and what is around them, so that the same body can be given back. Stops after each message.
 */
export function* readShaped(
  name: ShapeName,
  body: unknown,
  fallback: Fallback,
): Generator<void, ImportedConversation> {
  const shape = shapeOf(name);
  const read = shape.read(body);
  const said: SaidMessage[] = [];
  const entries: KeptSource[] = [];
  for (const entry of read.entries) {
    const { source } = entry;
    entries.push(isSaid(entry) ? { source, position: said.length } : { source });
    if (isSaid(entry)) said.push(toSaid(entry));
    yield;
  }
  const title = read.title?.trim() || firstLine(said) || fallback.title;
  return {
    id: read.id?.slice(0, 200) || fallback.id,
    isNamedByFile: !read.id,
    title: textHead(title, 500),
    format: name,
    messages: yield* toMessages(said),
    notes: notesOf(read, entries.length - said.length),
    kept: { shape: name, frame: shape.frame?.(body) ?? shape.write(body, []), entries },
  };
}

/** Something that a model is sent, and that is not empty. */
const isSaid = ({ role, blocks }: Entry): boolean =>
  role !== 'note' && blocks.some(block => block.type !== 'text' || block.text.trim() !== '');

function toSaid({ role, author, id, created_at, blocks }: Entry): SaidMessage {
  const isGiven = blocks.every(({ type }) => type === 'tool_result');
  const [only] = blocks;
  return {
    id: id?.slice(0, 200) || undefined,
    role: isGiven ? 'tool' : role,
    author: author && textHead(author, 200),
    parts: blocks.length === 1 && only?.type === 'text' ? only.text : blocks.map(toPart),
    created_at: toIsoTime(created_at),
  };
}

/** What a block says of its source, such as where in it it stands, is of no use without it. */
function toPart(block: Block): MessagePart {
  const fields = Object.entries(block).filter(([key]) => !ofSource.has(key));
  const content = block.type === 'tool_result' && { content: block.content.map(toPart) };
  return { ...Object.fromEntries(fields), ...content, type: block.type };
}

const ofSource = new Set(['at', 'copies', 'awaits', 'as']);

const firstLine = (said: readonly SaidMessage[]): string => {
  const asked = said.find(({ role }) => role === 'user')?.parts;
  const text = typeof asked === 'string' ? asked : asked?.find(({ type }) => type === 'text')?.text;
  return textHead((text ?? '').trim().split('\n')[0] ?? '', 120);
};

/** What of a body a model is not told by the stored conversation, and how much that is. */
function notesOf({ entries, standing, notes = [] }: ReadBody, left: number): string[] {
  const blocks = entries.filter(isSaid).flatMap(({ blocks: own }) => own.flatMap(withInner));
  const count = (isCounted: (block: Block) => boolean) => blocks.filter(isCounted).length;
  const unknown = count(({ type }) => type === 'opaque');
  const elsewhere = count(
    block => (block.type === 'image' || block.type === 'document') && block.file_id !== undefined,
  );
  const letters = standing.reduce((sum, text) => sum + text.length, 0);
  return [
    ...notes.map(note => `${note}: kept for its export only`),
    ...(left === 0
      ? []
      : [
          `${counted(left, 'entry', 'entries')} that ${left === 1 ? 'says' : 'say'} nothing to a model: kept for its export only`,
        ]),
    ...(letters === 0
      ? []
      : [`instructions and tools, ${counted(letters, 'character')}: kept for its export only`]),
    ...(unknown === 0 ? [] : [`${counted(unknown, 'part')} of a kind that is not known: kept as it came`]),
    ...(elsewhere === 0
      ? []
      : [
          `${counted(elsewhere, 'file')} known by name only: ${elsewhere === 1 ? 'its' : 'their'} data are not in it`,
        ]),
  ];
}

const withInner = (block: Block): Block[] =>
  block.type === 'tool_result' ? [block, ...block.content] : [block];
