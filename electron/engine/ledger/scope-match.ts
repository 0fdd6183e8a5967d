import { GrowingNumbers } from './growing-numbers.ts';
import type { LedgerItem } from './ledger-item.ts';
import { decisionCode, type RecordColumns } from './record-columns.ts';

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

/** Finds what belongs to a scope: each name of a scope or file is compared once, not once for each record. */
interface ScopeLook {
  /** Tells for places that hold something whether it belongs to a scope; good until something is put. */
  within(scope: string): (place: number) => boolean;
  /** A decision's files and symbols may be others now. */
  forget(place: number): void;
}

export function createScopeLook(columns: RecordColumns): ScopeLook {
  const { names } = columns;
  // What decisions affect, by the numbers of names: how many files, those, how many symbols, those.
  const reach = new GrowingNumbers(size => new Int32Array(size));
  // Of each place where that begins, and 1; 0 where it is not known yet.
  const starts = new GrowingNumbers(size => new Int32Array(size));
  const reachOf = (place: number): number => {
    const known = starts.at(place);
    if (known !== 0) return known - 1;
    const item = columns.itemAt(place);
    const { files, symbols } = item?.kind === 'decision' ? item : { files: [], symbols: [] };
    const start = reach.size;
    const numbers = [files, symbols].flatMap(own => [own.length, ...own.map(name => names.numberOf(name))]);
    reach.append(Int32Array.from(numbers));
    starts.set(place, start + 1);
    return start;
  };
  return {
    within(scope) {
      const types = columns.types.view();
      const scopes = columns.scopes.view();
      // 1 yes, 2 no, 0 not compared yet.
      const matches = new Uint8Array(names.size);
      const doesMatch = (name: number): boolean => {
        const known = matches[name] ?? 0;
        if (known !== 0) return known === 1;
        const isMatch = scopesMatch(names.at(name), scope);
        matches[name] = isMatch ? 1 : 2;
        return isMatch;
      };
      const isReached = (place: number): boolean => {
        const start = reachOf(place);
        const files = reach.at(start);
        for (let at = start + 1; at <= start + files; at += 1) if (doesMatch(reach.at(at))) return true;
        const symbols = start + 1 + files;
        for (let at = symbols + 1; at <= symbols + reach.at(symbols); at += 1)
          if (names.at(reach.at(at)) === scope) return true;
        return false;
      };
      return place => doesMatch(scopes[place] ?? 0) || (types[place] === decisionCode && isReached(place));
    },
    forget: place => starts.set(place, 0),
  };
}
