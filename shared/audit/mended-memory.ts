import { isJsonEqual, isJsonObject } from '../model/json.ts';
import type { PersistentMemory } from '../model/memory.ts';
import type { Mend } from '../model/memory-audit.ts';
import { mendedText } from './mended-text.ts';
import { textMark } from './text-mark.ts';

type TextMend = Extract<Mend, { readonly place: unknown }>;

/** A memory after all that mends change of itself; the same object where they change nothing. */
export function mendedMemory(memory: PersistentMemory, mends: readonly Mend[]): PersistentMemory {
  const texts = mends.filter(mend => 'place' in mend);
  const edits = [...Map.groupBy(texts, ({ place }) => JSON.stringify(place)).values()].map(editOf);
  const { required, ...contribution } = memory.contribution;
  const isUnpinned = required !== undefined && mends.some(mend => mend.do === 'unpin');
  const isLowered = mends.some(mend => mend.do === 'lower');
  const mended = {
    // What is at a place keeps its kind, so what comes back is a memory.
    ...(edited(memory, edits) as PersistentMemory),
    ...(isUnpinned && { contribution }),
    ...(isLowered && { origin: 'import' as const }),
  };
  return isJsonEqual(mended, memory) ? memory : mended;
}

/** What becomes of the text, or of the item with that content, to which the keys lead. */
interface Edit {
  readonly place: TextMend['place'];
  readonly change: (text: string) => readonly string[];
}

function editOf(mends: readonly TextMend[]): Edit {
  const change = (text: string) => {
    // Somebody may have written on since it was looked at.
    const own = mends.filter(({ of }) => of === textMark(text));
    return mendedText(text, {
      cuts: own.filter(mend => mend.do === 'cut'),
      isRedacted: own.some(mend => mend.do === 'redact'),
      isSplit: own.some(mend => mend.do === 'split'),
    });
  };
  return { place: mends[0]?.place ?? [], change };
}

/** All edits in one walk: an item that goes, or becomes several, moves none that another edit is about. */
function edited(value: unknown, edits: readonly Edit[]): unknown {
  if (edits.length === 0) return value;
  const byKey = Map.groupBy(edits, ({ place: [key] }) => key);
  const below = (key: string | number): Edit[] =>
    (byKey.get(key) ?? []).map(({ place: [, ...place], change }) => ({ place, change }));
  if (Array.isArray(value))
    return value.flatMap((inner, at) => (byKey.has(at) ? editedItem(inner, below(at)) : [inner]));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, byKey.has(key) ? edited(inner, below(key)) : inner]),
  );
}

/** A text in a list, or an item that has one, is what becomes several or none. */
function editedItem(item: unknown, edits: readonly Edit[]): readonly unknown[] {
  const [{ place, change } = { place: [], change: (text: string) => [text] }] = edits;
  if (place.length === 0) return typeof item === 'string' ? change(item) : [item];
  const content = place.length === 1 && isJsonObject(item) ? item.content : undefined;
  if (!isJsonObject(item) || typeof content !== 'string') return [edited(item, edits)];
  return change(content).map(one => ({ ...item, content: one }));
}
