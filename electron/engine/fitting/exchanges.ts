import type { Path } from '../../../shared/model/block.ts';
import { removeAt } from '../../../shared/shapes/fields.ts';
import type { Entry } from '../../../shared/shapes/shape.ts';

/** An entry with its place in the body. */
export interface PlacedEntry extends Entry {
  readonly position: number;
}

/** Entries that stay or go together: what a user says, or an answer with its calls, their results and its thoughts. */
export type Exchange = readonly PlacedEntry[];

const calls = ({ blocks }: Entry): string[] =>
  blocks.flatMap(block => (block.type === 'tool_call' ? [block.id] : []));
export const resultsOf = ({ blocks }: Entry): string[] =>
  blocks.flatMap(block => (block.type === 'tool_result' ? [block.id] : []));

/** Parts a conversation where no call is open and nobody is interrupted. Every call has its result, or is the last. */
export function exchangesOf(entries: readonly PlacedEntry[]): Exchange[] {
  const answered = new Set(entries.flatMap(resultsOf));
  const open = new Set<string>();
  const exchanges: PlacedEntry[][] = [];
  for (const entry of entries) {
    const last = exchanges.at(-1);
    const before = last?.at(-1);
    const goesOn = entry.role === 'assistant' && before?.role === 'assistant';
    const belongs = open.size > 0 || entry.role === 'note' || resultsOf(entry).length > 0 || goesOn;
    if (last !== undefined && belongs) last.push(entry);
    else exchanges.push([entry]);
    for (const id of calls(entry)) if (answered.has(id)) open.add(id);
    for (const id of resultsOf(entry)) open.delete(id);
  }
  return exchanges;
}

export interface Mended {
  readonly entries: readonly PlacedEntry[];
  /** Calls without result and results without call that were taken out. */
  readonly orphans: number;
}

/** A body that a provider takes: without results that nothing asked for, and without calls that nothing answered but at the end. */
export function withoutOrphans(entries: readonly PlacedEntry[]): Mended {
  const asked = new Set<string>();
  const last = entries.findLastIndex(({ role }) => role !== 'note');
  const answers = answeredAfter(entries);
  let orphans = 0;
  const mended = entries.flatMap((entry, index): PlacedEntry[] => {
    const out = entry.blocks.filter(block => {
      if (block.type === 'tool_call') {
        const isWaiting = index >= lastAnswerFrom(entries, last);
        if (answers.get(block.id) === undefined && !isWaiting) return true;
        asked.add(block.id);
        return false;
      }
      return block.type === 'tool_result' && !asked.has(block.id);
    });
    if (out.length === 0) return [entry];
    orphans += out.length;
    const blocks = entry.blocks.filter(block => !out.includes(block));
    const paths = out.flatMap(block => ('at' in block && block.at !== undefined ? [block.at] : []));
    if (blocks.length === 0 || paths.some(path => path.length === 0)) return [];
    return [{ ...entry, blocks, source: withoutPaths(entry.source, paths) }];
  });
  return { entries: mended, orphans };
}

/** From the last first, so that the places of the others stay. */
const withoutPaths = (source: unknown, paths: readonly Path[]): unknown =>
  paths.toReversed().reduce((left, path) => removeAt(left, path), source);

function answeredAfter(entries: readonly Entry[]): Map<string, true> {
  return new Map(entries.flatMap(entry => resultsOf(entry).map(id => [id, true] as const)));
}

/** Where the answer begins that the body ends with; its calls may wait for their results. */
function lastAnswerFrom(entries: readonly Entry[], last: number): number {
  let from = last + 1;
  while (from > 0 && (entries[from - 1]?.role === 'assistant' || entries[from - 1]?.role === 'note'))
    from -= 1;
  return from;
}
