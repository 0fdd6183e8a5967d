import fc from 'fast-check';
import type { Block } from '../../shared/model/block.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { fieldOf, listOf, textOf } from '../../shared/shapes/fields.ts';
import type { Entry } from '../../shared/shapes/shape.ts';
import { type ShapeName, shapeNames } from '../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../shared/shapes/shapes.ts';
import { anyTalk, bodies } from './shape-bodies.ts';

/** Shapes whose bodies are sent to a model, which refuses what is torn. */
export const sentShapes = shapeNames.filter(name => shapeOf(name).isSent);

/** What is done to a body: by a program that cut it, was stopped, or wrote it in another order. */
const anyDamage = fc.array(
  fc.record({
    kind: fc.constantFrom('drop', 'lose', 'lose', 'swap', 'cut', 'interrupt'),
    at: fc.noBias(fc.nat()),
  }),
  { minLength: 2, maxLength: 6 },
);
type Damage = typeof anyDamage extends fc.Arbitrary<readonly (infer Of)[]> ? Of : never;

export interface Damaged {
  readonly body: unknown;
  /** What it was before. */
  readonly whole: unknown;
}

export const damagedBody = (name: ShapeName): fc.Arbitrary<Damaged> =>
  fc.record({ talk: anyTalk, damage: anyDamage, isRich: fc.boolean() }).map(({ talk, damage, isRich }) => {
    const plain = bodies[name](talk);
    const whole = isRich ? withEntries(plain, entriesOf(plain).map(enriched(name))) : plain;
    const entries = damage.reduce(
      (left, one) => (left.length < 2 ? left : damaged(name, left, one)),
      entriesOf(whole),
    );
    return { whole, body: withEntries(whole, entries) };
  });

const keys = ['messages', 'input', 'contents', 'conversations', 'chat_messages'] as const;
const entriesOf = (body: unknown): readonly unknown[] =>
  Array.isArray(body) ? body : keys.flatMap(key => listOf(body, key));

function withEntries(body: unknown, entries: readonly unknown[]): unknown {
  const key = keys.find(one => fieldOf(body, one) !== undefined);
  return key === undefined || !isJsonObject(body) ? entries : { ...body, [key]: entries };
}

function damaged(name: ShapeName, entries: readonly unknown[], { kind, at }: Damage): readonly unknown[] {
  const index = at % entries.length;
  const [one, next] = [entries[index], entries[index + 1]];
  if (kind === 'cut') return entries.slice(Math.min(index, 4));
  if (kind === 'drop') return entries.toSpliced(index, 1);
  if (kind === 'lose') return entries.with(index, withoutOneResult(one));
  if (kind === 'interrupt' && isOf(name, one, 'tool_result'))
    return entries.with(index, shapeOf(name).tell('wait', one));
  const isPair = next !== undefined && isOf(name, one, 'tool_call') && isOf(name, next, 'tool_result');
  return isPair && kind === 'swap' ? entries.with(index, next).with(index + 1, one) : entries;
}

const isOf = (name: ShapeName, entry: unknown, type: Block['type']): boolean =>
  readOne(name, entry).blocks.some(block => block.type === type);

const readOne = (name: ShapeName, entry: unknown): Entry =>
  shapeOf(name).read([entry]).entries[0] ?? { role: 'note', blocks: [], source: entry };

/** Of several results in one entry the last; of a tool's part what it gave. */
function withoutOneResult(entry: unknown): unknown {
  for (const key of ['content', 'parts']) {
    const parts = listOf(entry, key);
    const at = parts.findLastIndex(part => isResult(part));
    if (at < 0 || !isJsonObject(entry)) continue;
    const part = parts[at];
    if (isJsonObject(part) && 'output' in part && 'state' in part) {
      const { output: _, ...waiting } = part;
      return { ...entry, [key]: parts.with(at, { ...waiting, state: 'input-available' }) };
    }
    if (parts.length > 1) return { ...entry, [key]: parts.toSpliced(at, 1) };
  }
  return entry;
}

const isResult = (part: unknown): boolean =>
  /^tool[-_]result$/.test(textOf(part, 'type') ?? '') ||
  fieldOf(part, 'functionResponse') !== undefined ||
  (/^tool-/.test(textOf(part, 'type') ?? '') && fieldOf(part, 'output') !== undefined);

/** What a body of a shape may have besides: ids, copies of a call, thoughts that nobody can read. */
const enriched =
  (name: ShapeName) =>
  (entry: unknown, index: number): unknown => {
    if (name === 'gemini') return withIds(entry, index);
    if (name === 'langchain_python' || name === 'langchain_js') return withCopies(entry);
    const hidden = (part: unknown) =>
      textOf(part, 'type') === 'thinking' ? { type: 'redacted_thinking', data: 'aGlk' } : part;
    return name !== 'anthropic' || !isJsonObject(entry) || !Array.isArray(entry.content)
      ? entry
      : { ...entry, content: entry.content.map(hidden) };
  };

/** A result stands in the content behind that of its call, in the same place but for thoughts and texts. */
function withIds(content: unknown, index: number): unknown {
  let place = 0;
  const parts = listOf(content, 'parts').map(part => {
    const [call, given] = [fieldOf(part, 'functionCall'), fieldOf(part, 'functionResponse')];
    if (!isJsonObject(part) || (call ?? given) === undefined) return part;
    const id = `call_${call === undefined ? index - 1 : index}_0_${place++}`;
    if (isJsonObject(call)) return { ...part, functionCall: { ...call, id } };
    return isJsonObject(given) ? { ...part, functionResponse: { ...given, id } } : part;
  });
  return isJsonObject(content) ? { ...content, parts } : content;
}

function withCopies(message: unknown): unknown {
  const kwargs = fieldOf(message, 'kwargs');
  const calls = listOf(kwargs, 'tool_calls');
  if (calls.length === 0 || !isJsonObject(message) || !isJsonObject(kwargs)) return message;
  const said = typeof kwargs.content === 'string' ? [{ type: 'text', text: kwargs.content }] : [];
  return {
    ...message,
    kwargs: {
      ...kwargs,
      content: [
        ...said,
        ...calls.map(call => ({
          type: 'tool_use',
          id: textOf(call, 'id'),
          name: textOf(call, 'name'),
          input: fieldOf(call, 'args'),
        })),
      ],
      additional_kwargs: {
        tool_calls: calls.map(call => ({
          id: textOf(call, 'id'),
          type: 'function',
          function: { name: textOf(call, 'name'), arguments: JSON.stringify(fieldOf(call, 'args')) },
        })),
      },
    },
  };
}

/** What of a body a provider refuses for a call, a result or a thought that stands alone; calls at the end may wait, and a summary may name any. */
export function tornProblems(name: ShapeName, body: unknown, summary = ''): string[] {
  const { entries } = shapeOf(name).read(body);
  const end = entries.findLastIndex(({ role }) => role !== 'assistant') + 1;
  const [open, read] = [new Set<string>(), new Set<string>()];
  const problems: string[] = [];
  for (const [index, entry] of entries.entries())
    for (const block of entry.blocks) {
      if (block.type !== 'tool_call' && block.type !== 'tool_result') continue;
      read.add(block.id);
      if (block.type === 'tool_call' && index < end) open.add(block.id);
      const isAnswer = block.type === 'tool_call' || open.delete(block.id) || isWithin(entry, block.id);
      if (!isAnswer) problems.push(`no call of ${block.id}`);
    }
  problems.push(...[...open].map(id => `no result of ${id}`));
  // Wherever else it stands, though nobody reads it there.
  const text = JSON.stringify(body).replace(JSON.stringify(summary).slice(1, -1), '');
  const ids = [...text.matchAll(/call_\d+_\d+_\d+/g)].map(([id]) => id);
  const left = ids.filter(id => !read.has(id)).map(id => `something is left of ${id}`);
  return [...problems, ...left, ...strandedThoughts(entries)];
}

/** A call and its result may be one part at the end. */
const isWithin = ({ blocks }: Entry, id: string): boolean =>
  blocks.some(block => block.type === 'tool_call' && block.id === id);

/** Where each item is an entry of its own, a thought has to be followed by what it stood for; else an entry is more than one. */
function strandedThoughts(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ role, blocks }, at) => {
    if (role !== 'assistant' || !blocks.every(isBare) || !blocks.some(isThought)) return [];
    const next = entries[at + 1];
    const isFollowed = next?.role === 'assistant' && !next.blocks.every(isBare);
    return isFollowed ? [] : [`only thoughts in ${at}`];
  });
}

const isThought = (block: Block): boolean =>
  block.type === 'thinking' || (block.type === 'opaque' && block.as === 'thought');

const isBare = (block: Block): boolean =>
  isThought(block) ||
  (block.type === 'opaque' && block.as === 'step') ||
  (block.type === 'text' && block.text.trim() === '');

/** What a provider refuses of turns where they have to alternate: who begins, and who speaks twice. */
export function turnProblems(name: ShapeName, body: unknown): string[] {
  if (shapeOf(name).join === undefined) return [];
  const { entries } = shapeOf(name).read(body);
  const twice = entries.flatMap(({ role }, at) => (entries[at - 1]?.role === role ? [`${role} twice`] : []));
  const [first] = entries;
  const begins = first?.role === 'user' && first.blocks.every(({ type }) => type !== 'tool_result');
  return [...twice, ...(begins ? [] : [`begins with ${first?.role}`])];
}
