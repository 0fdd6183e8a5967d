import { unreachable } from '../../../shared/contract/errors.ts';
import { type Block, inputText } from '../../../shared/model/block.ts';
import type { Entry } from '../../../shared/shapes/shape.ts';
import type { TextCounter } from '../conversation/text-counter.ts';

/** What an image, or a document whose text nobody has, takes about; providers say it only afterwards. */
const mediaTokens = 1_500;
/** What stands around an entry when it is sent. */
const entryTokens = 4;

/** Tokens of each entry as it is sent: texts, calls with their arguments, results, thoughts, and JSON of what is not known. */
export async function countEntries(counter: TextCounter, entries: readonly Entry[]): Promise<number[]> {
  const counts = await counter.all(entries.map(({ blocks }) => blocks.map(sentText).join('\n')));
  return entries.map(({ blocks }, at) => (counts[at] ?? 0) + entryTokens + mediaTokens * mediaIn(blocks));
}

function sentText(block: Block): string {
  switch (block.type) {
    case 'text':
    case 'code':
    case 'thinking':
      return block.text;
    case 'tool_call':
      return `${block.id} ${block.name} ${inputText(block.input)}`;
    case 'tool_result':
      return [block.id, ...block.content.map(sentText)].join('\n');
    case 'document':
      return block.text ?? '';
    case 'opaque':
      return inputText(block.value);
    case 'image':
      return '';
    default:
      return unreachable(block);
  }
}

const mediaIn = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => {
    if (block.type === 'tool_result') return sum + mediaIn(block.content);
    const isMedia = block.type === 'image' || (block.type === 'document' && block.text === undefined);
    return isMedia ? sum + 1 : sum;
  }, 0);
