import type { PossibleVariable } from '../../../shared/model/variable.ts';
import { numericValue } from '../../../shared/rules/numeric-value.ts';
import { t } from '../../texts/texts.ts';

type Type = PossibleVariable['type'];

interface MeantConstant {
  readonly label: string;
  readonly value: unknown;
}

const words: Partial<Record<Type, readonly [one: string, many: string]>> = {
  number: [t('Make it a number'), t('Make them numbers')],
  string: [t('Make it a text'), t('Make them texts')],
  boolean: [t('Make it true or false'), t('Make them true or false')],
};

/** The constant in the type its variable has, where nothing that was written is lost; 5 is not "5". */
export function constantOfType(value: unknown, type: Type): MeantConstant | undefined {
  const label = words[type];
  if (!label) return undefined;
  if (!Array.isArray(value)) {
    const meant = scalarOfType(value, type);
    return meant === undefined ? undefined : { label: label[0], value: meant };
  }
  const meant = value.map(element => scalarOfType(element, type));
  return meant.includes(undefined) ? undefined : { label: label[1], value: meant };
}

function scalarOfType(value: unknown, type: Type): unknown {
  if (type === 'number') return numericValue(value);
  if (type === 'string') return typeof value === 'object' || value === undefined ? undefined : String(value);
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
