import type { MergeConflict } from '../../../shared/rules/merge-engines.ts';
import { t } from '../../texts/texts.ts';

/** Where a conflict is, as people say it. */
export function placeInWords({ path, mine, theirs }: MergeConflict): string {
  const [first, rule, ...keys] = path;
  if (first === undefined) return t('The whole file');
  if (first !== 'rules') return path.join(' › ');
  if (rule === undefined) return isOrder(mine) && isOrder(theirs) ? t('Order of rules') : t('All rules');
  return [t('Rule "{rule}"', { rule }), ...keys].join(' › ');
}

/** A value as it would stand in the file; what is not there is said. */
export function valueInWords(value: unknown): string {
  if (value === undefined) return t('(deleted)');
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value, null, 2);
}

const isOrder = (value: unknown): boolean =>
  Array.isArray(value) && value.every(part => typeof part === 'string');
