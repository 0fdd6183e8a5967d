import { isMissing } from '../../../../shared/model/json.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import { type Operator, operators } from '../../../../shared/rules/operators.ts';
import { capitalized } from '../../../../shared/words.ts';
import { t } from '../../../texts/texts.ts';

/** A value on one line. A text that could be taken for something else ("5", "true", "") is quoted. */
export function formatValue(value: unknown): string {
  if (value === undefined) return t('missing');
  if (typeof value !== 'string') return JSON.stringify(value) ?? String(value);
  return isAmbiguous(value) ? JSON.stringify(value) : value.replace(/\s+/g, ' ');
}

/** A variable of the current sample on one line; undefined and null are missing. */
export function formatActual(value: unknown): string {
  return isMissing(value) ? t('missing') : formatValue(value);
}

/** A condition's constant on one line: nothing where the operator takes none, a list without brackets. */
export function formatConstant(operator: Operator, value: unknown): string {
  if (operators[operator].takes === 'none') return '';
  if (operators[operator].takes === 'list' && Array.isArray(value))
    return value.length === 0 ? t('nothing') : value.map(formatValue).join(', ');
  return value === undefined ? 'null' : formatValue(value);
}

/** A reason without the code that some start with ("too_long: ..."), as the sentence that people read. */
export function withoutCode(reason: string): string {
  return capitalized(reason.replace(/^[a-z]+(?:_[a-z]+)+: /, ''));
}

function isAmbiguous(text: string): boolean {
  return (
    text.trim() === '' ||
    numericValue(text) !== undefined ||
    ['true', 'false', 'null', t('missing')].includes(text)
  );
}
