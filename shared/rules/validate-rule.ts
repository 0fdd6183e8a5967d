import { unreachable } from '../contract/errors.ts';
import { checkShape } from '../model/check-shape.ts';
import { isPathWord, reservedIdReason } from '../model/id-name.ts';
import { firstProblems, type Problem, problemsFromIssues } from '../model/problem.ts';
import { type Condition, type ContextRuleEngine, engineSchema } from '../model/rule.ts';
import { scopes } from '../model/scope.ts';
import { atOnce } from '../stretches.ts';
import { compilePattern } from './compile-pattern.ts';
import { isKnownField, scopeOfField, suggestField } from './field-name.ts';
import { numericValue } from './numeric-value.ts';
import type { OperandKind } from './operators/operator-kind.ts';
import { insteadOfNull, operators } from './operators.ts';

/**
 * All problems of a rule engine: its shape first; when that holds, its fields (`unknown_field`, `unknown_scope`),
 * constants (`wrong_operand`, `null_constant`, `bad_pattern`) and ids (`reserved_id`, `duplicate_rule_id`). Paths start at the engine.
 */
export function checkEngine(value: unknown): Problem[] {
  const parsed = checkShape(engineSchema, value);
  return parsed.ok
    ? firstProblems(atOnce(problemsOfEngine(parsed.value)))
    : problemsFromIssues(parsed.issues);
}

/** All of them, of an engine whose shape holds; stops after each condition. */
export function* problemsOfEngine(engine: ContextRuleEngine): Generator<void, Problem[]> {
  const problems = [...reservedId(engine), ...duplicateRuleIds(engine)];
  for (const [ruleIndex, rule] of engine.rules.entries())
    for (const [index, condition] of rule.when.entries()) {
      problems.push(...checkCondition(condition, `rules.${ruleIndex}.when.${index}`));
      yield;
    }
  return problems;
}

function reservedId({ id }: ContextRuleEngine): Problem[] {
  if (!isPathWord(id)) return [];
  return [{ code: 'reserved_id', path: 'id', message: `"${id}" ${reservedIdReason}` }];
}

/** Problems of one condition whose shape holds; paths start with `path`. */
export function checkCondition(condition: Condition, path: string): Problem[] {
  return [...checkField(condition.field, `${path}.field`), ...checkConstant(condition, `${path}.value`)];
}

/** Problems of a variable's prefixed name. */
export function checkField(field: string, path: string): Problem[] {
  if (!isKnownField(field)) {
    const message = `"${field}" has no known prefix; write ${suggestField(field)}`;
    return [{ code: 'unknown_field', path, message }];
  }
  if (field.startsWith('scope.') && scopeOfField(field) === undefined) {
    const message = `"${field}" names no field of a scope; write scope.<scope>.<field> with one of ${scopes.join(', ')}`;
    return [{ code: 'unknown_scope', path, message }];
  }
  if (field.startsWith('input.') && field !== 'input.text')
    return [{ code: 'unknown_field', path, message: `"${field}" is never given; write input.text` }];
  return [];
}

function checkConstant({ operator, value }: Condition, path: string): Problem[] {
  const { label, takes, constant } = operators[operator];
  if (takes === 'pattern' && typeof value === 'string') return checkPattern(value, path);
  const expected = operandExpectation(takes, value);
  if (expected !== undefined)
    return [{ code: 'wrong_operand', path, message: `"${label}" needs ${expected}` }];
  const verdict = constant?.(value ?? null);
  if (verdict?.code === undefined) return [];
  const message =
    verdict.code === 'null_constant'
      ? `${verdict.because}; use "${operators[insteadOfNull(verdict)].label}" to ask for a missing variable, or give a value`
      : verdict.because;
  return [{ code: verdict.code, path, message }];
}

function checkPattern(pattern: string, path: string): Problem[] {
  const compiled = compilePattern(pattern);
  return compiled.ok ? [] : [{ code: 'bad_pattern', path, message: compiled.reason }];
}

/** What the constant should have been, or undefined when it is right. */
function operandExpectation(kind: OperandKind, value: unknown): string | undefined {
  switch (kind) {
    case 'none':
    case 'any':
      return undefined;
    case 'list':
      return Array.isArray(value) ? undefined : 'a list of values';
    case 'text':
      return typeof value === 'string' ? undefined : 'a text';
    case 'number':
      return numericValue(value) === undefined ? 'a number' : undefined;
    case 'pattern':
      return typeof value === 'string' ? undefined : 'a pattern (text in RE2 syntax)';
    default:
      return unreachable(kind);
  }
}

function duplicateRuleIds(engine: ContextRuleEngine): Problem[] {
  const seen = new Set<string>();
  return engine.rules.flatMap((rule, index) => {
    if (!seen.has(rule.id)) {
      seen.add(rule.id);
      return [];
    }
    const message = `another rule of this engine has the id "${rule.id}" already`;
    return [{ code: 'duplicate_rule_id', path: `rules.${index}.id`, message }];
  });
}
