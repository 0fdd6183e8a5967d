import type { Output } from '../../../../shared/contract/contract.ts';
import { inNaturalOrder } from '../../../texts/natural-order.ts';

type Facets = Pick<Output<'ledger.facets'>, 'scopes' | 'files' | 'places'>;

/** A place in the project that the ledger speaks of. */
export interface ScopeNode {
  /** As a scope, without slash at the end. */
  readonly scope: string;
  /** What is told beside its parent: `dashboard/public` where nothing else lies in `dashboard`. */
  readonly name: string;
  /** Records that stand here or inside, by their scope or by a file that they affect; each once. */
  readonly count: number;
  readonly children: readonly ScopeNode[];
}

interface Growing {
  /** Whether a scope or a file names it, and not only what lies in it. */
  isNamed: boolean;
  readonly children: Map<string, Growing>;
}

/** Folders and files that scopes and affected files name, joined where a folder has nothing but one other in it. */
export function scopeTree({ scopes, files, places }: Facets): ScopeNode[] {
  const root: Growing = { isNamed: false, children: new Map() };
  for (const { scope } of scopes) grow(root, scope);
  for (const { name } of files) grow(root, name);
  return branches(root, '', new Map(places.map(({ name, count }) => [name, count])));
}

function grow(root: Growing, path: string): void {
  if (path === '' || path === 'project') return;
  // The slash that an absolute path begins with is no folder of its own.
  const parts = path.match(/^\/?[^/]+|[^/]+/g) ?? [];
  const target = parts.reduce((node, part) => {
    const child = node.children.get(part) ?? { isNamed: false, children: new Map() };
    node.children.set(part, child);
    return child;
  }, root);
  target.isNamed = true;
}

type Counted = ReadonlyMap<string, number>;

function branches(node: Growing, path: string, counted: Counted): ScopeNode[] {
  return [...node.children]
    .map(([name, child]) => joined(child, path === '' ? name : `${path}/${name}`, name, counted))
    .sort(foldersFirst);
}

function joined(node: Growing, scope: string, name: string, counted: Counted): ScopeNode {
  const [only, ...others] = node.children;
  if (!node.isNamed && only !== undefined && others.length === 0)
    return joined(only[1], `${scope}/${only[0]}`, `${name}/${only[0]}`, counted);
  return { scope, name, count: counted.get(scope) ?? 0, children: branches(node, scope, counted) };
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
