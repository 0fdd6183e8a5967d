import { unreachable } from '../../../../shared/contract/errors.ts';
import { type Section, sections, sectionTitles } from '../../../../shared/model/section.ts';

export type TextFormat = 'markdown' | 'xml' | 'json';

/** A stretch of the rendered text; the one before the first section has none. */
interface TextPart {
  readonly section: Section | undefined;
  readonly text: string;
}

/**
 * Cuts a rendered text where its sections begin, to give them anchors. Content cannot forge such a line:
 * headings are escaped in Markdown, tags in XML, and in JSON content has no line breaks.
 */
export function splitSections(text: string, format: TextFormat): TextPart[] {
  const parts: { section: Section | undefined; lines: string[] }[] = [{ section: undefined, lines: [] }];
  for (const line of text.split('\n')) {
    const section = startedSection(line, format);
    if (section) parts.push({ section, lines: [] });
    parts.at(-1)?.lines.push(line);
  }
  return parts
    .filter(part => part.lines.length > 0)
    .map(({ section, lines }) => ({ section, text: lines.join('\n') }));
}

function startedSection(line: string, format: TextFormat): Section | undefined {
  return sections.find(section => isStart(line, section, format));
}

function isStart(line: string, section: Section, format: TextFormat): boolean {
  switch (format) {
    case 'markdown':
      return line === `## ${sectionTitles[section]}`;
    case 'xml':
      return line.startsWith(`  <section name="${section}"`);
    case 'json':
      return line === `    "section": "${section}",`;
    default:
      return unreachable(format);
  }
}
