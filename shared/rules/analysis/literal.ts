import { unreachable } from '../../contract/errors.ts';
import type { Condition } from '../../model/rule.ts';
import type { Domain } from '../operators/operator-kind.ts';
import { domainOf, operators } from '../operators.ts';

/** A condition that must hold, or must not: what a value of its field is asked to satisfy. */
export interface Literal {
  readonly condition: Condition;
  readonly holds: boolean;
  /** Where the condition holds; undefined where its operator does not say, and nothing may be concluded. */
  readonly domain: Domain | undefined;
}

export function demand(condition: Condition): Literal {
  return { condition, holds: true, domain: domainOf(condition) };
}

export function denial(condition: Condition): Literal {
  return { condition, holds: false, domain: domainOf(condition) };
}

/** All conditions of one field as demands that must hold. */
export function demands(conditions: readonly Condition[]): Literal[] {
  return conditions.map(demand);
}

/** The constants that the literals speak of, lists taken apart. */
export function constantsOf(literals: readonly Literal[]): unknown[] {
  return literals.flatMap(({ condition: { operator, value = null } }) =>
    operators[operator].takes === 'list' && Array.isArray(value) ? [...value, value] : [value],
  );
}

/** Texts that demands of this kind ask for. */
export function demandedTexts(
  literals: readonly Literal[],
  kind: 'starts' | 'ends' | 'holds' | 'pattern',
): string[] {
  return literals.flatMap(({ domain, holds }) => {
    const text = holds && domain?.kind === kind ? partOf(domain) : undefined;
    return typeof text === 'string' ? [text] : [];
  });
}

/** What a value must have in it, for the kinds that look for a part; undefined for the others. */
export function partOf(domain: Domain): unknown {
  switch (domain.kind) {
    case 'starts':
    case 'ends':
      return domain.text;
    case 'holds':
      return domain.value;
    case 'pattern':
      return domain.pattern;
    case 'never':
    case 'given':
    case 'missing':
    case 'one_of':
    case 'none_of':
    case 'range':
      return undefined;
    default:
      return unreachable(domain);
  }
}
