import { invisible } from './escape-invisible.ts';
import { provenanceFields } from './provenance.ts';
import { type FormattedItem, type Renderable, sectionsToRender } from './rendered-section.ts';

/** JSON of an assembled context (A8): sections in order, items with id, memory, trust, content; `provenance` adds the source. */
export function renderJson(assembled: Renderable, provenance: boolean): string {
  const document = sectionsToRender(assembled).map(({ section, items }) => ({
    section,
    items: items.map(item => itemObject(item, provenance)),
  }));
  return `${escapeAsJson(JSON.stringify(document, null, 2))}\n`;
}

function itemObject({ item, format }: FormattedItem, provenance: boolean) {
  const shown = provenanceFields(item).filter(
    ([name]) => provenance || name === 'id' || name === 'memory' || name === 'trust',
  );
  return { ...Object.fromEntries(shown), format, content: item.content };
}

/** Invisible characters as \uXXXX, so that they are seen and a parser gets them back (T17). */
function escapeAsJson(json: string): string {
  return json.replace(invisible, character =>
    Array.from(character.split(''), unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
}
