import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox, GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components';
import styles from './CheckList.module.css';
import { classNames } from './class-names.ts';

export interface CheckItem {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly notes: readonly string[];
  /** At the right end, e.g. a `Badge`. */
  readonly end?: ReactNode;
  /** Shown, and not to be chosen. */
  readonly fixed: boolean;
}

interface CheckListProps {
  readonly label: string;
  readonly items: readonly CheckItem[];
  /** Absent where there is nothing to choose any more. */
  readonly chosen?: ReadonlySet<string>;
  readonly onChange?: (chosen: ReadonlySet<string>) => void;
}

/** Many things to tick, thousands too: only what is in sight is drawn. Rows are as high as their notes. */
export function CheckList({ label, items, chosen, onChange }: CheckListProps) {
  const fixed = items.filter(item => item.fixed).map(({ id }) => id);
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: 46 }} shouldObserveItemSize>
      <GridList
        aria-label={label}
        className={classNames(styles.list)}
        disabledBehavior="selection"
        disabledKeys={fixed}
        disallowTypeAhead
        escapeKeyBehavior="none"
        items={items}
        {...(chosen && {
          selectionMode: 'multiple',
          selectedKeys: chosen,
          onSelectionChange: keys => onChange?.(idsOf(keys, items)),
        })}
      >
        {item => <Row canChoose={chosen !== undefined} item={item} />}
      </GridList>
    </Virtualizer>
  );
}

function idsOf(keys: 'all' | Iterable<string | number>, items: readonly CheckItem[]): Set<string> {
  if (keys === 'all') return new Set(items.filter(item => !item.fixed).map(({ id }) => id));
  return new Set([...keys].map(String));
}

function Row({ item, canChoose }: { readonly item: CheckItem; readonly canChoose: boolean }) {
  return (
    <GridListItem className={classNames(styles.item)} id={item.id} textValue={item.title}>
      {canChoose ? (
        <Checkbox className={classNames(styles.box)} slot="selection">
          <span className={styles.mark}>
            <Check aria-hidden size={12} strokeWidth={3} />
          </span>
        </Checkbox>
      ) : null}
      <span className={styles.texts}>
        <span className={styles.title} title={item.title}>
          {item.title}
        </span>
        {item.subtitle ? (
          <span className={styles.subtitle} title={item.subtitle}>
            {item.subtitle}
          </span>
        ) : null}
        {item.notes.map(note => (
          <span className={styles.note} key={note}>
            {note}
          </span>
        ))}
      </span>
      {item.end}
    </GridListItem>
  );
}
