import type { Finding } from '../../../../shared/model/finding.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import { undelimited } from '../../../../shared/rules/delimited-pattern.ts';
import { isKnownField, suggestField } from '../../../../shared/rules/field-name.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import type { RegexCache } from '../../rules/regex-cache.ts';
import { variableTypeOf } from '../../rules/variable-type.ts';
import type { JudgedRule } from '../judged-rule.ts';

type VariableTypes = ReadonlyMap<string, PossibleVariable['type']>;

/** What single conditions do wrong whatever the request is: field, pattern, constant, type (R10). */
export function conditionFindings(
  { ref, rule }: JudgedRule,
  types: VariableTypes,
  regexes: RegexCache,
): Finding[] {
  return rule.when.flatMap((condition, index) => {
    const complaint =
      unknownField(condition) ??
      badPattern(condition, regexes) ??
      delimitedPattern(condition) ??
      nullConstant(condition) ??
      typeMismatch(condition, types.get(condition.field));
    return complaint ? [{ ...complaint, possible: false, rules: [ref], condition: index }] : [];
  });
}

type Complaint = Pick<Finding, 'code' | 'severity' | 'message'>;

function unknownField({ field }: Condition): Complaint | undefined {
  if (isKnownField(field)) return undefined;
  const message = `"${field}" has no known prefix; probably ${suggestField(field)} is meant.`;
  return { code: 'unknown-field', severity: 'error', message };
}

function badPattern({ field, operator, value }: Condition, regexes: RegexCache): Complaint | undefined {
  if (operator !== 'regex') return undefined;
  if (typeof value !== 'string')
    return { code: 'bad-pattern', severity: 'error', message: `${field}: the pattern is no text.` };
  const pattern = regexes.get(value);
  return pattern.ok
    ? undefined
    : { code: 'bad-pattern', severity: 'error', message: `${field}: ${pattern.reason}.` };
}

/** Written as other languages write patterns: RE2 looks for the slashes as well, and for the flags behind them. */
function delimitedPattern({ field, operator, value }: Condition): Complaint | undefined {
  const meant = operator === 'regex' && typeof value === 'string' ? undelimited(value) : undefined;
  if (meant === undefined) return undefined;
  const message = `${field}: the slashes around the pattern are looked for as they stand; probably ${meant} is meant.`;
  return { code: 'delimited-pattern', severity: 'warning', message };
}

function nullConstant({ field, operator, value }: Condition): Complaint | undefined {
  if ((operator !== 'eq' && operator !== 'neq') || (value ?? null) !== null) return undefined;
  const instead = operator === 'eq' ? 'not_exists' : 'exists';
  const message = `${field}: "${operator}" with null ${operator === 'eq' ? 'never' : 'always'} matches; use ${instead}.`;
  return { code: 'null-constant', severity: 'warning', message };
}

/** The constant can never be equal to, or compared with, a variable of the type that is known for this field. */
function typeMismatch(
  condition: Condition,
  type: PossibleVariable['type'] | undefined,
): Complaint | undefined {
  if (type === undefined || type === 'unknown' || suits(condition, type)) return undefined;
  const { field, operator, value } = condition;
  const message = `${field} is a ${type}; "${operator}" with ${JSON.stringify(value ?? null)} cannot fit it.`;
  return { code: 'type-mismatch', severity: 'warning', message };
}

function suits({ operator, value }: Condition, type: PossibleVariable['type']): boolean {
  switch (operator) {
    case 'exists':
    case 'not_exists':
      return true;
    case 'eq':
    case 'neq':
      return variableTypeOf(value) === type;
    case 'in':
    case 'not_in':
      return (
        !Array.isArray(value) || value.length === 0 || value.some(element => variableTypeOf(element) === type)
      );
    case 'contains':
      return type === 'array' || (type === 'string' && typeof value === 'string');
    case 'starts_with':
    case 'ends_with':
    case 'regex':
      return type === 'string';
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return (type === 'number' || type === 'string') && numericValue(value) !== undefined;
  }
}
