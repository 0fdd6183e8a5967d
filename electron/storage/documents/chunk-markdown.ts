/** A piece of a document that is found and shown by itself. */
export interface Chunk {
  /** The headings above it, e.g. "Deploying > Rolling back". */
  readonly title: string;
  /** The headings again, so that the piece says what it is about, a blank line, and the text as it stands in the document. */
  readonly content: string;
}

/** Characters a chunk should have; long enough to say something, short enough for several to fit a budget. */
const targetLength = 1200;
/** Fenced code may be this long before it is cut. */
const longestBlock = 6000;
/** The same for text. */
const longestText = targetLength * 1.5;

/** Cuts Markdown at its headings: short sections are joined, long ones cut between paragraphs; code fences stay whole. */
export function chunkMarkdown(text: string, documentTitle: string): Chunk[] {
  const sections = toSections(linesOf(text)).map(keepBareHeading);
  const pieces = sections.flatMap(({ path, lines }) => toBodies(lines).map(body => ({ path, body })));
  return joinShortPieces(pieces).map(group => toChunk(group, documentTitle));
}

/** Cuts plain text between paragraphs. */
export function chunkPlainText(text: string, documentTitle: string): Chunk[] {
  return cutPlainText(text).map(body => toChunk([{ path: [], body }], documentTitle));
}

/** The pieces of plain text as they stand in it; what is left out between them is white space. */
export const cutPlainText = (text: string): string[] => toBodies(linesOf(text));

/** The first heading of the first level, if the document has one. */
export function markdownTitle(text: string): string | undefined {
  for (const { line, isCode } of markCode(linesOf(text))) {
    const heading = isCode ? undefined : readHeading(line);
    if (heading?.level === 1) return heading.text;
  }
  return undefined;
}

/** Lines with their ends, so that what is put together of them is the text as it stands. */
const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];

interface Section {
  /** The headings above the lines, from the outermost on. */
  readonly path: readonly string[];
  readonly lines: readonly string[];
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

function toSections(lines: readonly string[]): Section[] {
  const sections: { path: readonly string[]; lines: string[] }[] = [{ path: [], lines: [] }];
  let above: Heading[] = [];
  for (const { line, whole, isCode } of markCode(lines)) {
    const heading = isCode ? undefined : readHeading(line);
    if (heading === undefined) sections.at(-1)?.lines.push(whole);
    else {
      above = [...above.filter(({ level }) => level < heading.level), heading];
      sections.push({ path: above.map(({ text }) => text), lines: [] });
    }
  }
  return sections;
}

/** A heading with nothing below it, not even other headings, says what it says: a line below the headings above it. */
function keepBareHeading(section: Section, index: number, all: readonly Section[]): Section {
  const { path, lines } = section;
  const heading = path.at(-1);
  const isAbove = (all[index + 1]?.path.length ?? 0) > path.length;
  if (heading === undefined || isAbove || lines.some(line => line.trim() !== '')) return section;
  return { path: path.slice(0, -1), lines: [heading] };
}

interface Piece {
  readonly path: readonly string[];
  readonly body: string;
}

/** Puts a section that says little together with those that follow it under the same outermost heading. */
function joinShortPieces(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const group = groups.at(-1);
    if (group !== undefined && fits(group, piece)) group.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

function fits(group: readonly Piece[], piece: Piece): boolean {
  const length = group.reduce((sum, { body }) => sum + body.length, 0);
  const isSameTopic = piece.path.length > 0 && group.every(({ path }) => path[0] === piece.path[0]);
  return isSameTopic && length < targetLength / 2 && length + piece.body.length <= targetLength;
}

function toChunk(group: readonly Piece[], documentTitle: string): Chunk {
  const shared = sharedPath(group.map(({ path }) => path));
  const title = shared.length === 0 ? documentTitle : shared.join(' > ');
  const body = group
    .map(({ path, body: text }) => [...path.slice(shared.length), text].join('\n\n'))
    .join('\n\n');
  return { title, content: body === title ? title : `${title}\n\n${body}` };
}

function sharedPath(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = paths;
  const different = first.findIndex((name, index) => others.some(path => path[index] !== name));
  return different < 0 ? first : first.slice(0, different);
}

/** ATX headings. The underlined form is rare and looks like a rule or a table, so it is left as text. */
function readHeading(line: string): Heading | undefined {
  const match = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line);
  const text = match?.[2] ?? '';
  return match?.[1] === undefined || text === '' ? undefined : { level: match[1].length, text };
}

interface MarkedLine {
  readonly line: string;
  /** With its end. */
  readonly whole: string;
  readonly isCode: boolean;
}

/** Tells lines of fenced code, fences included, from the others; a fence without end lasts to the end. */
function markCode(lines: readonly string[]): MarkedLine[] {
  let fence: string | undefined;
  return lines.map(whole => {
    const line = whole.replace(/[\r\n]+$/, '');
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      fence = mark;
      return { line, whole, isCode: mark !== undefined };
    }
    const closes =
      mark?.[0] === fence[0] && mark !== undefined && mark.length >= fence.length && line.trim() === mark;
    if (closes) fence = undefined;
    return { line, whole, isCode: true };
  });
}

interface Block {
  readonly text: string;
  /** The white space that parts it from the next one. */
  readonly gap: string;
}

/** Blocks put together up to the target. */
function toBodies(lines: readonly string[]): string[] {
  const bodies: string[] = [];
  let body = '';
  let gap = '';
  for (const block of toBlocks(lines).flatMap(cutLongBlock)) {
    if (body !== '' && body.length + gap.length + block.text.length > targetLength) {
      bodies.push(body);
      body = '';
    }
    body = body === '' ? block.text : `${body}${gap}${block.text}`;
    gap = block.gap;
  }
  return body === '' ? bodies : [...bodies, body];
}

/** Paragraphs, lists and fences: what stands between blank lines. */
function toBlocks(lines: readonly string[]): Block[] {
  const blocks: { text: string; gap: string }[] = [];
  for (const { line, whole, isCode } of markCode(lines)) {
    const last = blocks.at(-1);
    const isBlank = !isCode && line.trim() === '';
    if (isBlank && last !== undefined) last.gap += whole;
    else if (last !== undefined && last.gap === '') last.text += whole;
    else if (!isBlank) blocks.push({ text: whole, gap: '' });
  }
  return blocks.map(({ text, gap }) => {
    const end = /(?:\r\n|\r|\n)?$/.exec(text)?.[0] ?? '';
    return { text: text.slice(0, text.length - end.length), gap: end + gap };
  });
}

/** Cuts a block that is too long; each piece of fenced code is fenced, each piece of a table has the table's head. */
function cutLongBlock(block: Block): Block[] {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(block.text)?.[1];
  if (block.text.length <= (fence === undefined ? longestText : longestBlock)) return [block];
  const { head, text, end } = fence === undefined ? tableFrame(block.text) : fenceFrame(block.text, fence);
  const pieces = cutText(text, targetLength).filter(piece => piece.text !== '');
  const isFramed = head !== '' || end !== '';
  return pieces.map(({ text: piece, gap }, at) => ({
    text: `${head}${piece}${end}`,
    gap: at === pieces.length - 1 ? block.gap : isFramed ? '\n\n' : gap,
  }));
}

interface Frame {
  /** Repeated before and after each piece; empty for plain text. */
  readonly head: string;
  readonly text: string;
  readonly end: string;
}

function fenceFrame(block: string, fence: string): Frame {
  const start = block.indexOf('\n') + 1;
  // A block is longer than a line of backticks; what has no second line is a paragraph of them.
  if (start === 0 || start > targetLength / 4) return { head: '', text: block, end: '' };
  const inner = block.slice(start).trimEnd();
  const isClosed = inner.split('\n').at(-1)?.trim().startsWith(fence) === true;
  return {
    head: block.slice(0, start),
    text: isClosed ? inner.replace(/\n?[^\n]*$/, '') : inner,
    end: `\n${fence}`,
  };
}

function tableFrame(block: string): Frame {
  const head = /^[^\n]*\|[^\n]*\n[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t:|-]*)?\r?\n/.exec(block)?.[0] ?? '';
  const isShort = head.length <= targetLength / 4;
  return { head: isShort ? head : '', text: isShort ? block.slice(head.length) : block, end: '' };
}

/** Cuts at line ends, else at blanks, else anywhere but within a character. */
function cutText(text: string, length: number): Block[] {
  const pieces: Block[] = [];
  let rest = text;
  while (rest.length > longestText) {
    const end = cutPosition(rest, length);
    const piece = rest.slice(0, end).trimEnd();
    const next = rest.slice(end).replace(/^[ \t]*\r?\n?/, '');
    pieces.push({ text: piece, gap: rest.slice(piece.length, rest.length - next.length) });
    rest = next;
  }
  return [...pieces, { text: rest, gap: '' }];
}

function cutPosition(text: string, wanted: number): number {
  const lineEnd = text.lastIndexOf('\n', wanted);
  if (lineEnd > wanted / 2) return lineEnd;
  const sentenceEnd = text.lastIndexOf('. ', wanted);
  if (sentenceEnd > wanted / 2) return sentenceEnd + 1;
  const blank = text.lastIndexOf(' ', wanted);
  if (blank > wanted / 2) return blank;
  const code = text.charCodeAt(wanted - 1);
  const cutsPair = code >= 0xd800 && code <= 0xdbff;
  return cutsPair ? wanted - 1 : wanted;
}
