import type { Layout } from '../model/layout.ts';
import { fieldRenamer } from './rename-field.ts';
import type { Renamed } from './renaming.ts';

/** Layouts in which a renamed variable, or what lies in it, is pinned, asked for by a draft or grouped by: all follow. */
export function renameFieldPins(from: string, to: string, layouts: readonly Layout[]): Renamed<Layout>[] {
  const rename = fieldRenamer(from, to);
  const pinned = new Map(
    renamePins(layouts, 'variable:', rename).map(renamed => [renamed.value.id, renamed]),
  );
  return layouts.flatMap(layout => {
    const pins = pinned.get(layout.id);
    const drafts = renameInDrafts(pins?.value ?? layout, rename);
    const groups = renameInGroups(drafts.value, rename);
    const places = [...(pins?.places ?? []), ...drafts.places, ...groups.places];
    return places.length === 0 ? [] : [{ value: groups.value, places }];
  });
}

function renameInDrafts(layout: Layout, rename: (name: string) => string | undefined): Renamed<Layout> {
  const places: string[] = [];
  const drafts = Object.entries(layout.drafts ?? {}).map(([ruleId, begun]) => [
    ruleId,
    begun.map((draft, index) => {
      const field = rename(draft.field ?? '');
      if (field === undefined) return draft;
      places.push(`drafts.${ruleId}.${index}.field`);
      return { ...draft, field };
    }),
  ]);
  return { value: places.length === 0 ? layout : { ...layout, drafts: Object.fromEntries(drafts) }, places };
}

function renameInGroups(layout: Layout, rename: (name: string) => string | undefined): Renamed<Layout> {
  const { groups } = layout;
  const field = groups?.by === 'field' ? rename(groups.field ?? '') : undefined;
  if (groups === undefined || field === undefined) return { value: layout, places: [] };
  return { value: { ...layout, groups: { ...groups, field } }, places: ['groups.field'] };
}

/** Layouts in which a renamed memory is pinned: the pin follows. */
export function renameMemoryPins(id: string, to: string, layouts: readonly Layout[]): Renamed<Layout>[] {
  return renamePins(layouts, 'memory:', other => (other === id ? to : undefined));
}

/** Pins keep their order. Where the new name is pinned already it stays where it is. */
function renamePins(
  layouts: readonly Layout[],
  kind: 'variable:' | 'memory:',
  rename: (name: string) => string | undefined,
): Renamed<Layout>[] {
  return layouts.flatMap(layout => {
    const places: string[] = [];
    const pins = Object.entries(layout.pins).flatMap(([node, pin]) => {
      const name = node.startsWith(kind) ? rename(node.slice(kind.length)) : undefined;
      if (name === undefined) return [[node, pin] as const];
      places.push(`pins.${node}`);
      return Object.hasOwn(layout.pins, kind + name) ? [] : [[kind + name, pin] as const];
    });
    return places.length === 0 ? [] : [{ value: { ...layout, pins: Object.fromEntries(pins) }, places }];
  });
}
