import type { Output } from '../../../../shared/contract/contract.ts';
import { inNaturalOrder } from '../../../texts/natural-order.ts';

type Facets = Pick<Output<'ledger.facets'>, 'scopes' | 'files'>;

/** A place in the project that the ledger speaks of. */
export interface ScopeNode {
  /** As a scope, without slash at the end. */
  readonly scope: string;
  /** What is told beside its parent: `dashboard/public` where nothing else lies in `dashboard`. */
  readonly name: string;
  /** Records with a scope at or below this one, and mentions of files that decisions affect. */
  readonly count: number;
  readonly children: readonly ScopeNode[];
}

interface Growing {
  own: number;
  readonly children: Map<string, Growing>;
}

/** Folders and files that scopes and affected files name, joined where a folder has nothing but one other in it. */
export function scopeTree({ scopes, files }: Facets): ScopeNode[] {
  const root: Growing = { own: 0, children: new Map() };
  for (const { scope, decisions, entries } of scopes) grow(root, scope, decisions + entries);
  for (const { name, count } of files) grow(root, name, count);
  return branches(root, '');
}

function grow(root: Growing, path: string, count: number): void {
  if (path === '' || path === 'project') return;
  const target = path
    .split('/')
    .filter((part, at) => part !== '' || at === 0)
    .reduce((node, part) => {
      const child = node.children.get(part) ?? { own: 0, children: new Map() };
      node.children.set(part, child);
      return child;
    }, root);
  target.own += count;
}

function branches(node: Growing, path: string): ScopeNode[] {
  return [...node.children]
    .map(([name, child]) => joined(child, path === '' ? name : `${path}/${name}`, name))
    .sort(foldersFirst);
}

function joined(node: Growing, scope: string, name: string): ScopeNode {
  const [only, ...others] = node.children;
  if (node.own === 0 && only !== undefined && others.length === 0)
    return joined(only[1], `${scope}/${only[0]}`, `${name}/${only[0]}`);
  const children = branches(node, scope);
  return { scope, name, count: children.reduce((sum, child) => sum + child.count, node.own), children };
}

function foldersFirst(left: ScopeNode, right: ScopeNode): number {
  const byKind = Number(right.children.length > 0) - Number(left.children.length > 0);
  return byKind || inNaturalOrder(left.name, right.name);
}

/** Scopes of the nodes that lie around a scope, outermost first. */
export function scopesAround(nodes: readonly ScopeNode[], scope: string): string[] {
  const outer = nodes.find(node => scope.startsWith(`${node.scope}/`));
  return outer ? [outer.scope, ...scopesAround(outer.children, scope)] : [];
}
