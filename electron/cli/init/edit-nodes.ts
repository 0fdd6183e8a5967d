import type { Node } from 'jsonc-parser';

/** A value after all that its container holds, in the container's own way of writing. */
export function insert(text: string, container: Node, key: string | undefined, value: unknown): string {
  const style = styleOf(text, container);
  const written = (key === undefined ? '' : `${key}: `) + writtenIn(style, value);
  const last = container.children?.at(-1);
  if (last === undefined) {
    const inside = text.slice(container.offset + 1, container.offset + container.length - 1);
    const end = style.isOneLine || inside.trim() !== '' ? '' : style.eol + style.outer;
    const start = style.isOneLine ? '' : style.eol + style.inner;
    const rest = inside.trim() === '' ? '' : inside;
    return splice(
      text,
      container.offset + 1,
      container.offset + 1 + inside.length,
      start + written + end + rest,
    );
  }
  const lastEnd = last.offset + last.length;
  if (style.isOneLine) return splice(text, lastEnd, lastEnd, `, ${written}`);
  // A comment behind the last value stays behind it.
  const { comma, end } = restOfLine(text, lastEnd);
  const added = style.eol + style.inner + written + (comma === undefined ? '' : ',');
  const withAdded = splice(text, end, end, added);
  return comma === undefined ? splice(withAdded, lastEnd, lastEnd, ',') : withAdded;
}

/** A value in the place of another, in the way of writing of that one. */
export function replace(text: string, node: Node, value: unknown): string {
  const style = styleOf(text, node);
  const written = style.isOneLine
    ? JSON.stringify(value)
    : writtenIn({ ...style, inner: indentAt(text, node.offset) }, value);
  return splice(text, node.offset, node.offset + node.length, written);
}

/** A child with one comma and the blanks beside it; comments stay. */
export function remove(text: string, { children = [] }: Node, child: Node): string {
  const index = children.indexOf(child);
  const [previous, next] = [children[index - 1], children[index + 1]];
  const end = child.offset + child.length;
  const own = commaAfter(text, end);
  if (next !== undefined && own !== undefined) {
    const joined = splice(text, own, blanksEnd(text, own + 1), '');
    return splice(joined, child.offset, blanksEnd(joined, end), '');
  }
  const without = withoutLast(own === undefined ? text : splice(text, own, own + 1, ''), child);
  const between = previous === undefined ? undefined : commaAfter(text, previous.offset + previous.length);
  return own === undefined && between !== undefined ? splice(without, between, between + 1, '') : without;
}

/** Without a last child and the blanks before it, but never so that a comment's line goes on with what comes next. */
function withoutLast(text: string, child: Node): string {
  const end = child.offset + child.length;
  const start = text.slice(0, child.offset).trimEnd().length;
  const isSafe =
    /^[\t ]*(?:[\r\n]|$)/.test(text.slice(end)) || !text.slice(start, child.offset).includes('\n');
  return isSafe ? splice(text, start, end, '') : splice(text, child.offset, blanksEnd(text, end), '');
}

const blanksEnd = (text: string, from: number): number => text.length - text.slice(from).trimStart().length;

/** Where the comma behind a value stands, whatever comments are before it. */
function commaAfter(text: string, from: number): number | undefined {
  const blanks = /(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  blanks.lastIndex = from;
  blanks.exec(text);
  return text[blanks.lastIndex] === ',' ? blanks.lastIndex : undefined;
}

interface Style {
  readonly isOneLine: boolean;
  readonly eol: string;
  readonly unit: string;
  /** Indentation of the container's line, and of what is in it. */
  readonly outer: string;
  readonly inner: string;
}

function styleOf(text: string, container: Node): Style {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /^(\t| +)\S/m.exec(text)?.[1] ?? '  ';
  const outer = indentAt(text, container.offset);
  const first = container.children?.[0];
  const body = text.slice(container.offset, container.offset + container.length);
  const isOneLine =
    first === undefined ? !/[\r\n]/.test(text.trim()) && text.trim() !== '{}' : !/[\r\n]/.test(body);
  const inner = first === undefined || isOneLine ? outer + unit : indentAt(text, first.offset);
  return { isOneLine, eol, unit, outer, inner };
}

function writtenIn({ isOneLine, eol, unit, inner }: Style, value: unknown): string {
  if (isOneLine) return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + inner);
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[\t ]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Behind a value: where its comma stands, and where blanks and comments of its line end. */
function restOfLine(
  text: string,
  from: number,
): { readonly comma: number | undefined; readonly end: number } {
  let comma: number | undefined;
  let end = from;
  const part = /[\t ]+|,|\/\/[^\r\n]*|\/\*[^\r\n]*?\*\//y;
  for (part.lastIndex = from; ; ) {
    const found = part.exec(text)?.[0];
    if (found === undefined) return { comma, end };
    if (found === ',') comma = part.lastIndex - 1;
    if (found.trim() !== '') end = part.lastIndex;
  }
}

const splice = (text: string, from: number, to: number, added: string): string =>
  text.slice(0, from) + added + text.slice(to);
