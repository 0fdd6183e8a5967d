import type { Block, Path } from '../../../shared/model/block.ts';
import { removeAt } from '../../../shared/shapes/fields.ts';
import { afterRemoval, isSamePath } from '../../../shared/shapes/parts.ts';
import type { Shape } from '../../../shared/shapes/shape.ts';
import { leftOutBefore } from '../../../shared/shapes/turns.ts';
import { type PlacedEntry, pairCalls, resultsOf } from './exchanges.ts';

interface Mended {
  readonly entries: readonly PlacedEntry[];
  /** Calls without result and results without call that were taken out. */
  readonly orphans: number;
  /** What else was changed so that the provider takes the rest, as sentences. */
  readonly notes: readonly string[];
}

/**
 * A body that a provider takes: without results that nothing asked for, without calls that nothing answered but at the end,
 * and without thoughts that stood for such a call alone; begun by a user where that has to be. One without orphans stays
 * as it came. `isContinued`: results may be of calls that are not in the body.
 */
export function withoutOrphans(entries: readonly PlacedEntry[], shape: Shape, isContinued = false): Mended {
  const mended = takenOut(entries, shape, isContinued);
  return { ...mended, entries: joined(mended.entries, shape) };
}

function takenOut(entries: readonly PlacedEntry[], shape: Shape, isContinued: boolean): Mended {
  const orphans = orphansIn(entries, isContinued);
  if (orphans.size === 0) return { entries, orphans: 0, notes: [] };
  const out = new Set([...orphans, ...copiesOf(entries, orphans)]);
  for (const thought of thoughtsFor(entries, out)) out.add(thought);
  const left = entries.flatMap(entry => without(entry, out));
  const begun = begunByUser(left, entries, shape);
  const thoughts = countThoughts(entries) - countThoughts(left);
  // Results may have lost their calls with what stood at the front.
  const rest = takenOut(begun.entries, shape, isContinued);
  return {
    entries: rest.entries,
    orphans: orphans.size + rest.orphans,
    notes: [...(thoughts === 0 ? [] : [thoughtsTold(thoughts)]), ...begun.notes, ...rest.notes],
  };
}

function orphansIn(entries: readonly PlacedEntry[], isContinued: boolean): Set<Block> {
  const { answers, alone } = pairCalls(entries);
  const answered = new Set<Block>(answers.values());
  const waiting = lastAnswerFrom(entries);
  const spoken = entries.findLastIndex(({ role }) => role === 'user');
  return new Set(
    entries.flatMap(({ blocks }, index) =>
      blocks.filter(block => {
        if (block.type === 'tool_result') return !isContinued && alone.has(block);
        if (block.type !== 'tool_call' || answered.has(block) || index >= waiting) return false;
        return block.awaits === undefined || (block.awaits === 'approval' && index < spoken);
      }),
    ),
  );
}

/** Where the answer begins that the body ends with; its calls may wait for their results, or for a user who decides. */
function lastAnswerFrom(entries: readonly PlacedEntry[]): number {
  const isOfAnswer = (entry: PlacedEntry): boolean =>
    entry.role === 'assistant' ||
    entry.role === 'note' ||
    (entry.role === 'tool' && resultsOf(entry).length === 0);
  return entries.findLastIndex(entry => !isOfAnswer(entry)) + 1;
}

const placesOf = (block: Block): readonly Path[] => [
  ...('at' in block && block.at !== undefined ? [block.at] : []),
  ...(block.type === 'tool_call' ? (block.copies ?? []) : []),
];

/** Blocks that stand where a call stands once more. */
function copiesOf(entries: readonly PlacedEntry[], out: ReadonlySet<Block>): Block[] {
  return entries.flatMap(({ blocks }) => {
    const places = blocks.filter(block => out.has(block)).flatMap(placesOf);
    const isCopy = (block: Block) => placesOf(block).some(at => places.some(place => isSamePath(at, place)));
    return places.length === 0 ? [] : blocks.filter(isCopy);
  });
}

/** An entry without some of its blocks; none where nothing is said in it any more. */
function without(entry: PlacedEntry, out: ReadonlySet<Block>): PlacedEntry[] {
  const gone = entry.blocks.filter(block => out.has(block));
  if (gone.length === 0) return [entry];
  const places = distinct(gone.flatMap(placesOf)).toSorted(byPlace);
  const blocks = entry.blocks.filter(block => !out.has(block));
  if (blocks.every(saysNothing) || places.some(({ length }) => length === 0)) return [];
  return [
    {
      ...entry,
      blocks: blocks.map(block => afterRemoval(block, places)),
      // From the last first, so that the places of the others stay.
      source: places.reduceRight<unknown>((left, place) => removeAt(left, place), entry.source),
    },
  ];
}

const distinct = (places: readonly Path[]): Path[] =>
  places.filter((place, index) => places.findIndex(other => isSamePath(place, other)) === index);

/** In a list what stands before comes before; else by the names of the keys. */
function byPlace(one: Path, other: Path): number {
  const depth = one.findIndex((key, index) => key !== other[index]);
  const [own, its] = [one[depth] ?? '', other[depth] ?? ''];
  if (typeof own === 'number' && typeof its === 'number') return own - its;
  return String(own) < String(its) ? -1 : 1;
}

const saysNothing = (block: Block): boolean =>
  block.type === 'thinking' ||
  (block.type === 'text' && block.text.trim() === '') ||
  (block.type === 'opaque' && block.as !== undefined);

interface Begun {
  readonly entries: readonly PlacedEntry[];
  readonly notes: readonly string[];
}

/** Where a user has to begin and whoever did is gone: answers to that go too; work that goes on stands behind a text that says it. */
function begunByUser(left: readonly PlacedEntry[], given: readonly PlacedEntry[], shape: Shape): Begun {
  const mustBegin = shape.join !== undefined && given[0]?.role === 'user' && left[0]?.role !== 'user';
  if (left.length > 0 && !mustBegin) return { entries: left, notes: [] };
  const user = left.findIndex(({ role }) => role === 'user');
  const next = left[user];
  if (next !== undefined && resultsOf(next).length === 0)
    return { entries: left.slice(user), notes: [answersTold(user)] };
  const [opening] = shape.read([shape.tell(leftOutBefore, left[0]?.source)]).entries;
  const [first] = given;
  if (opening === undefined || first === undefined) return { entries: left, notes: [] };
  return {
    entries: [{ ...opening, position: first.position }, ...left],
    notes: [`"${leftOutBefore}" stands at the front, since a user has to begin`],
  };
}

/** Where roles must alternate: entries of one role between which something stood are one. */
function joined(entries: readonly PlacedEntry[], { join }: Shape): readonly PlacedEntry[] {
  if (join === undefined) return entries;
  const made: PlacedEntry[] = [];
  let before = -1;
  for (const entry of entries) {
    const last = made.at(-1);
    if (last?.role === entry.role && entry.position > before + 1)
      made.splice(-1, 1, { ...join(last, entry), position: last.position });
    else made.push(entry);
    before = entry.position;
  }
  return made;
}

const countThoughts = (entries: readonly PlacedEntry[]): number =>
  entries.reduce((sum, { blocks }) => sum + blocks.filter(isThought).length, 0);

const thoughtsTold = (count: number): string =>
  count === 1
    ? '1 thought was taken out with the call it stood before'
    : `${count} thoughts were taken out with the calls they stood before`;

const answersTold = (count: number): string =>
  `${count} ${count === 1 ? 'message of the model at the front was' : 'messages of the model at the front were'} taken out, since a user has to begin`;

/** What a model thought, whether it can be read or not. */
const isThought = (block: Block): boolean =>
  block.type === 'thinking' || (block.type === 'opaque' && block.as === 'thought');

/** Thoughts, and what an answer goes on with up to the next. */
interface Stretch {
  readonly thoughts: Block[];
  readonly others: Block[];
}

/** Thoughts behind which nothing is left of an answer once some blocks are taken out of it. */
function thoughtsFor(entries: readonly PlacedEntry[], out: ReadonlySet<Block>): Block[] {
  return stretchesOf(entries, out)
    .filter(({ others }) => others.length > 0 && others.every(block => out.has(block)))
    .flatMap(({ thoughts }) => thoughts);
}

function stretchesOf(entries: readonly PlacedEntry[], out: ReadonlySet<Block>): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { role, blocks } of entries) {
    if (role === 'note') continue;
    const goesOn = role === 'assistant' || blocks.every(block => out.has(block));
    if (!goesOn) stretches.push({ thoughts: [], others: [] });
    else for (const block of blocks) addTo(stretches, block);
  }
  return stretches;
}

function addTo(stretches: Stretch[], block: Block): void {
  // What stands beside the parts of an entry is of the whole of it.
  if (isEmpty(block) || (isThought(block) && !('at' in block))) return;
  const last = stretches.at(-1);
  const isStep = block.type === 'opaque' && block.as === 'step';
  const begins = isStep || (isThought(block) && last?.others.length !== 0);
  const own = last === undefined || begins ? { thoughts: [], others: [] } : last;
  if (own !== last) stretches.push(own);
  if (isThought(block)) own.thoughts.push(block);
  else if (!isStep) own.others.push(block);
}

const isEmpty = (block: Block): boolean => block.type === 'text' && block.text.trim() === '';
