import type { Block, Path, ResultBlock } from '../model/block.ts';
import { isJsonObject } from '../model/json.ts';
import type { Entry } from './shape.ts';

/**
 * Parts with one more before what is said: before the first text behind the results of tools, which providers want first;
 * at the front where there are none.
 */
export function withPart(
  parts: readonly unknown[],
  part: unknown,
  isOf: { readonly result: (part: unknown) => boolean; readonly text: (part: unknown) => boolean },
): unknown[] {
  const from = parts.findLastIndex(isOf.result) + 1;
  const text = from === 0 ? 0 : parts.slice(from).findIndex(isOf.text);
  return parts.toSpliced(from + Math.max(0, text), 0, part);
}

/** Two entries as one: the parts of both under a key, and every block with where its part is now. */
export function joinedParts(
  one: Entry,
  other: Entry,
  key: string,
  partsOf: (source: unknown) => readonly unknown[],
): Entry {
  const [before, after] = [partsOf(one.source), partsOf(other.source)];
  const movedBy = (count: number) => (at: Path) => placeBehind(at, key, count);
  return {
    ...one,
    blocks: [
      ...one.blocks.map(block => withPlaces(block, movedBy(0))),
      ...other.blocks.map(block => withPlaces(block, movedBy(before.length))),
    ],
    source: { ...(isJsonObject(one.source) && one.source), [key]: [...before, ...after] },
  };
}

/** A text that was all of an entry is a part of it now. */
function placeBehind([, index, ...rest]: Path, key: string, count: number): Path {
  return typeof index === 'number' ? [key, index + count, ...rest] : [key, count, 'text'];
}

/** A block as it stands once what was at some places of its source is gone. */
export const afterRemoval = (block: Block, removed: readonly Path[]): Block =>
  withPlaces(block, at => at.map((key, depth) => shifted(key, at.slice(0, depth), removed)));

/** A position in a list, less what was before it there. */
function shifted(key: string | number, list: Path, removed: readonly Path[]): string | number {
  if (typeof key === 'string') return key;
  const before = removed.filter(path => {
    const last = path.at(-1);
    return typeof last === 'number' && last < key && isSamePath(path.slice(0, -1), list);
  });
  return key - before.length;
}

export const isSamePath = (one: Path, other: Path): boolean =>
  one.length === other.length && one.every((key, depth) => key === other[depth]);

function withPlaces<Of extends Block | ResultBlock>(block: Of, move: (at: Path) => Path): Of {
  return {
    ...block,
    ...('at' in block && block.at !== undefined && { at: move(block.at) }),
    ...(block.type === 'tool_call' && block.copies !== undefined && { copies: block.copies.map(move) }),
    ...(block.type === 'tool_result' && { content: block.content.map(inner => withPlaces(inner, move)) }),
  };
}
