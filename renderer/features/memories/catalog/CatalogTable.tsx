import { ArrowDown, ArrowUp } from 'lucide-react';
import { sectionTitles } from '../../../../shared/model/section.ts';
import { setWorkspace } from '../../../stores/workspace.ts';
import { t, told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { SectionIcon } from '../../../ui/SectionIcon.tsx';
import type { MemoryCost } from '../logic/memory-costs.ts';
import type { MemorySort } from '../logic/sort-memories.ts';
import { useUncostedWords } from '../use-memories.ts';
import styles from './Catalog.module.css';
import { type CatalogEntry, isInSample } from './catalog-entry.ts';
import { WhyNotThere } from './WhyNotThere.tsx';

export interface CatalogTableProps {
  readonly entries: readonly CatalogEntry[];
  readonly sort: MemorySort;
  readonly onSort: (sort: MemorySort) => void;
}

const columns = [
  { id: 'name', label: t('Memory'), sort: 'name' },
  { id: 'section', label: t('Section'), sort: 'section' },
  { id: 'priority', label: t('Priority') },
  { id: 'scopes', label: t('Reads') },
  { id: 'uses', label: t('Rules'), sort: 'uses' },
  { id: 'items', label: t('Items') },
  { id: 'tokens', label: t('Tokens'), sort: 'tokens' },
] as const;
const numbers: ReadonlySet<string> = new Set(['uses', 'items', 'tokens']);

export function CatalogTable({ entries, sort, onSort }: CatalogTableProps) {
  const uncosted = useUncostedWords();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(column => (
            <th
              className={classNames(numbers.has(column.id) && styles.number)}
              key={column.id}
              {...('sort' in column && column.sort === sort && { 'aria-sort': directionOf(sort) })}
            >
              {'sort' in column ? (
                <button className={styles.sort} onClick={() => onSort(column.sort)} type="button">
                  {column.label}
                  {column.sort === sort ? <SortArrow sort={sort} /> : null}
                </button>
              ) : (
                <span className={styles.plain}>{column.label}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(entry => (
          <CatalogRow entry={entry} key={entry.memory.id} uncosted={uncosted} />
        ))}
      </tbody>
    </table>
  );
}

/** Names and sections run from the first on, figures from the largest down. */
const directionOf = (sort: MemorySort) =>
  sort === 'name' || sort === 'section' ? 'ascending' : 'descending';

function SortArrow({ sort }: { readonly sort: MemorySort }) {
  const Arrow = directionOf(sort) === 'ascending' ? ArrowUp : ArrowDown;
  return <Arrow aria-hidden size={12} />;
}

const itemsWords = ({ kept, items }: MemoryCost): string =>
  kept === items ? formatCount(items) : t('{kept} of {items}', { kept, items });

interface CatalogRowProps {
  readonly entry: CatalogEntry;
  /** What stands in place of a cost where there is none. */
  readonly uncosted: string;
}

function CatalogRow({ entry, uncosted }: CatalogRowProps) {
  const { memory, cost, uses } = entry;
  const { section, priority } = memory.contribution;
  return (
    <tr>
      <td>
        <button
          className={styles.open}
          onClick={() => setWorkspace({ memoryId: memory.id })}
          title={memory.description}
          type="button"
        >
          <SectionIcon section={section} />
          {memory.id}
        </button>
      </td>
      <td>{t(sectionTitles[section])}</td>
      <td>{told(priority)}</td>
      <td className={styles.muted}>{memory.inputs_scope.join(', ') || t('nothing')}</td>
      <td className={styles.number} title={uses.join(', ')}>
        {uses.length === 0 ? t('unused') : uses.length}
      </td>
      <td className={styles.number}>{cost ? itemsWords(cost) : uncosted}</td>
      <td className={styles.number}>
        {cost && isInSample(entry) ? formatCount(cost.tokens) : <WhyNotThere memoryId={memory.id} />}
      </td>
    </tr>
  );
}
