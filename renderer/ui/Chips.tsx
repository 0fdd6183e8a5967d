import { X } from 'lucide-react';
import { Button, Tag, TagGroup, TagList } from 'react-aria-components';
import { t } from '../texts/texts.ts';
import styles from './Chips.module.css';
import { classNames } from './class-names.ts';

interface Chip {
  readonly id: string;
  readonly text: string;
  /** Shown as what is written in code: a number is no text. */
  readonly isCode?: boolean;
}

interface ChipsProps {
  /** Of the list; read out, not shown. */
  readonly label: string;
  readonly chips: readonly Chip[];
  readonly onRemove: (gone: ReadonlySet<unknown>) => void;
}

/** What is in a list, each by itself: arrows go from one to the next, and Delete takes one out. */
export function Chips({ label, chips, onRemove }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <TagGroup
      aria-label={t('{label}, chosen', { label })}
      className={classNames(styles.group)}
      onRemove={onRemove}
    >
      <TagList className={classNames(styles.list)} items={chips}>
        {({ text, isCode = false }) => (
          <Tag className={classNames(styles.chip)} textValue={text}>
            <span className={classNames(styles.text, isCode && styles.code)} title={text}>
              {text}
            </span>
            <Button
              aria-label={t('Remove {id}', { id: text })}
              className={classNames(styles.remove)}
              slot="remove"
            >
              <X aria-hidden size={12} />
            </Button>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}
