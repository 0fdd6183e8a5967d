import { escapeInvisibleJson } from '../../../../shared/model/escape-invisible.ts';
import { provenanceFields } from './provenance.ts';
import { type FormattedItem, type Renderable, sectionsToRender } from './rendered-section.ts';

/** JSON of an assembled context: sections in order, items with id, memory, trust, content; `provenance` adds the source. */
export function renderJson(assembled: Renderable, provenance: boolean): string {
  const document = sectionsToRender(assembled).map(({ section, items }) => ({
    section,
    items: items.map(item => itemObject(item, provenance)),
  }));
  return `${escapeInvisibleJson(JSON.stringify(document, null, 2))}\n`;
}

function itemObject({ item, format }: FormattedItem, provenance: boolean) {
  const shown = provenanceFields(item).filter(
    ([name]) => provenance || name === 'id' || name === 'memory' || name === 'trust',
  );
  return { ...Object.fromEntries(shown), format, content: item.content };
}
