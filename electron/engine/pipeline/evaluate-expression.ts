import { unreachable } from '../../../shared/contract/errors.ts';
import { includesJson, isJsonEqual, isMissing } from '../../../shared/model/json.ts';
import type {
  Comparison,
  Expression,
  IntentField,
  Method,
} from '../../../shared/pipeline/expression/expression.ts';
import { numericValue } from '../../../shared/rules/numeric-value.ts';
import { type NameLookup, resolveText } from './resolve-templates.ts';
import { resultElements, resultText, type StepResult } from './step-result.ts';

/** What a condition may look at. */
export interface ExpressionContext {
  /** Elements of the last list. */
  readonly lastCount: number;
  readonly resultOf: (alias: string) => StepResult | undefined;
  readonly intent: (field: IntentField) => string;
  /** What `${name}` stands for. */
  readonly template: NameLookup;
}

/**
 * Whether a condition holds. Missing values, `false`, 0 and empty texts and lists count as no; what cannot be
 * compared does not compare (never an error), so that a condition on something optional is simply false.
 */
export function holds(expression: Expression, context: ExpressionContext): boolean {
  const value = evaluate(expression, context);
  if (Array.isArray(value)) return value.length > 0;
  return !isMissing(value) && value !== false && value !== 0 && value !== '';
}

function evaluate(expression: Expression, context: ExpressionContext): unknown {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string'
        ? resolveText(expression.value, context.template)
        : expression.value;
    case 'last_count':
      return context.lastCount;
    case 'result':
      return resultValue(context.resultOf(expression.alias));
    case 'intent':
      return context.intent(expression.field);
    case 'template':
      return templateValue(expression.name, context);
    case 'length':
      return lengthOf(expression.of, context);
    case 'call':
      return ask(expression.method, evaluate(expression.of, context), evaluate(expression.argument, context));
    case 'compare':
      return compare(
        expression.comparison,
        evaluate(expression.left, context),
        evaluate(expression.right, context),
      );
    case 'and':
      return expression.terms.every(term => holds(term, context));
    case 'or':
      return expression.terms.some(term => holds(term, context));
    case 'not':
      return !holds(expression.term, context);
    default:
      return unreachable(expression);
  }
}

/** A list is its contents joined by newlines, as in a template. A step that did not run gave nothing. */
function resultValue(result: StepResult | undefined): unknown {
  if (result === undefined) return null;
  return result.kind === 'boolean' ? result.value : resultText(result);
}

/** The result of a step is the same under both of its names; a variable keeps its type. */
function templateValue(name: string, { resultOf, template }: ExpressionContext): unknown {
  const result = resultOf(name);
  return result === undefined ? template(name) : resultValue(result);
}

function lengthOf(of: Expression, context: ExpressionContext): number {
  const result = stepResult(of, context);
  if (result !== undefined && (result.kind === 'elements' || result.kind === 'groups'))
    return resultElements(result).length;
  const value = evaluate(of, context);
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

function stepResult(of: Expression, { resultOf }: ExpressionContext): StepResult | undefined {
  if (of.kind === 'result') return resultOf(of.alias);
  return of.kind === 'template' ? resultOf(of.name) : undefined;
}

function ask(method: Method, value: unknown, argument: unknown): boolean {
  if (method === 'contains' && Array.isArray(value)) return includesJson(value, argument);
  if (typeof value !== 'string' || typeof argument !== 'string') return false;
  switch (method) {
    case 'contains':
      return value.includes(argument);
    case 'starts_with':
      return value.startsWith(argument);
    case 'ends_with':
      return value.endsWith(argument);
    default:
      return unreachable(method);
  }
}

/** Equality as `eq`, order as `gt` and its kin; missing values equal each other and nothing else. */
function compare(comparison: Comparison, left: unknown, right: unknown): boolean {
  if (comparison === '==') return areEqual(left, right);
  if (comparison === '!=') return !areEqual(left, right);
  const [one, other] = [numericValue(left), numericValue(right)];
  if (one === undefined || other === undefined) return false;
  switch (comparison) {
    case '>':
      return one > other;
    case '>=':
      return one >= other;
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    default:
      return unreachable(comparison);
  }
}

function areEqual(left: unknown, right: unknown): boolean {
  return isMissing(left) || isMissing(right)
    ? isMissing(left) === isMissing(right)
    : isJsonEqual(left, right);
}
