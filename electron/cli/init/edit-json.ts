import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isJsonEqual, isJsonObject } from '../../../shared/model/json.ts';
import type { SettingsEntry } from '../../host/agents/coding-agent.ts';
import { UsageError } from '../usage-error.ts';
import { insert, remove, replace } from './edit-nodes.ts';

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
  const parts = ownParts(node, value);
  if (parts.some(part => isJsonEqual(jsonOf(part.node), part.value))) return settings.text;
  const [own] = parts;
  return own === undefined
    ? insert(settings.text, node, undefined, value)
    : replace(settings.text, own.node, own.value);
}

/** What of a list is Weft's: the node, the list that it stands in, and what it is to be. */
interface OwnPart {
  readonly node: Node;
  readonly list: Node;
  readonly value: unknown;
}

/** Whole elements; of a group that holds hooks of others too, those of Weft alone. */
function ownParts(list: Node, value: unknown): OwnPart[] {
  const isOwn = (part: OwnPart): boolean =>
    isJsonEqual(jsonOf(part.node), part.value) || startsWeft(jsonOf(part.node));
  const [wantedHook] = isJsonObject(value) && Array.isArray(value.hooks) ? value.hooks : [];
  return (list.children ?? []).flatMap(element => {
    const whole: OwnPart = { node: element, list, value };
    const group = wantedHook === undefined ? undefined : nodeAt(element, ['hooks']);
    if (group?.type !== 'array') return isOwn(whole) ? [whole] : [];
    const hooks = (group.children ?? []).map(node => ({ node, list: group, value: wantedHook }));
    const own = hooks.filter(isOwn);
    return own.length > 0 && own.length === hooks.length ? [whole] : own;
  });
}

function withoutEntry(settings: SettingsText, entry: SettingsEntry): string {
  const { at, value, isElement } = entry;
  const node = nodeAt(rootOf(settings), at);
  if (node === undefined) return settings.text;
  if (isElement !== true) {
    const isOurs = isJsonEqual(jsonOf(node), value) || startsWeft(jsonOf(node));
    return isOurs ? withoutPath(settings, at) : settings.text;
  }
  const own = node.type === 'array' ? ownParts(node, value).at(-1) : undefined;
  if (own === undefined) return settings.text;
  const text = pruned({ ...settings, text: remove(settings.text, own.list, own.node) }, at);
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
