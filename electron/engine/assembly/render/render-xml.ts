import { escapeInvisible } from '../../../../shared/model/escape-invisible.ts';
import { sectionTitles } from '../../../../shared/model/section.ts';
import { provenanceFields } from './provenance.ts';
import {
  type FormattedItem,
  type Renderable,
  type RenderedSection,
  sectionsToRender,
} from './rendered-section.ts';

/** XML of an assembled context. Every item carries its id, memory and trust; `provenance` adds the source. */
export function renderXml(assembled: Renderable, provenance: boolean): string {
  const blocks = sectionsToRender(assembled).map(section => sectionElement(section, provenance));
  return `${['<context>', ...blocks, '</context>'].join('\n')}\n`;
}

function sectionElement({ section, items }: RenderedSection, provenance: boolean): string {
  const lines = items.map(item => `    ${itemElement(item, provenance)}`);
  const open = `  <section name="${section}" title="${sectionTitles[section]}">`;
  return [open, ...lines, '  </section>'].join('\n');
}

const alwaysShown = ['id', 'memory', 'trust'];

/** White space of the content is kept: nothing is put between the tags and it. */
function itemElement({ item, format }: FormattedItem, provenance: boolean): string {
  const fields = provenanceFields(item).filter(([name]) => provenance || alwaysShown.includes(name));
  const attributes = [...fields, ['format', format] as const].map(
    ([name, value]) => `${name}="${escapeXml(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
  );
  return `<item ${attributes.join(' ')}>${escapeXml(item.content)}</item>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return escapeInvisible(text).replace(/[&<>"']/g, character => entities[character] ?? character);
}
