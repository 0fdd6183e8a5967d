import { Braces, Brackets, CircleQuestionMark, Hash, type LucideIcon, ToggleLeft, Type } from 'lucide-react';
import type { VariableType } from '../../shared/model/variable-type.ts';
import { t } from '../texts/texts.ts';
import styles from './TypeBadge.module.css';

const looks = {
  string: { icon: Type, word: t('text') },
  number: { icon: Hash, word: t('number') },
  boolean: { icon: ToggleLeft, word: t('true or false') },
  array: { icon: Brackets, word: t('list') },
  object: { icon: Braces, word: t('object') },
  unknown: { icon: CircleQuestionMark, word: t('unknown type') },
} as const satisfies Record<VariableType, { icon: LucideIcon; word: string }>;

/** The type of a variable or value, as a sign with its word as name. */
export function TypeBadge({ type }: { readonly type: VariableType }) {
  const { icon: Icon, word } = looks[type];
  return (
    <span aria-label={word} className={styles.badge} role="img" title={word}>
      <Icon aria-hidden size={13} strokeWidth={1.75} />
    </span>
  );
}
