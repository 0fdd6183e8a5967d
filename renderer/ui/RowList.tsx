import { type ReactNode, useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './Button.tsx';
import styles from './RowList.module.css';

/** Nobody reads thousands at once; the filter finds them all. */
const shownAtOnce = 50;

interface RowListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** Rows one below the other, the first of them until more are asked for. */
export function RowList<Row>({ label, rows, keyOf, children }: RowListProps<Row>) {
  const [most, setMost] = useState(shownAtOnce);
  return (
    <ul aria-label={label} className={styles.list}>
      {rows.slice(0, most).map(row => (
        <li className={styles.row} key={keyOf(row)}>
          {children(row)}
        </li>
      ))}
      {rows.length > most ? (
        <li className={styles.more}>
          <Button onPress={() => setMost(most + shownAtOnce)} variant="quiet">
            {t('Show more, {count} are left', { count: rows.length - most })}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

/** The last column of a row: where it is, with a sign before it. */
export function RowPlace({ children }: { readonly children: ReactNode }) {
  return <span className={styles.place}>{children}</span>;
}
