import { escapeInvisible } from '../../../../shared/model/escape-invisible.ts';
import { type Section, sectionTitles } from '../../../../shared/model/section.ts';
import { escapeMarkdownBlocks } from './escape-markdown.ts';
import { bulletLines, numberedLines } from './list-lines.ts';
import { provenanceFields } from './provenance.ts';
import { type FormattedItem, type Renderable, sectionsToRender } from './rendered-section.ts';

/** Markdown of an assembled context (A8); empty when there is nothing. */
export function renderMarkdown(assembled: Renderable, provenance: boolean): string {
  const blocks = sectionsToRender(assembled).map(
    ({ section, items }) => `${heading(section)}\n\n${itemBlocks(items, provenance)}`,
  );
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

const heading = (section: Section): string => `## ${sectionTitles[section]}`;

/** Entries of one list stand line by line; everything else is set apart by one blank line. */
function itemBlocks(items: readonly FormattedItem[], provenance: boolean): string {
  let number = 0;
  const parts = items.map((formatted, index) => {
    const previous = items[index - 1]?.format;
    const continues = previous === formatted.format && isList(formatted);
    number = continues ? number + 1 : 1;
    const separator = continues ? '\n' : '\n\n';
    const marker = provenance ? `${provenanceComment(formatted)}\n` : '';
    return `${index === 0 ? '' : separator}${marker}${itemText(formatted, number)}`;
  });
  return parts.join('');
}

const isList = ({ format }: FormattedItem): boolean => format === 'bullet_list' || format === 'numbered';

function itemText({ item, format }: FormattedItem, number: number): string {
  switch (format) {
    case 'bullet_list':
      return bulletLines(safeText(item.content));
    case 'numbered':
      return numberedLines(safeText(item.content), number);
    case 'prose':
      return safeText(item.content);
    case 'json':
      return `\`\`\`json\n${jsonText(item.content)}\n\`\`\``;
  }
}

/** Blank lines around a content would look like the frame's own. */
function safeText(content: string): string {
  return escapeMarkdownBlocks(escapeInvisible(content).replace(/^(?:[ \t]*\n)+|\s+$/g, ''));
}

/** JSON, indented: its lines never start with a fence, since a text in it has no line breaks. */
function jsonText(content: string): string {
  return escapeInvisible(JSON.stringify(parsedOrText(content), null, 2));
}

function parsedOrText(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** At the start of a line no content can write `<!--`, so these marks cannot be forged (T17). */
function provenanceComment({ item }: FormattedItem): string {
  const fields = provenanceFields(item).map(([name, value]) => `${name}=${commentValue(value)}`);
  return `<!-- ${fields.join(' ')} -->`;
}

/** As a JSON text, with the characters that could end the comment spelled out. */
function commentValue(value: string): string {
  return escapeInvisible(JSON.stringify(value)).replace(/[<>]/g, character =>
    character === '<' ? '\\u003c' : '\\u003e',
  );
}
