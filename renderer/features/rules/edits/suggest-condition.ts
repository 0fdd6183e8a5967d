import type { DraftCondition } from '../../../../shared/model/layout.ts';
import { saying } from '../../../../shared/rules/operators.ts';

/** A condition for a variable that was dropped on a rule: it holds in the current sample where that says, else it asks for its value. */
export function suggestForVariable(field: string, actual: unknown): DraftCondition {
  if (actual === undefined || actual === null) return { field, operator: saying.equal };
  if (Array.isArray(actual))
    return { field, operator: saying.holds, ...(actual.length > 0 && { value: actual[0] }) };
  if (typeof actual === 'object') return { field, operator: saying.given };
  return { field, operator: saying.equal, ...(actual !== '' && { value: actual }) };
}
