import type { Entry } from '../../shared/shapes/shape.ts';
import type { ShapeName } from '../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../shared/shapes/shapes.ts';

/** What a provider would refuse of a body, by the blocks that are sent; a call at the end may wait. */
export function legalProblems(name: ShapeName, body: unknown): string[] {
  const { entries } = shapeOf(name).read(body);
  const talk = entries.filter(({ role }) => role !== 'note' && role !== 'system');
  const [first] = talk;
  const twice = talk.flatMap(({ role }, at) => (talk[at - 1]?.role === role ? [`${role} twice`] : []));
  return [
    ...(first !== undefined && speaks(first) ? [] : [`begins with ${first?.role}`]),
    ...(name === 'anthropic' || name === 'gemini' ? twice : []),
    ...tornPairs(talk),
  ];
}

const speaks = ({ role, blocks }: Entry): boolean =>
  role === 'user' && blocks.every(({ type }) => type !== 'tool_result');

function tornPairs(talk: readonly Entry[]): string[] {
  const problems: string[] = [];
  const open = new Set<string>();
  for (const entry of talk) {
    if (speaks(entry) && open.size > 0) problems.push(`a user interrupts ${[...open].join(', ')}`);
    for (const block of entry.blocks)
      if (block.type === 'tool_call') open.add(block.id);
      else if (block.type === 'tool_result' && !open.delete(block.id)) problems.push(`orphan ${block.id}`);
  }
  return [...problems, ...[...open].map(id => `no result of ${id}`)];
}
