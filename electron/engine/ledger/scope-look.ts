import { GrowingNumbers } from './growing-numbers.ts';
import { decisionCode, type RecordColumns } from './record-columns.ts';
import { scopesMatch } from './scope-match.ts';

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
