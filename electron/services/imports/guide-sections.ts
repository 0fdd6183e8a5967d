/** A part of a guide below one heading; `title` has the headings above it too. */
export interface GuideSection {
  readonly title: string;
  readonly content: string;
}

/**
 * The sections of a Markdown text, at headings of the first three levels; headings within code are text. Contents are
 * the text as it stands, their headings included, so that all of them together are the whole of it.
 */
export function guideSections(markdown: string): GuideSection[] {
  const headings: string[] = [];
  const sections: GuideSection[] = [];
  let lines: string[] = [];
  const finish = (): void => {
    const content = lines.join('\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '');
    lines = [];
    if (content !== '') sections.push({ title: headings.filter(text => text !== '').join(' › '), content });
  };
  // A heading with nothing below it goes with the section under it.
  let hasText = false;
  for (const { line, level, heading } of readLines(markdown)) {
    if (heading !== undefined && hasText) finish();
    lines.push(line);
    hasText = heading === undefined && (hasText || line.trim() !== '');
    if (heading === undefined) continue;
    headings.length = Math.min(headings.length, level - 1);
    headings.push(...Array.from({ length: level - 1 - headings.length }, () => ''), heading);
  }
  finish();
  return sections;
}

interface MarkdownLine {
  readonly line: string;
  readonly level: number;
  /** Of a heading of the first three levels, what it says. */
  readonly heading: string | undefined;
}

function* readLines(markdown: string): Generator<MarkdownLine> {
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && fence === '') fence = mark;
    else if (mark?.startsWith(fence)) fence = '';
    const found = fence === '' ? /^(#{1,3})[ \t]+(.+?)[ \t]*#*$/.exec(line) : null;
    yield { line, level: found?.[1]?.length ?? 0, heading: found?.[2] };
  }
}

/** The first heading of a text; undefined when there is none. */
export function firstHeading(markdown: string): string | undefined {
  return /^#{1,6}[ \t]+(.+?)[ \t]*#*$/m.exec(markdown)?.[1];
}
