import type { AssembledContext, ContextItem } from '../../../../shared/model/assembled-context.ts';
import type { ItemFormat } from '../../../../shared/model/memory.ts';
import { type Section, sections } from '../../../../shared/model/section.ts';

/** What rendering needs of an assembled context. */
export type Renderable = Pick<AssembledContext, 'context'> & {
  readonly trace: {
    readonly memory_calls: readonly { readonly memory_id: string; readonly format: ItemFormat }[];
  };
};

export interface FormattedItem {
  readonly item: ContextItem;
  readonly format: ItemFormat;
}

export interface RenderedSection {
  readonly section: Section;
  readonly items: readonly FormattedItem[];
}

/** The non-empty sections in the fixed order, each item with its memory's format; prose where no call says it. */
export function sectionsToRender({ context, trace }: Renderable): RenderedSection[] {
  const formats = new Map(trace.memory_calls.map(call => [call.memory_id, call.format]));
  return sections.flatMap(section => {
    const items = context[section] ?? [];
    if (items.length === 0) return [];
    return [
      { section, items: items.map(item => ({ item, format: formats.get(item.memory_id) ?? 'prose' })) },
    ];
  });
}
