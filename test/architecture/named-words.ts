import { parseSync } from 'vite';
import { type Node, walk } from './parse-source.ts';

export interface NamedWords {
  /** Words that stand as texts, in the order of the file. */
  readonly texts: readonly string[];
  /** Groups of at least three of them side by side. */
  readonly lists: readonly (readonly string[])[];
}

/** So few side by side may be what an example is about. */
export const fewestListed = 3;

/** Which of some words a source names as texts, and where it lists several; comments and identifiers are none. */
export function namedWords(path: string, source: string, words: readonly string[]): NamedWords {
  const nodes = walk(parseSync(path, source).program).map(({ node }) => node);
  const known = (value: unknown): string[] => {
    const text = textOf(value);
    return text !== undefined && words.includes(text) ? [text] : [];
  };
  return {
    texts: nodes.flatMap(node => (node.type === 'Literal' ? known(node) : [])),
    lists: nodes
      .map(node => [...new Set(membersOf(node).flatMap(known))])
      .filter(list => list.length >= fewestListed),
  };
}

/** What stands side by side in a node: elements, arguments, keys, cases. */
function membersOf(node: Node): unknown[] {
  const at = (key: string, inner: string): unknown[] =>
    listAt(node, key).map(one => Reflect.get(Object(one), inner));
  switch (node.type) {
    case 'ArrayExpression':
      return listAt(node, 'elements');
    case 'CallExpression':
    case 'NewExpression':
      return listAt(node, 'arguments');
    case 'ObjectExpression':
      return at('properties', 'key');
    case 'SwitchStatement':
      return at('cases', 'test');
    default:
      return [];
  }
}

function listAt(node: Node, key: string): unknown[] {
  const list = node[key];
  return Array.isArray(list) ? list : [];
}

/** A text, also behind `as const`; a key by its name. */
function textOf(value: unknown): string | undefined {
  const node = Object(value);
  if (node.type === 'TSAsExpression') return textOf(node.expression);
  const text: unknown = node.type === 'Identifier' ? node.name : node.value;
  return typeof text === 'string' ? text : undefined;
}
