import { ArrowDown } from 'lucide-react';
import { t, told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { formatDay, formatDayTime } from '../../../ui/format-time.ts';
import { breakable } from '../../../ui/ItemList.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { choose, type ListedPackage } from '../handoff-store.ts';
import { type PackageSort, type Reader, readersOf } from '../logic/package-rows.ts';
import { priorityLooks, typeWords } from '../looks.ts';
import styles from './PackageTable.module.css';

interface PackageTableProps {
  readonly packages: readonly ListedPackage[];
  readonly chosenId: number | undefined;
  readonly sort: PackageSort;
  readonly onSort: (sort: PackageSort) => void;
}

const columns = [
  { id: 'priority', label: t('Priority'), sort: 'priority' },
  { id: 'package', label: t('Package') },
  { id: 'type', label: t('Type, group') },
  { id: 'readers', label: t('Read in iteration') },
  { id: 'size', label: t('Size'), sort: 'size' },
  { id: 'created', label: t('Created'), sort: 'created' },
] as const;

/** Rows are chosen by their path; the chosen one stands in the inspector. */
export function PackageTable({ packages, chosenId, sort, onSort }: PackageTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(column => (
            <th
              className={classNames(styles[column.id])}
              key={column.id}
              {...('sort' in column && column.sort === sort && { 'aria-sort': 'descending' as const })}
            >
              {'sort' in column ? (
                <button className={styles.sort} onClick={() => onSort(column.sort)} type="button">
                  {column.label}
                  {column.sort === sort ? <ArrowDown aria-hidden size={12} /> : null}
                </button>
              ) : (
                <span>{column.label}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {packages.map(one => (
          <PackageRow isChosen={one.id === chosenId} key={one.id} one={one} />
        ))}
      </tbody>
    </table>
  );
}

function PackageRow({ one, isChosen }: { readonly one: ListedPackage; readonly isChosen: boolean }) {
  const { id, priority, file_path, summary, package_type, group_id, size_bytes, created_at } = one;
  const { icon, tone } = priorityLooks[priority];
  return (
    <tr className={classNames(isChosen && styles.chosen, one.superseded && styles.superseded)}>
      <td>
        <StateWord icon={icon} tone={tone}>
          {told(priority)}
        </StateWord>
      </td>
      <td className={styles.package}>
        <button
          className={styles.open}
          onClick={() => choose({ packageId: id })}
          title={summary}
          type="button"
          {...(isChosen && { 'aria-current': true })}
        >
          <span className={styles.path}>{file_path}</span>
          <span className={styles.summary}>
            {one.superseded ? t('superseded · {summary}', { summary }) : summary}
          </span>
        </button>
      </td>
      <td className={styles.quiet}>
        <span className={styles.two}>
          {typeWords[package_type]}
          <span className={styles.reads} title={group_id ?? t('for the whole session')}>
            {group_id ?? t('whole session')}
          </span>
        </span>
      </td>
      <td>
        <Readers readers={readersOf(one)} />
      </td>
      <td className={styles.number}>{formatBytes(size_bytes)}</td>
      <td className={styles.number} title={formatDayTime(created_at)}>
        {formatDay(created_at)}
      </td>
    </tr>
  );
}

function Readers({ readers }: { readonly readers: readonly Reader[] }) {
  if (readers.length === 0) return <span className={styles.quiet}>{t('nobody yet')}</span>;
  return (
    <ul className={styles.list}>
      {readers.map(({ agent, reads }) => (
        <li
          key={agent}
          title={reads.map(({ iteration, at }) => `${iteration}: ${formatDayTime(at)}`).join('\n')}
        >
          {breakable(agent)} <span className={styles.reads}>{readsText(reads)}</span>
        </li>
      ))}
    </ul>
  );
}

const readsText = (reads: Reader['reads']): string =>
  reads.length === 0 ? t('not yet') : `✓ ${reads.map(({ iteration }) => iteration).join(', ')}`;
