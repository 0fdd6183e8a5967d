import { LayoutGrid, Library, Rows3, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Section, sections, sectionTitles } from '../../../../shared/model/section.ts';
import { setWorkspace } from '../../../stores/workspace.ts';
import { inSentence, t, told } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SectionIcon } from '../../../ui/SectionIcon.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useGrowing } from '../../../ui/use-growing.tsx';
import { type MemorySort, matchesSearch, sortMemories } from '../logic/sort-memories.ts';
import { type MemoryView, setMemoryView, useMemoryView } from '../memory-view.ts';
import { NewMemoryDialog } from '../NewMemoryDialog.tsx';
import { useAllMemories, useMemoryCosts, useUncostedWords, useUsingRules } from '../use-memories.ts';
import styles from './Catalog.module.css';
import { CatalogTable, type CatalogTableProps } from './CatalogTable.tsx';
import { type CatalogEntry, inFilter, isInSample, type UseFilter } from './catalog-entry.ts';
import { WhyNotThere } from './WhyNotThere.tsx';

const selectLook = (view: MemoryView) => view.catalogLook;

const sectionOptions = [
  { value: 'all', label: t('All sections') },
  ...sections.map(value => ({ value, label: t(sectionTitles[value]) })),
] as const;
const useOptions = [
  { value: 'all', label: t('Used or not') },
  { value: 'in-sample', label: t('In this sample') },
  { value: 'used', label: t('Used by rules') },
  { value: 'unused', label: t('Unused') },
] as const;

interface Filter {
  readonly search: string;
  readonly section: Section | 'all';
  readonly use: UseFilter;
}

const noFilter: Filter = { search: '', section: 'all', use: 'all' };

/** All memories side by side, as cards or as a table, with what each costs in the current sample. */
export function Catalog() {
  const [filter, setFilter] = useState<Filter>(noFilter);
  const [sort, setSort] = useState<MemorySort>('section');
  const [isCreating, setCreating] = useState(false);
  const total = useAllMemories().length;
  const entries = useEntries(filter, sort);
  if (total === 0 && !isCreating) return <NoMemories onNew={() => setCreating(true)} />;
  return (
    <div className={styles.page}>
      <CatalogHead onNew={() => setCreating(true)} total={total} />
      <CatalogBar filter={filter} onFilter={setFilter} />
      {entries.length === 0 ? (
        <EmptyState
          actions={<Button onPress={() => setFilter(noFilter)}>{t('Clear filter')}</Button>}
          icon={Search}
          title={t('Nothing matches')}
        />
      ) : (
        <CatalogEntries entries={entries} onSort={setSort} sort={sort} />
      )}
      {isCreating ? <NewMemoryDialog onClose={() => setCreating(false)} /> : null}
    </div>
  );
}

/** More than a screen shows; of thousands more are drawn as they are scrolled to. */
const drawnAtOnce = 30;

function CatalogEntries({ entries, ...sorting }: CatalogTableProps) {
  const look = useMemoryView(selectLook);
  const { shown, end } = useGrowing(entries, drawnAtOnce, 'div');
  return (
    <>
      {look === 'cards' ? <CatalogCards entries={shown} /> : <CatalogTable entries={shown} {...sorting} />}
      {end}
    </>
  );
}

interface CatalogBarProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

function CatalogBar({ filter, onFilter }: CatalogBarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <TextField
          icon={Search}
          label={t('Search the catalog')}
          labelHidden
          onChange={search => onFilter({ ...filter, search })}
          placeholder={t('Search')}
          value={filter.search}
        />
      </div>
      <div className={styles.select}>
        <Select
          label={t('Section')}
          labelHidden
          onChange={section => onFilter({ ...filter, section })}
          options={sectionOptions}
          value={filter.section}
        />
      </div>
      <div className={styles.select}>
        <Select
          label={t('Use')}
          labelHidden
          onChange={use => onFilter({ ...filter, use })}
          options={useOptions}
          value={filter.use}
        />
      </div>
    </div>
  );
}

interface CatalogHeadProps {
  readonly total: number;
  readonly onNew: () => void;
}

function CatalogHead({ total, onNew }: CatalogHeadProps) {
  const look = useMemoryView(selectLook);
  return (
    <div className={styles.bar}>
      <span className={styles.muted}>{formatCounted(total, 'memory', 'memories')}</span>
      <span className={styles.spacer} />
      <IconButton
        icon={LayoutGrid}
        name={t('Show as cards')}
        onPress={() => setMemoryView({ catalogLook: 'cards' })}
        pressed={look === 'cards'}
      />
      <IconButton
        icon={Rows3}
        name={t('Show as table')}
        onPress={() => setMemoryView({ catalogLook: 'table' })}
        pressed={look === 'table'}
      />
      <Button adds onPress={onNew} variant="primary">
        {t('New memory')}
      </Button>
    </div>
  );
}

function useEntries(filter: Filter, sort: MemorySort): CatalogEntry[] {
  const memories = useAllMemories();
  const costs = useMemoryCosts();
  const uses = useUsingRules();
  return useMemo(() => {
    const figures = {
      tokens: (id: string) => costs.get(id)?.tokens,
      uses: (id: string) => uses.get(id)?.length ?? 0,
    };
    const found = memories.filter(
      memory =>
        matchesSearch(memory, filter.search) &&
        (filter.section === 'all' || memory.contribution.section === filter.section),
    );
    return sortMemories(found, sort, figures)
      .map(memory => ({ memory, cost: costs.get(memory.id), uses: uses.get(memory.id) ?? [] }))
      .filter(entry => inFilter(entry, filter.use));
  }, [memories, costs, uses, filter, sort]);
}

function CatalogCards({ entries }: { readonly entries: readonly CatalogEntry[] }) {
  const uncosted = useUncostedWords();
  return (
    <div className={styles.cards}>
      {entries.map(entry => (
        <Card entry={entry} key={entry.memory.id} uncosted={uncosted} />
      ))}
    </div>
  );
}

interface CardProps {
  readonly entry: CatalogEntry;
  /** What stands in place of a cost where there is none. */
  readonly uncosted: string;
}

function Card({ entry, uncosted }: CardProps) {
  const { memory, cost, uses } = entry;
  const { section, priority } = memory.contribution;
  return (
    <div className={styles.card} data-opens>
      <span className={styles.head}>
        <SectionIcon section={section} />
        <button
          className={styles.name}
          onClick={() => setWorkspace({ memoryId: memory.id })}
          title={memory.label}
          type="button"
        >
          {memory.id}
        </button>
        <span className={styles.figure} title={t('Tokens in the current sample')}>
          {cost?.tokens ? formatCounted(cost.tokens, 'token') : cost ? t('nothing') : uncosted}
        </span>
      </span>
      <span className={styles.description}>{memory.description ?? memory.label}</span>
      <span className={styles.foot}>
        <span>
          {inSentence(t(sectionTitles[section]))} · {told(priority)}
        </span>
        <span title={uses.join(', ')}>
          {uses.length === 0 ? t('unused') : formatCounted(uses.length, 'rule')}
        </span>
        {memory.inputs_scope.length === 0 ? null : (
          <span>{t('reads {inputs_scope}', { inputs_scope: memory.inputs_scope.join(', ') })}</span>
        )}
        {isInSample(entry) ? (
          <Badge tone="fired">{t('in this sample')}</Badge>
        ) : (
          <WhyNotThere memoryId={memory.id} />
        )}
        {memory.status === 'deprecated' ? <Badge tone="missing">{t('deprecated')}</Badge> : null}
      </span>
    </div>
  );
}

function NoMemories({ onNew }: { readonly onNew: () => void }) {
  return (
    <EmptyState
      actions={
        <Button adds onPress={onNew} variant="primary">
          {t('New memory')}
        </Button>
      }
      icon={Library}
      title={t('No memories yet')}
    >
      {t('A memory says what to fetch and where it lands in the context. Begin with a few fixed texts.')}
    </EmptyState>
  );
}
