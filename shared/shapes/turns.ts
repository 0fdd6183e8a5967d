import {
  type Block,
  blockText,
  inputText,
  type Media,
  type ResultBlock,
  type ToolCall,
  type ToolResult,
} from '../model/block.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { createJsonScale } from '../model/json-limits.ts';

/** What a turn of a user may hold. */
export type SaidBlock = Exclude<ResultBlock, { readonly type: 'opaque' }>;

/** A turn as every provider takes it, whichever program wrote it down. */
export type Turn =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly blocks: readonly SaidBlock[] }
  /** What a model says, then what it calls; `results` has those of its calls, in their order, or none of them yet. */
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ToolCall[];
      readonly results: readonly ToolResult[];
    };

interface Turns {
  readonly turns: readonly Turn[];
  /** Thoughts and unknown parts, which mean something to the program only that wrote them. */
  readonly left: { readonly thoughts: number; readonly unknown: number };
}

/** A message with its blocks, of whatever role. */
export interface BlockMessage {
  readonly role: string;
  readonly author?: string | undefined;
  readonly blocks: readonly Block[];
}

interface Answer {
  readonly role: 'assistant';
  readonly texts: string[];
  readonly calls: ToolCall[];
  readonly results: Map<string, ToolResult>;
  isClosed: boolean;
}
type Draft = Answer | Exclude<Turn, { role: 'assistant' }>;

/**
 * A conversation as turns that any provider takes: a result stands behind its call, whatever was between them; a result
 * of no call, and a call that nothing answers but at the end, are told as text; ids and names are legal everywhere.
 */
export function turnsOf(messages: readonly BlockMessage[]): Turns {
  const drafts: Draft[] = [];
  const left = { thoughts: 0, unknown: 0 };
  const ids = legalIds();
  for (const { role, author, blocks } of messages) {
    left.thoughts += blocks.filter(({ type }) => type === 'thinking').length;
    left.unknown += blocks.filter(({ type }) => type === 'opaque').length;
    const said = byName(blocks, role, author).flatMap(block => place(drafts, role, block, ids));
    if (role === 'system') drafts.push({ role, text: said.map(blockText).join('\n') });
    else if (said.length > 0) drafts.push({ role: 'user', blocks: said });
  }
  const last = drafts.length - 1;
  return { turns: drafts.flatMap((draft, at) => finished(draft, at === last)), left };
}

/** Puts a block where it belongs; what it says where that is a turn of its own. */
function place(drafts: Draft[], role: string, block: Block, ids: LegalIds): SaidBlock[] {
  if (block.type === 'thinking' || block.type === 'opaque') return [];
  if (block.type === 'tool_result') return answer(drafts, block, ids) ? [] : [toldAs(block)];
  if (role !== 'assistant') return [block.type === 'tool_call' ? toldAs(block) : block];
  speak(drafts, block, ids);
  return [];
}

/** Several people with one role are told apart by their names. */
function byName(blocks: readonly Block[], role: string, author = ''): readonly Block[] {
  const at = blocks.findIndex(({ type }) => type === 'text');
  const text = blocks[at];
  if (author === '' || role === 'tool' || text?.type !== 'text') return blocks;
  return blocks.with(at, { type: 'text', text: `${author}: ${text.text}` });
}

const toldAs = (block: Block): SaidBlock => ({ type: 'text', text: blockText(block) });

/** Adds to the answer at the end, or begins one. */
function speak(drafts: Draft[], block: SaidBlock | ToolCall, ids: LegalIds): void {
  const open = openAnswer(drafts);
  if (block.type !== 'tool_call') open.texts.push(blockText(block));
  else open.calls.push({ ...block, id: ids.call(block.id), name: legalName(block.name) });
}

function openAnswer(drafts: Draft[]): Answer {
  const before = drafts.at(-1);
  if (before?.role === 'assistant' && !before.isClosed) return before;
  const made: Answer = { role: 'assistant', texts: [], calls: [], results: new Map(), isClosed: false };
  drafts.push(made);
  return made;
}

/** Puts a result behind the newest call of its id that has none; false where there is no such call. */
function answer(drafts: readonly Draft[], result: ToolResult, ids: LegalIds): boolean {
  const id = ids.result(result.id);
  const asked = drafts.findLast(
    (draft): draft is Answer =>
      draft.role === 'assistant' && draft.calls.some(call => call.id === id) && !draft.results.has(id),
  );
  asked?.results.set(id, { ...result, id });
  if (asked !== undefined) asked.isClosed = true;
  return asked !== undefined;
}

function finished(draft: Draft, isLast: boolean): Turn[] {
  if (draft.role === 'system') return draft.text.trim() === '' ? [] : [draft];
  if (draft.role === 'user') {
    const blocks = draft.blocks.filter(block => block.type !== 'text' || block.text.trim() !== '');
    return blocks.length === 0 ? [] : [{ role: 'user', blocks }];
  }
  const isWaiting = isLast && draft.results.size === 0;
  const calls = draft.calls.filter(({ id }) => isWaiting || draft.results.has(id));
  const told = draft.calls.filter(call => !calls.includes(call)).map(blockText);
  const text = [...draft.texts, ...told].filter(one => one.trim() !== '').join('\n');
  if (text === '' && calls.length === 0) return [];
  const results = calls.flatMap(({ id, name }) => {
    const result = draft.results.get(id);
    return result === undefined ? [] : [{ ...result, name }];
  });
  return [{ role: 'assistant', text, calls, results }];
}

/** Letters, digits, `_` and `-`, which every provider takes, and no longer than any allows. */
const legal = (text: string, most: number): string => text.replace(/[^\w-]/g, '_').slice(0, most);
const legalName = (name: string): string => legal(name, 64) || 'tool';

interface LegalIds {
  /** A new one for each call. */
  readonly call: (id: string) => string;
  /** That of the newest call of this id. */
  readonly result: (id: string) => string;
}

function legalIds(): LegalIds {
  const used = new Set<string>();
  const newest = new Map<string, string>();
  return {
    call(id) {
      const wanted = legal(id, 36) || 'call';
      let own = wanted;
      for (let next = 2; used.has(own); next += 1) own = `${wanted}_${next}`.slice(-40);
      used.add(own);
      newest.set(id, own);
      return own;
    },
    result: id => newest.get(id) ?? legal(id, 40),
  };
}

/** The system's words at the front, and the turns behind them. */
export function withoutSystem(turns: readonly Turn[]): {
  readonly system: string;
  readonly talk: readonly Turn[];
} {
  const from = turns.findIndex(({ role }) => role !== 'system');
  const head = from < 0 ? turns : turns.slice(0, from);
  return {
    system: head.map(turn => (turn.role === 'system' ? turn.text : '')).join('\n\n'),
    talk: from < 0 ? [] : turns.slice(from),
  };
}

/** The same where a user is the first to speak, which providers expect or demand. */
export function begunByUser<Of extends Turn>(turns: readonly Of[]): (Of | UserTurn)[] {
  const first = turns.findIndex(({ role }) => role !== 'system');
  if (turns[first]?.role !== 'assistant') return [...turns];
  return [...turns.slice(0, first), saidBefore, ...turns.slice(first)];
}

type UserTurn = Extract<Turn, { role: 'user' }>;
const asUser = (text: string): UserTurn => ({ role: 'user', blocks: [{ type: 'text', text }] });
/** Stands where a user has to begin, and whoever did is not there. */
export const leftOutBefore = '[what was said before is left out]';
const saidBefore = asUser(leftOutBefore);

/** The same where only users and models speak: what the system says later is said by the user. */
export const betweenTwo = (turns: readonly Turn[]): Exclude<Turn, { role: 'system' }>[] =>
  begunByUser(turns.map(turn => (turn.role === 'system' ? asUser(turn.text) : turn)));

/** Entries of one role behind each other joined into one, for providers that take turns only. */
export function alternating<Role, Part>(
  entries: readonly { readonly role: Role; readonly parts: readonly Part[] }[],
): { role: Role; parts: Part[] }[] {
  const joined: { role: Role; parts: Part[] }[] = [];
  for (const { role, parts } of entries) {
    const last = joined.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else joined.push({ role, parts: [...parts] });
  }
  return joined;
}

/** Where an image or a document can be had: its address, or its data as one; undefined where only another program has it. */
export const addressOf = ({
  url,
  data,
  media_type = 'application/octet-stream',
}: Media): string | undefined =>
  url ?? (data === undefined ? undefined : `data:${media_type};base64,${data}`);

/** All that a result says, as one text. */
export const resultText = ({ content }: ToolResult): string =>
  content.map(block => (block.type === 'opaque' ? inputText(block.value) : blockText(block))).join('\n');

/** The arguments of a call as an object, as far as they are one. */
export function inputObject(input: unknown): JsonObject {
  const value = typeof input === 'string' ? parsed(input) : input;
  if (isJsonObject(value)) return value;
  return value === undefined || value === null || value === '' ? {} : { input: value };
}

/** The JSON that a model wrote as a text within a text; the text itself where it is none, or more than is read. */
function parsed(text: string): unknown {
  const scale = createJsonScale();
  // Only ASCII builds JSON, so that any letter may stand for the others.
  const letters = Uint8Array.from(text, letter => Math.min(letter.charCodeAt(0), 0x7f));
  if (scale.add(letters) !== undefined) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The arguments of a call as JSON. */
export const inputJson = (input: unknown): string =>
  typeof input === 'string' && isJsonObject(parsed(input)) ? input : JSON.stringify(inputObject(input));
