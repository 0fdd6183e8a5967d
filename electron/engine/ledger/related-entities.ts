import { chars4 } from '../../../shared/model/chars4.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { RelatedEntity } from '../../../shared/model/ledger.ts';
import { standsInside } from './scope-match.ts';

/** A thing of the graph with all it is joined to. */
export interface LinkedEntity extends RelatedEntity {
  /** Files that its attributes name. */
  readonly files: readonly string[];
}

const mostEntities = 5;

/** Things whose name or file lies in the scope, those with most relations first, then by name. */
export function relatedEntities(entities: Iterable<LinkedEntity>, scope: string): LinkedEntity[] {
  return [...entities]
    .filter(({ name, files }) => standsInside({ scope: name, files }, scope))
    .sort(
      (left, right) =>
        right.relations.length - left.relations.length ||
        compareCodeUnits(left.name, right.name) ||
        compareCodeUnits(left.id, right.id),
    )
    .slice(0, mostEntities);
}

/** What an entity costs in a context: a quarter of the characters of its names and relations, rounded up. */
export function entityTokens({ name, type, relations }: RelatedEntity): number {
  return chars4(
    `${name} ${type} ${relations.map(relation => `${relation.type} ${relation.name}`).join(', ')}`,
  );
}
