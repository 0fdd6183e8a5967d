import type { Literal } from '../literal.ts';
import { freshCharacter } from './fresh-text.ts';
import { textsOf } from './text-candidates.ts';

/** The list that holds exactly what is demanded, alone and with one element more that no constant equals. */
export function listCandidates(literals: readonly Literal[]): unknown[][] {
  const demanded = literals.flatMap(({ condition, holds }) =>
    holds && condition.operator === 'contains' ? [condition.value ?? null] : [],
  );
  // A fresh element alone would not tell the list from a constant that is a longer list, so it is unlike every text in them.
  const fresh = freshCharacter([
    ...textsOf(literals),
    JSON.stringify(literals.map(({ condition }) => condition.value ?? null)),
  ]);
  return [demanded, [...demanded, fresh]];
}
