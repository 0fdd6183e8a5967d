import { unreachable } from '../../contract/errors.ts';

/** Longest condition, in UTF-16 units. */
export const maxExpressionLength = 2_000;
/** How deep parentheses and `not` may stand in each other. */
export const maxExpressionDepth = 32;

export const comparisons = ['==', '!=', '>=', '<=', '>', '<'] as const;
export type Comparison = (typeof comparisons)[number];

/** What can be asked of a text or a list. */
export const methods = ['contains', 'starts_with', 'ends_with'] as const;
export type Method = (typeof methods)[number];

/** Fields of the intent, by their own name. */
export const intentFields = ['query', 'keywords', 'action'] as const;
export type IntentField = (typeof intentFields)[number];

/** A condition as a tree. It is looked at, never run. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** `results.count`: how many elements the last list has. */
  | { readonly kind: 'last_count' }
  /** `results.<alias>`: the result of an earlier step; `at` is where the alias stands. */
  | { readonly kind: 'result'; readonly alias: string; readonly at: number }
  | { readonly kind: 'intent'; readonly field: IntentField }
  /** `${name}`: the value that a template of this name has. */
  | { readonly kind: 'template'; readonly name: string }
  /** `.length`, `.count`: elements of a list, characters of a text. */
  | { readonly kind: 'length'; readonly of: Expression }
  | { readonly kind: 'call'; readonly of: Expression; readonly method: Method; readonly argument: Expression }
  | {
      readonly kind: 'compare';
      readonly comparison: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Expression[] }
  | { readonly kind: 'not'; readonly term: Expression };

/** Parts an expression is made of. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'length':
      return [expression.of];
    case 'call':
      return [expression.of, expression.argument];
    case 'compare':
      return [expression.left, expression.right];
    case 'and':
    case 'or':
      return expression.terms;
    case 'not':
      return [expression.term];
    case 'literal':
    case 'last_count':
    case 'result':
    case 'intent':
    case 'template':
      return [];
    default:
      return unreachable(expression);
  }
}

/** The expression and everything in it, outermost first. */
export function walkExpression(expression: Expression): Expression[] {
  return [expression, ...partsOf(expression).flatMap(walkExpression)];
}
