import { groupBy } from '../../../shared/lists.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { sections } from '../../../shared/model/section.ts';
import type { PlacedItem } from './merge-items.ts';

/** Items by section, keys in the fixed order, empty sections left out. */
export function groupSections(items: readonly PlacedItem[]): AssembledContext['context'] {
  const groups = groupBy(items, placed => placed.section);
  const entries = sections.flatMap(section => {
    const group = groups.get(section);
    return group === undefined ? [] : [[section, group.map(({ item }) => item)] as const];
  });
  return Object.fromEntries(entries);
}
