/** One thing of a column: its height and where its middle would like to be. */
export interface Placed {
  readonly height: number;
  readonly wish: number;
  /** Space to keep to the one above. */
  readonly gap: number;
}

interface Block {
  readonly from: number;
  readonly count: number;
  /** Sum of wished tops, each less what stands above it in the block. */
  readonly sum: number;
  readonly extent: number;
}

/**
 * Tops of a column in the given order: nothing overlaps, and the squared distances to the wishes are least.
 * Things that push each other are joined into blocks that settle at their common mean (pool adjacent violators).
 */
export function placeColumn(items: readonly Placed[]): number[] {
  const blocks: Block[] = [];
  for (const [index, item] of items.entries()) {
    let block: Block = { from: index, count: 1, sum: item.wish - item.height / 2, extent: item.height };
    for (let above = blocks.at(-1); above && overlaps(above, block, items); above = blocks.at(-1)) {
      blocks.pop();
      block = join(above, block, gapBefore(items, block.from));
    }
    blocks.push(block);
  }
  return blocks.flatMap(block => topsOf(block, items));
}

function overlaps(above: Block, below: Block, items: readonly Placed[]): boolean {
  return topOf(above) + above.extent + gapBefore(items, below.from) > topOf(below);
}

function join(above: Block, below: Block, gap: number): Block {
  const offset = above.extent + gap;
  return {
    from: above.from,
    count: above.count + below.count,
    sum: above.sum + below.sum - below.count * offset,
    extent: offset + below.extent,
  };
}

function topOf(block: Block): number {
  return block.sum / block.count;
}

function topsOf(block: Block, items: readonly Placed[]): number[] {
  const tops: number[] = [];
  let y = Math.round(topOf(block));
  for (let index = block.from; index < block.from + block.count; index += 1) {
    if (index > block.from) y += gapBefore(items, index);
    tops.push(y);
    y += items[index]?.height ?? 0;
  }
  return tops;
}

function gapBefore(items: readonly Placed[], index: number): number {
  return items[index]?.gap ?? 0;
}
