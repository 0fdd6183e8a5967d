/** A part of a guide below one heading; `title` has the headings above it too. */
export interface GuideSection {
  readonly title: string;
  readonly content: string;
}

/**
 * The sections of a Markdown text, at headings of the first three levels. Headings within code are text; a heading
 * with nothing below it lives on in the titles of the sections under it.
 */
export function guideSections(markdown: string): GuideSection[] {
  const headings: string[] = [];
  const sections: GuideSection[] = [];
  let lines: string[] = [];
  let fence = '';
  const finish = (): void => {
    const content = lines.join('\n').trim();
    lines = [];
    if (content !== '') sections.push({ title: headings.filter(text => text !== '').join(' › '), content });
  };
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && fence === '') fence = mark;
    else if (mark?.startsWith(fence)) fence = '';
    const heading = fence === '' ? /^(#{1,3})[ \t]+(.+?)[ \t]*#*$/.exec(line) : null;
    if (heading === null) {
      lines.push(line);
      continue;
    }
    finish();
    const level = heading[1]?.length ?? 1;
    headings.length = Math.min(headings.length, level - 1);
    headings.push(...Array.from({ length: level - 1 - headings.length }, () => ''), heading[2] ?? '');
  }
  finish();
  return sections;
}

/** The first heading of a text; undefined when there is none. */
export function firstHeading(markdown: string): string | undefined {
  return /^#{1,6}[ \t]+(.+?)[ \t]*#*$/m.exec(markdown)?.[1];
}
