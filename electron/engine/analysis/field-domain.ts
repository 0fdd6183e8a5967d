import { isKnownField, scopeOfField } from '../../../shared/rules/field-name.ts';

/** True for names that no request can fill: unknown prefixes, unknown scopes, `input.` other than `input.text`. */
export function canNeverBeGiven(field: string): boolean {
  if (!isKnownField(field)) return true;
  if (field.startsWith('scope.')) return scopeOfField(field) === undefined;
  return field.startsWith('input.') && field !== 'input.text';
}

/** True where a valid request can only hold a text (R1). */
export function isTextField(field: string): boolean {
  return field === 'input.text';
}
