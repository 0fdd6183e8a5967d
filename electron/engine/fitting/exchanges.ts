import type { ToolCall, ToolResult } from '../../../shared/model/block.ts';
import type { Entry } from '../../../shared/shapes/shape.ts';

/** An entry with its place in the body. */
export interface PlacedEntry extends Entry {
  readonly position: number;
}

/** Entries that stay or go together: what a user says, or an answer with its calls, their results and its thoughts. */
export type Exchange = readonly PlacedEntry[];

export const resultsOf = ({ blocks }: Entry): string[] =>
  blocks.flatMap(block => (block.type === 'tool_result' ? [block.id] : []));

/** Parts a conversation where no call is open and nobody is interrupted. Every call has its result, or is the last. */
export function exchangesOf(entries: readonly PlacedEntry[]): Exchange[] {
  const { answers } = pairCalls(entries);
  const answered = new Set(answers.values());
  const open = new Set<ToolCall>();
  const exchanges: PlacedEntry[][] = [];
  for (const entry of entries) {
    const last = exchanges.at(-1);
    const before = last?.at(-1);
    const goesOn = entry.role === 'assistant' && before?.role === 'assistant';
    const belongs = open.size > 0 || isBeside(entry) || goesOn;
    if (last !== undefined && belongs) last.push(entry);
    else exchanges.push([entry]);
    for (const block of entry.blocks) {
      if (block.type === 'tool_call' && answered.has(block)) open.add(block);
      const call = block.type === 'tool_result' ? answers.get(block) : undefined;
      if (call !== undefined) open.delete(call);
    }
  }
  return exchanges;
}

/** No turn of its own: a note, results, and what else a tool's entry says, such as whether a user approved a call. */
const isBeside = (entry: Entry): boolean =>
  entry.role === 'note' || entry.role === 'tool' || resultsOf(entry).length > 0;

interface Pairs {
  /** Of each result the call before it that it answers. */
  readonly answers: ReadonlyMap<ToolResult, ToolCall>;
  /** Results before which no call of their id stands. */
  readonly alone: ReadonlySet<ToolResult>;
}

/** Which result answers which call: the newest open one of its id, since ids may be used again. */
export function pairCalls(entries: readonly Entry[]): Pairs {
  const open = new Map<string, ToolCall[]>();
  const answers = new Map<ToolResult, ToolCall>();
  const alone = new Set<ToolResult>();
  for (const block of entries.flatMap(({ blocks }) => blocks)) {
    if (block.type !== 'tool_call' && block.type !== 'tool_result') continue;
    const calls = open.get(block.id);
    if (block.type === 'tool_result') {
      const call = calls?.pop();
      if (call !== undefined) answers.set(block, call);
      // Else it is one more result of a call that has one.
      else if (calls === undefined) alone.add(block);
    } else if (calls === undefined) open.set(block.id, [block]);
    else calls.push(block);
  }
  return { answers, alone };
}
