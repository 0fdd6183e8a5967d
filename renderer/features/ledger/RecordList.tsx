import { type ReactNode, useMemo, useRef } from 'react';
import {
  Collection,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxLoadMoreItem,
  ListBoxSection,
  ListLayout,
  Virtualizer,
} from 'react-aria-components';
import { t } from '../../texts/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { useFindableRows } from '../../ui/findable-rows.ts';
import { formatCount } from '../../ui/format-number.ts';
import { selectRecord, selectSelected, useLedgerView } from './ledger-view.ts';
import styles from './RecordList.module.css';

export interface ListedRow {
  /** Unique in the list; a record may stand under two headings. */
  readonly id: string;
  /** Of the record it leads to; absent for what leads nowhere. */
  readonly recordId?: string;
  /** Read out. */
  readonly text: string;
  readonly content: ReactNode;
}

export interface ListedSection {
  readonly id: string;
  readonly heading: string;
  readonly count?: number;
  /** At the right end of the heading. */
  readonly end?: string;
  readonly rows: readonly ListedRow[];
}

interface RecordListProps {
  readonly label: string;
  readonly sections: readonly ListedSection[];
  /** Called when the end comes into sight. */
  readonly onEnd?: () => void;
}

/** Of a row whose words stand in one line: those that need a second one are higher. */
const estimatedRowSize = 48;
const headingSize = 34;

/** Records under headings, thousands too: only what is in sight is drawn. The chosen one is shown in the inspector. */
export function RecordList({ label, sections, onEnd }: RecordListProps) {
  const selectedId = useLedgerView(selectSelected);
  const rows = useMemo(() => sections.flatMap(section => section.rows), [sections]);
  const list = useRef<HTMLDivElement>(null);
  const note = onEnd && t('Of the ledger, what the list has loaded: its own search looks through all.');
  useFindableRows(list, rows, note);
  return (
    <Virtualizer
      layout={ListLayout}
      layoutOptions={{ estimatedRowSize, headingSize, loaderSize: 1 }}
      shouldObserveItemSize
    >
      <ListBox
        aria-label={label}
        ref={list}
        className={classNames(styles.list)}
        disabledKeys={rows.filter(row => row.recordId === undefined).map(row => row.id)}
        onSelectionChange={keys => {
          const key = keys === 'all' ? undefined : [...keys][0];
          const row = rows.find(candidate => candidate.id === key);
          if (row?.recordId !== undefined) selectRecord(row.recordId);
        }}
        selectedKeys={rows
          .filter(row => row.recordId !== undefined && row.recordId === selectedId)
          .map(row => row.id)}
        selectionBehavior="replace"
        selectionMode="single"
        shouldSelectOnPressUp
      >
        <Collection items={sections}>{section => <Section section={section} />}</Collection>
        {onEnd ? <ListBoxLoadMoreItem onLoadMore={onEnd} /> : null}
      </ListBox>
    </Virtualizer>
  );
}

function Section({ section }: { readonly section: ListedSection }) {
  return (
    <ListBoxSection id={section.id}>
      <Header className={classNames(styles.heading)}>
        <span className={styles.name}>
          {section.heading}
          {section.count === undefined ? null : (
            <span className={styles.count}>{formatCount(section.count)}</span>
          )}
        </span>
        {section.end === undefined ? null : <span className={styles.end}>{section.end}</span>}
      </Header>
      <Collection items={section.rows}>
        {row => (
          <ListBoxItem className={classNames(styles.row)} id={row.id} textValue={row.text}>
            {row.content}
          </ListBoxItem>
        )}
      </Collection>
    </ListBoxSection>
  );
}
