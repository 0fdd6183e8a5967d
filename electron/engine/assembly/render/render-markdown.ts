import { unreachable } from '../../../../shared/contract/errors.ts';
import type { ContextItem } from '../../../../shared/model/assembled-context.ts';
import { escapeInvisible } from '../../../../shared/model/escape-invisible.ts';
import { tryParseJson } from '../../../../shared/model/json.ts';
import { type Section, sectionTitles } from '../../../../shared/model/section.ts';
import { bulletLines, numberedLines } from './list-lines.ts';
import { type FormattedItem, type Renderable, sectionsToRender } from './rendered-section.ts';

/** Markdown of an assembled context; empty when there is nothing. */
export function renderMarkdown(assembled: Renderable, provenance: boolean): string {
  const blocks = sectionsToRender(assembled).flatMap(({ section, items }) => {
    const shown = items.map(blockOf).filter(isShown);
    return shown.length === 0 ? [] : `${heading(section)}\n\n${itemBlocks(shown, provenance)}`;
  });
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

const heading = (section: Section): string => `## ${sectionTitles[section]}`;

/** An item with its text as it is written, and whether that has to stand in a fence. */
interface Block extends FormattedItem {
  readonly text: string;
  readonly isFenced: boolean;
}

function blockOf(formatted: FormattedItem): Block {
  const { item, format } = formatted;
  if (format === 'json') return { ...formatted, text: jsonText(item.content), isFenced: false };
  const text = escapeInvisible(item.content);
  return { ...formatted, text, isFenced: hasBlock(text) };
}

/** Nothing would be seen of a blank text but the blank lines around it. */
const isShown = ({ text }: Block): boolean => text.trim() !== '';

/** Entries of one list stand line by line; everything else is set apart by one blank line. */
function itemBlocks(blocks: readonly Block[], provenance: boolean): string {
  let number = 0;
  const parts = blocks.map((block, index) => {
    const previous = blocks[index - 1];
    const continues = previous?.format === block.format;
    number = continues ? number + 1 : 1;
    const separator = continues && isListEntry(previous) && isListEntry(block) ? '\n' : '\n\n';
    const marker = provenance ? `${provenanceComment(block)}\n` : '';
    return `${index === 0 ? '' : separator}${marker}${blockText(block, number)}`;
  });
  return parts.join('');
}

const isListEntry = ({ format, isFenced }: Block): boolean =>
  (format === 'bullet_list' || format === 'numbered') && !isFenced;

/** What could start or end a block of the frame stands in a fence of its own, as it is, whatever the format. */
function blockText({ format, text, isFenced }: Block, number: number): string {
  if (isFenced) return fenced(text);
  switch (format) {
    case 'bullet_list':
      return bulletLines(withoutBlankEnds(text));
    case 'numbered':
      return numberedLines(withoutBlankEnds(text), number);
    case 'prose':
      return withoutBlankEnds(text);
    case 'json':
      return `\`\`\`json\n${text}\n\`\`\``;
    default:
      return unreachable(format);
  }
}

/** Whether something could start or end a block of the frame. In an entry of a list, a line further in starts one too. */
const hasBlock = (text: string): boolean => (listEntry.test(text) ? blockInList : blockAtTop).test(text);

// Headings, underlines of headings, fences, and HTML, whose comments could swallow what follows; markers of lists and
// quotes may stand before them.
const marker = String.raw`(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]*)`;
const start = String.raw`(?:#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$|\`{3}|~{3}|<[!?/A-Za-z])`;
const blockAtTop = new RegExp(`^ {0,3}${marker}*${start}`, 'm');
const blockInList = new RegExp(`^[ \\t]*${marker}*${start}`, 'm');
const listEntry = /^ {0,3}(?:>[ \t]*)*(?:[-*+]|\d{1,9}[.)])[ \t]/m;

/** A fence is ended by one of its own length only, so it is longer than every run of backticks within. */
function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return `${fence}markdown\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** Blank lines around a content would look like the frame's own. */
const withoutBlankEnds = (text: string): string => text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();

/** JSON, indented: its lines never start with a fence, since a text in it has no line breaks. */
function jsonText(content: string): string {
  return escapeInvisible(tryParseJson(content) !== undefined ? reindented(content) : JSON.stringify(content));
}

const jsonToken = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** As `JSON.stringify` indents, but by the text's own tokens: numbers of any length, and a key given twice, stay as they are. */
function reindented(json: string): string {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  let before = '';
  const begin = () => {
    lines.push(line);
    line = '  '.repeat(depth);
  };
  for (const [token] of json.matchAll(jsonToken)) {
    const isAfterOpening = before === '{' || before === '[';
    const isClosing = token === '}' || token === ']';
    if (isAfterOpening && !isClosing) depth += 1;
    if (!isAfterOpening && isClosing) depth -= 1;
    if (before === ',' || isAfterOpening !== isClosing) begin();
    line += token === ':' ? ': ' : token;
    before = token;
  }
  return [...lines, line].join('\n');
}

/** Outside of fences no content can write `<!--` at the start of a line, so these marks cannot be forged. */
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

/** Where an item comes from, as named fields in a fixed order. Absent ones are left out. */
export function provenanceFields({ id, memory_id, source }: ContextItem): [string, string][] {
  const fields: [string, string | undefined][] = [
    ['id', id],
    ['memory', memory_id],
    ['source', source.kind],
    ['ref', source.ref],
    ['title', source.title],
    ['timestamp', source.timestamp],
    ['trust', source.trust],
  ];
  return fields.filter((field): field is [string, string] => field[1] !== undefined);
}
