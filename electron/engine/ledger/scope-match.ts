import type { LedgerItem } from './ledger-item.ts';

/** True for the scope that everything lies in: `project`, or none at all. */
export function isWholeProject(scope: string | undefined): boolean {
  return scope === undefined || scope === '' || scope === 'project';
}

/** A scope without the slash at its end: `src/auth/` and `src/auth` are one. */
export function plainScope(scope: string): string {
  return scope.length > 1 && scope.endsWith('/') ? scope.slice(0, -1) : scope;
}

/** True when one is the other or lies in it, at a path boundary: `src/auth` and `src/auth/token.ts`, not `src/authz`. */
export function scopesMatch(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || isWholeProject(left) || isWholeProject(right)) return true;
  const one = plainScope(left);
  const other = plainScope(right);
  return one.length <= other.length ? liesIn(other, one) : liesIn(one, other);
}

/** True for what lies in a scope by its own scope or by a file that it affects, not for what stands above it. */
export function standsInside({ scope: own, files }: Omit<DecisionReach, 'symbols'>, scope: string): boolean {
  if (isWholeProject(scope)) return true;
  const outer = plainScope(scope);
  return [own, ...files].some(inner => !isWholeProject(inner) && liesIn(plainScope(inner), outer));
}

function liesIn(inner: string, outer: string): boolean {
  if (!inner.startsWith(outer)) return false;
  return inner.length === outer.length || inner[outer.length] === '/' || outer.endsWith('/');
}

/** What of a decision is looked at to tell whether it belongs to a scope. */
interface DecisionReach {
  readonly scope: string;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
}

/** A decision also belongs where a file lies that it affects, and to the symbols that it affects. */
export function decisionMatches({ scope: own, files, symbols }: DecisionReach, scope: string): boolean {
  return scopesMatch(own, scope) || files.some(file => scopesMatch(file, scope)) || symbols.includes(scope);
}

/** True for a decision or an entry that belongs to a scope. */
export const isInScope = (item: LedgerItem, scope: string): boolean =>
  item.kind === 'decision' ? decisionMatches(item, scope) : scopesMatch(item.scope, scope);
