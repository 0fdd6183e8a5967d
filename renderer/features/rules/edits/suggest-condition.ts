import type { ContextRule } from '../../../../shared/model/rule.ts';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { type Operator, operators, saying } from '../../../../shared/rules/operators.ts';

export interface SuggestedCondition {
  readonly field: string;
  readonly operator: Operator;
  readonly value?: unknown;
}

const fallbackField = 'addVar.name';

/** A condition for an operator that was dropped on a rule: on the most used variable it suits and that the rule does not ask for yet. */
export function suggestCondition(
  operator: Operator,
  rule: ContextRule,
  variables: readonly PossibleVariable[],
): SuggestedCondition {
  const asked = new Set(rule.when.map(condition => condition.field));
  const { suits } = operators[operator];
  const suited = variables.filter(variable => suits.includes(variable.type) && !asked.has(variable.name));
  const known = suited.filter(variable => variable.type !== 'unknown');
  const [best] = [...(known.length > 0 ? known : suited)].sort(
    (left, right) => right.used_by.length - left.used_by.length,
  );
  return blankFor(operator, best);
}

/** A condition for a variable that was dropped on a rule: it holds in the current sample where that is known. */
export function suggestForVariable(field: string, actual: unknown): SuggestedCondition {
  if (actual === undefined || actual === null) return { field, operator: saying.given };
  if (Array.isArray(actual)) return { field, operator: saying.holds, value: actual[0] ?? '' };
  if (typeof actual === 'object') return { field, operator: saying.given };
  return { field, operator: saying.equal, value: actual };
}

function blankFor(operator: Operator, variable: PossibleVariable | undefined): SuggestedCondition {
  const field = variable?.name ?? fallbackField;
  if (operators[operator].takes !== 'any') return { field, operator };
  return { field, operator, value: blankValue(variable?.type ?? 'unknown') };
}

function blankValue(type: VariableType): unknown {
  if (type === 'number') return 0;
  return type === 'boolean' ? true : '';
}
