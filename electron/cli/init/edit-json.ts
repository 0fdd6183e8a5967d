import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isJsonEqual, isJsonObject } from '../../../shared/model/json.ts';
import type { SettingsEntry } from '../../host/agents/coding-agent.ts';
import { UsageError } from '../usage-error.ts';

/** Settings as text, with comments and commas before brackets, as agents read them. `file` is how errors name it. */
export interface SettingsText {
  readonly file: string;
  readonly text: string;
}

/**
 * The text with the entries in it: nothing that stands there is moved or changed, except for an entry that starts an
 * earlier Weft. Throws `UsageError` with line and column for what cannot be read, and for what is in the way.
 */
export function withEntries({ file, text }: SettingsText, entries: readonly SettingsEntry[]): string {
  return entries.reduce((edited, entry) => withEntry({ file, text: edited }, entry), text);
}

/** The text without the entries, and without what held nothing else; empty where nothing is left. */
export function withoutEntries(settings: SettingsText, entries: readonly SettingsEntry[]): string {
  const { file } = settings;
  let { text } = settings;
  if (text.trim() === '') return text;
  for (const entry of entries.filter(({ isDefault }) => isDefault !== true))
    text = withoutEntry({ file, text }, entry);
  if (text === settings.text) return text;
  const defaults = entries.filter(({ isDefault }) => isDefault === true);
  const left = jsonOf(rootOf({ file, text }));
  const isOnlyOurs =
    isJsonObject(left) &&
    Object.keys(left).every(key => defaults.some(({ at }) => at.length === 1 && at[0] === key));
  return isOnlyOurs ? '' : text;
}

/** Whether a value starts a Weft of whatever place: its program, and `mcp` or `hook` after it. */
export function startsWeft(value: unknown): boolean {
  const words = stringsIn(value).join(' ');
  return /(?:^|[\s\\/'"])(?:weft(?:\.cmd|\.exe)?|cli\.c?js)['"]?\s+(?:mcp|hook --agent)(?:\s|$)/.test(words);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function withEntry(settings: SettingsText, entry: SettingsEntry): string {
  const { text } = settings;
  const { at, isElement } = entry;
  const value = isElement ? [entry.value] : entry.value;
  if (text.trim() === '') return `${JSON.stringify(nested(at, value), null, 2)}\n${text}`;
  let node = rootOf(settings);
  for (const [depth, key] of at.entries()) {
    if (node.type !== 'object') throw inTheWay(settings, node, at.slice(0, depth), 'an object');
    const found = propertyOf(node, key);
    if (found === undefined)
      return insert(text, node, JSON.stringify(key), nested(at.slice(depth + 1), value));
    node = found;
  }
  if (entry.isDefault) return text;
  return isElement ? withElement(settings, node, entry) : withValue(settings, node, entry);
}

function withValue(settings: SettingsText, node: Node, { at, value }: SettingsEntry): string {
  if (isJsonEqual(jsonOf(node), value)) return settings.text;
  if (startsWeft(jsonOf(node))) return replace(settings.text, node, value);
  throw new UsageError(
    `${place(settings, node)}: "${at.join('.')}" is there already and is none of Weft; rename it`,
  );
}

function withElement(settings: SettingsText, node: Node, { at, value }: SettingsEntry): string {
  if (node.type !== 'array') throw inTheWay(settings, node, at, 'a list');
  const elements = node.children ?? [];
  if (elements.some(element => isJsonEqual(jsonOf(element), value))) return settings.text;
  const own = elements.find(element => startsWeft(jsonOf(element)));
  return own === undefined
    ? insert(settings.text, node, undefined, value)
    : replace(settings.text, own, value);
}

function withoutEntry(settings: SettingsText, entry: SettingsEntry): string {
  const { at, value, isElement } = entry;
  const node = nodeAt(rootOf(settings), at);
  if (node === undefined) return settings.text;
  const isOurs = (one: Node) => isJsonEqual(jsonOf(one), value) || startsWeft(jsonOf(one));
  if (isElement !== true) return isOurs(node) ? withoutPath(settings, at) : settings.text;
  const own = node.type === 'array' ? node.children?.findLast(isOurs) : undefined;
  if (own === undefined) return settings.text;
  const text = pruned({ ...settings, text: remove(settings.text, node, own) }, at);
  return withoutEntry({ ...settings, text }, entry);
}

/** Without a property, and without what is around it and holds nothing any more. */
function withoutPath(settings: SettingsText, at: readonly string[]): string {
  const above = at.slice(0, -1);
  const container = nodeAt(rootOf(settings), above);
  const property = container?.children?.findLast(({ children }) => children?.[0]?.value === at.at(-1));
  if (container === undefined || property === undefined) return settings.text;
  return pruned({ ...settings, text: remove(settings.text, container, property) }, above);
}

function pruned(settings: SettingsText, at: readonly string[]): string {
  const node = at.length === 0 ? undefined : nodeAt(rootOf(settings), at);
  if (node === undefined || (node.children ?? []).length > 0) return settings.text;
  return withoutPath(settings, at);
}

/** A child with one comma and the blanks before it; comments stay. */
function remove(text: string, { children = [] }: Node, child: Node): string {
  const index = children.indexOf(child);
  const [previous, next] = [children[index - 1], children[index + 1]];
  if (next !== undefined) return splice(text, child.offset, next.offset, '');
  const start = text.slice(0, child.offset).trimEnd().length;
  const end = child.offset + child.length;
  const own = commaAfter(text, end);
  const without = splice(text, start, own === undefined ? end : own + 1, '');
  const between = previous === undefined ? undefined : commaAfter(text, previous.offset + previous.length);
  return own === undefined && between !== undefined ? splice(without, between, between + 1, '') : without;
}

/** Where the comma behind a value stands, whatever comments are before it. */
function commaAfter(text: string, from: number): number | undefined {
  const blanks = /(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  blanks.lastIndex = from;
  blanks.exec(text);
  return text[blanks.lastIndex] === ',' ? blanks.lastIndex : undefined;
}

function rootOf({ file, text }: SettingsText): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined)
    throw new UsageError(
      `${file}:${lineAndColumn(text, first.offset)}: ${wordsOf(first)}; it was left as it is, mend it first`,
    );
  if (root === undefined) throw new UsageError(`${file}:1:1: holds no settings; it was left as it is`);
  return root;
}

/** `PropertyNameExpected` as words. */
const wordsOf = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** The last one counts where a key is named twice, as for who reads it. */
const propertyOf = (node: Node, key: string): Node | undefined =>
  node.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];

function nodeAt(root: Node, at: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const key of at) node = node?.type === 'object' ? propertyOf(node, key) : undefined;
  return node;
}

function jsonOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(jsonOf);
  if (node.type !== 'object') return node.value;
  const pairs = (node.children ?? []).map(({ children = [] }) => [
    String(children[0]?.value),
    children[1] === undefined ? undefined : jsonOf(children[1]),
  ]);
  return Object.fromEntries(pairs);
}

const nested = (at: readonly string[], value: unknown): unknown =>
  at.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/** A value after all that its container holds, in the container's own way of writing. */
function insert(text: string, container: Node, key: string | undefined, value: unknown): string {
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

function replace(text: string, node: Node, value: unknown): string {
  const style = styleOf(text, node);
  const written = style.isOneLine
    ? JSON.stringify(value)
    : writtenIn({ ...style, inner: indentAt(text, node.offset) }, value);
  return splice(text, node.offset, node.offset + node.length, written);
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

const inTheWay = (settings: SettingsText, node: Node, at: readonly string[], wanted: string): UsageError =>
  new UsageError(
    `${place(settings, node)}: "${at.join('.') || 'the file'}" is not ${wanted}; it was left as it is, mend it first`,
  );

const place = ({ file, text }: SettingsText, { offset }: Node): string =>
  `${file}:${lineAndColumn(text, offset)}`;

/** As `3:14`, both from 1. */
function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
}
