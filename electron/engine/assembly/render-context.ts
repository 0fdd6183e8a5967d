import { unreachable } from '../../../shared/contract/errors.ts';
import { escapeInvisible, escapeInvisibleJson } from '../../../shared/model/escape-invisible.ts';
import { sectionTitles } from '../../../shared/model/section.ts';
import { provenanceFields, renderMarkdown } from './render/render-markdown.ts';
import {
  type FormattedItem,
  type Renderable,
  type RenderedSection,
  sectionsToRender,
} from './render/rendered-section.ts';

export const renderFormats = ['markdown', 'xml', 'json'] as const;
export type RenderFormat = (typeof renderFormats)[number];

interface RenderOptions {
  readonly format: RenderFormat;
  /** Writes beside each item where it came from and how far that may be trusted. */
  readonly provenance?: boolean;
}

/** The text of an assembled context. Contents cannot forge its frame: headings, tags, fences, marks. */
export function renderContext(assembled: Renderable, { format, provenance = false }: RenderOptions): string {
  switch (format) {
    case 'markdown':
      return renderMarkdown(assembled, provenance);
    case 'xml':
      return renderXml(assembled, provenance);
    case 'json':
      return renderJson(assembled, provenance);
    default:
      return unreachable(format);
  }
}

/** JSON of an assembled context: sections in order, items with id, memory, trust, content; `provenance` adds the source. */
function renderJson(assembled: Renderable, provenance: boolean): string {
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

/** XML of an assembled context. Every item carries its id, memory and trust; `provenance` adds the source. */
function renderXml(assembled: Renderable, provenance: boolean): string {
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
