import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { Node } from './parse-source.ts';
import { isProduct, readText, sourcePaths } from './source-tree.ts';

/** What is told of these has no Undo, and why that is right; who adds one says here where its user is asked before. */
const withoutUndo: Readonly<Record<string, string>> = {
  'backup.create': 'adds a copy and changes nothing',
  'bundles.rebuild': 'makes anew what is computed from other things',
  'conversations.delete': 'asks first, and says that it cannot be undone',
  'health.acknowledgeCompaction': 'notes what an agent has done',
  'packages.markConsumed': 'asks first, and says that it cannot be undone',
  'storage.purge': 'asks first, and says that it cannot be undone',
};

const isWriting = (name: string): boolean =>
  Object.entries(contract).some(([known, { access }]) => known === name && access === 'write');

interface Told {
  readonly line: number;
  /** What the function around it changes, without a way back in the message. */
  readonly changes: readonly string[];
}

/** Every message of a file that has no button and is no error, with what the function around it changes. */
function messagesIn(path: string, text: string): Told[] {
  const { program } = parseSync(path, text);
  const found: Told[] = [];
  walk(program as unknown as Node, []); // the tree as plain nodes
  return found;

  function walk(node: Node, around: readonly Node[]): void {
    if (isCall(node, 'showToast')) {
      const said = text.slice(node.start, node.end);
      const outer = around.find(({ type }) => /Function/.test(type)) ?? node;
      const hasWay = /\baction\b/.test(said) || /kind: 'error'/.test(said.split('?')[0] ?? '');
      if (!hasWay)
        found.push({ line: text.slice(0, node.start).split('\n').length, changes: changesIn(outer) });
    }
    for (const child of childrenOf(node)) walk(child, [...around, node]);
  }

  function changesIn(node: Node): string[] {
    const own = isCall(node, 'edit') || isCall(node, 'editDocument') ? ['edit'] : [];
    const [first] = isCall(node, 'call') ? (node.arguments as readonly Node[]) : []; // of a call
    const name = String(first?.value ?? '');
    return [...own, ...(isWriting(name) ? [name] : []), ...childrenOf(node).flatMap(changesIn)];
  }
}

const isCall = (node: Node, name: string): boolean =>
  node.type === 'CallExpression' && (node.callee as Node & { name?: string }).name === name; // of a call

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((part): part is Node => typeof part === 'object' && part !== null && 'type' in part);

const unsaid = (path: string, text: string): string[] =>
  messagesIn(path, text).flatMap(({ line, changes }) =>
    changes.filter(name => !Object.hasOwn(withoutUndo, name)).map(name => `${path}:${line} ${name}`),
  );

const sources = () => sourcePaths().filter(path => isProduct(path) && path.startsWith('renderer/'));

it('a message about an edit has Undo, or its user was asked before', () => {
  const all = sources().map(path => ({ path, text: readText(path) }));
  expect(all.flatMap(({ path, text }) => unsaid(path, text))).toEqual([]);
  const told = all.flatMap(({ path, text }) => messagesIn(path, text));
  expect(told.length).toBeGreaterThan(8);
  const used = new Set(told.flatMap(({ changes }) => changes));
  expect(Object.keys(withoutUndo).filter(name => !used.has(name))).toEqual([]);
});

it('control: a message without Undo after an edit, a saved definition or a deletion is found', () => {
  const found = (body: string) => unsaid('renderer/x.ts', `export async function act() { ${body} }`);
  expect(found("edit('x', d => d); showToast({ message: 'Done' });")).toEqual(['renderer/x.ts:1 edit']);
  expect(found("await call('tests.save', { test }); showToast({ message: 'Saved' });")).toEqual([
    'renderer/x.ts:1 tests.save',
  ]);
  expect(found("call('kv.delete', at).then(() => showToast({ message: 'Gone' }));")).toEqual([
    'renderer/x.ts:1 kv.delete',
  ]);
  expect(found("edit('x', d => d); showToast({ message: 'Done', action: back });")).toEqual([]);
  expect(found("await call('tests.list', {}); showToast({ message: 'Read' });")).toEqual([]);
});
