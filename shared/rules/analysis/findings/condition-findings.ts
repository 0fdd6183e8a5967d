import type { Finding } from '../../../model/finding.ts';
import type { Condition } from '../../../model/rule.ts';
import type { VariableType } from '../../../model/variable-type.ts';
import { undelimited } from '../../delimited-pattern.ts';
import type { RegexCache } from '../../evaluation/regex-cache.ts';
import { isKnownField, suggestField } from '../../field-name.ts';
import { insteadOfNull, operators } from '../../operators.ts';
import type { JudgedRule } from '../judged-rule.ts';

type VariableTypes = ReadonlyMap<string, VariableType>;

/** What single conditions do wrong whatever the request is: field, pattern, constant, type. */
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
  if (operators[operator].takes !== 'pattern') return undefined;
  if (typeof value !== 'string')
    return { code: 'bad-pattern', severity: 'error', message: `${field}: the pattern is no text.` };
  const pattern = regexes.get(value);
  return pattern.ok
    ? undefined
    : { code: 'bad-pattern', severity: 'error', message: `${field}: ${pattern.reason}.` };
}

/** Written as other languages write patterns: RE2 looks for the slashes as well, and for the flags behind them. */
function delimitedPattern({ field, operator, value }: Condition): Complaint | undefined {
  const isPattern = operators[operator].takes === 'pattern' && typeof value === 'string';
  const meant = isPattern ? undelimited(value) : undefined;
  if (meant === undefined) return undefined;
  const message = `${field}: the slashes around the pattern are looked for as they stand; probably ${meant} is meant.`;
  return { code: 'delimited-pattern', severity: 'warning', message };
}

function nullConstant({ field, operator, value }: Condition): Complaint | undefined {
  const verdict = operators[operator].constant?.(value ?? null);
  if (verdict?.code !== 'null_constant') return undefined;
  const message = `${field}: "${operator}" with null ${verdict.holds} matches; use ${insteadOfNull(verdict)}.`;
  return { code: 'null-constant', severity: 'warning', message };
}

/** The constant can never be equal to, or compared with, a variable of the type that is known for this field. */
function typeMismatch(condition: Condition, type: VariableType | undefined): Complaint | undefined {
  if (type === undefined || type === 'unknown' || suits(condition, type)) return undefined;
  const { field, operator, value } = condition;
  const message = `${field} is a ${type}; "${operator}" with ${JSON.stringify(value ?? null)} cannot fit it.`;
  return { code: 'type-mismatch', severity: 'warning', message };
}

function suits({ operator, value }: Condition, type: VariableType): boolean {
  const kind = operators[operator];
  return kind.suits.includes(type) && kind.fits?.(value ?? null, type) !== false;
}
