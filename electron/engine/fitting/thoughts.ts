import type { Block } from '../../../shared/model/block.ts';
import type { PlacedEntry } from './exchanges.ts';

/** What a model thought, whether it can be read or not. */
export const isThought = (block: Block): boolean =>
  block.type === 'thinking' || (block.type === 'opaque' && block.as === 'thought');

/** Thoughts, and what an answer goes on with up to the next. */
interface Stretch {
  readonly thoughts: Block[];
  readonly others: Block[];
}

/** Thoughts behind which nothing is left of an answer once some blocks are taken out of it. */
export function thoughtsFor(entries: readonly PlacedEntry[], out: ReadonlySet<Block>): Block[] {
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
