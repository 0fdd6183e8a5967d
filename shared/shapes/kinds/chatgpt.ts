import type { Block, Path, TextBlock } from '../../model/block.ts';
import { isJsonEqual, isJsonObject, type JsonObject } from '../../model/json.ts';
import { isResultBlock } from '../../model/message-text.ts';
import { fieldOf, listOf, type Pairing, pairInOrder, textOf, textsIn } from '../fields.ts';
import type { Entry, KeptEntry, Shape } from '../shape.ts';

/** Conversations of a ChatGPT export: a tree of messages, of which one branch was shown last. */
export const chatGpt = {
  isSent: false,
  recognise: body => isJsonObject(fieldOf(body, 'mapping')) && textOf(body, 'current_node') !== undefined,
  read(body) {
    const pairing = pairInOrder();
    const branch = shownBranch(body);
    const total = Object.values(nodesOf(body)).filter(node => isJsonObject(fieldOf(node, 'message'))).length;
    const entries = branch.map(id => readNode(nodesOf(body)[id], pairing));
    const other = total - entries.filter(({ source }) => isJsonObject(fieldOf(source, 'message'))).length;
    return {
      entries,
      standing: [],
      id: textOf(body, 'conversation_id') ?? textOf(body, 'id'),
      title: textOf(body, 'title'),
      notes: other === 0 ? [] : [`${other} ${other === 1 ? 'message' : 'messages'} of other branches`],
    };
  },
  write(body, kept) {
    const branch = shownBranch(body);
    const isWhole = kept.length === branch.length && kept.every(one => unchanged(one, branch, body));
    return isWhole || !isJsonObject(body) ? body : { ...body, ...regrown(body, branch, kept) };
  },
  // Other branches grow from the same tree.
  frame: body => body,
  tell: (text, next) => ({
    id: `before-${textOf(next, 'id') ?? 'end'}`,
    message: {
      id: `before-${textOf(next, 'id') ?? 'end'}`,
      author: { role: 'user' },
      content: { content_type: 'text', parts: [text] },
    },
    parent: null,
    children: [],
  }),
} as const satisfies Shape;

function nodesOf(body: unknown): JsonObject {
  const mapping = fieldOf(body, 'mapping');
  return isJsonObject(mapping) ? mapping : {};
}

/** From the message that was shown last back to the first; a circle in the tree ends it. */
function shownBranch(body: unknown): string[] {
  const nodes = nodesOf(body);
  const branch: string[] = [];
  const seen = new Set<string>();
  let at = textOf(body, 'current_node');
  while (at !== undefined && !seen.has(at) && Object.hasOwn(nodes, at)) {
    seen.add(at);
    branch.push(at);
    at = textOf(nodes[at], 'parent');
  }
  return branch.reverse();
}

function readNode(node: unknown, pairing: Pairing): Entry {
  const message = fieldOf(node, 'message');
  const author = fieldOf(message, 'author');
  const role = textOf(author, 'role');
  const blocks = readContent(fieldOf(message, 'content'), ['message', 'content']);
  const about = { id: textOf(message, 'id'), created_at: fieldOf(message, 'create_time'), source: node };
  const recipient = textOf(message, 'recipient') ?? 'all';
  if (role === 'tool')
    return { ...about, role, blocks: [readResult(textOf(author, 'name') ?? '', blocks, pairing)] };
  if (role === 'assistant' && recipient !== 'all')
    return { ...about, role, blocks: readCall(recipient, blocks, pairing) };
  if (role === 'user' || role === 'assistant' || role === 'system') return { ...about, role, blocks };
  return { ...about, role: 'note', blocks };
}

function readResult(name: string, blocks: readonly Block[], pairing: Pairing): Block {
  const content = blocks.flatMap(block => (isResultBlock(block) ? [block] : []));
  return { type: 'tool_result', id: pairing.result(name), name, content };
}

/** What is said to a tool is a call of it. */
function readCall(name: string, blocks: readonly Block[], pairing: Pairing): Block[] {
  const input = blocks.flatMap(block => (block.type === 'text' || block.type === 'code' ? [block.text] : []));
  const rest = blocks.filter(({ type }) => type !== 'text' && type !== 'code');
  return [...rest, { type: 'tool_call', id: pairing.call(name), name, input: input.join('\n') }];
}

function readContent(content: unknown, at: Path): Block[] {
  const kind = textOf(content, 'content_type');
  const type: 'text' | 'code' = kind === 'code' ? 'code' : 'text';
  if (kind === 'thoughts')
    return listOf(content, 'thoughts').map(thought => ({
      type: 'thinking',
      text: [textOf(thought, 'summary'), textOf(thought, 'content')].filter(Boolean).join('\n'),
    }));
  const parts = listOf(content, 'parts').flatMap((part, index) =>
    readPart(part, [...at, 'parts', index], type),
  );
  const texts = ['text', 'result'].flatMap(key =>
    textsIn(fieldOf(content, key), [...at, key]).map((block): TextBlock => ({ ...block, type })),
  );
  const said = [...parts, ...texts].filter(block => block.type !== type || block.text.trim() !== '');
  return said.length === 0 &&
    isJsonObject(content) &&
    listOf(content, 'parts').length === 0 &&
    texts.length === 0
    ? [{ type: 'opaque', value: content }]
    : said;
}

function readPart(part: unknown, at: Path, type: 'text' | 'code'): Block[] {
  if (typeof part === 'string') return [{ type, text: part, at }];
  const file_id = textOf(part, 'asset_pointer');
  if (textOf(part, 'content_type') === 'image_asset_pointer' && file_id !== undefined)
    return [{ type: 'image', file_id }];
  const heard = textOf(part, 'text');
  if (textOf(part, 'content_type') === 'audio_transcription' && heard !== undefined)
    return [{ type, text: heard, at: [...at, 'text'] }];
  return [{ type: 'opaque', value: part }];
}

const unchanged = ({ source, position }: KeptEntry, branch: readonly string[], body: unknown): boolean =>
  position !== undefined && isJsonEqual(nodesOf(body)[branch[position] ?? ''], source);

/** The tree with another branch in place of the shown one; what grew from a message that is gone goes with it. */
function regrown(body: unknown, branch: readonly string[], kept: readonly KeptEntry[]) {
  const nodes = nodesOf(body);
  const ids = kept.map(({ source, position }) =>
    position === undefined ? (textOf(source, 'id') ?? '') : (branch[position] ?? ''),
  );
  const isKept = new Set(ids);
  const gone = new Set(branch.filter(id => !isKept.has(id)));
  const left = Object.entries(nodes).filter(([id]) => !branch.includes(id) && isRooted(nodes, id, gone));
  const grown = kept.map(({ source }, index) => {
    const id = ids[index] ?? '';
    const others = listOf(nodes[id], 'children').filter(
      child => typeof child === 'string' && !branch.includes(child) && left.some(([own]) => own === child),
    );
    const next = ids[index + 1];
    const children = [...others, ...(next === undefined ? [] : [next])];
    return [id, { ...(isJsonObject(source) && source), parent: ids[index - 1] ?? null, children }] as const;
  });
  return { mapping: Object.fromEntries([...left, ...grown]), current_node: ids.at(-1) ?? '' };
}

function isRooted(nodes: JsonObject, id: string, gone: ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = textOf(nodes[at], 'parent')) {
    if (gone.has(at)) return false;
    seen.add(at);
  }
  return true;
}
