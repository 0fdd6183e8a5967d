import { LayoutGrid, ListFilter } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { sectionTitles } from '../../../shared/model/section.ts';
import { useProvideCommands } from '../../stores/commands.ts';
import { useDocuments } from '../../stores/documents.ts';
import { useBrokenFiles } from '../../stores/problems.ts';
import { setWorkspace, showMemory, showProblems, useWorkspace } from '../../stores/workspace.ts';
import { inSentence, t, told } from '../../texts/texts.ts';
import { BrokenFiles } from '../../ui/BrokenFiles.tsx';
import { formatCount, formatCounted } from '../../ui/format-number.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ListItem } from '../../ui/ItemList.tsx';
import { isListMeant } from '../../ui/is-list-meant.ts';
import { ListFigure, ListNote } from '../../ui/ListPanel.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { SearchedList } from '../../ui/SearchedList.tsx';
import { SectionIcon } from '../../ui/SectionIcon.tsx';
import { DeleteMemoryDialog } from './DeleteMemoryDialog.tsx';
import { copyMemory } from './edits/memory-commands.ts';
import { matchesSearch, sortMemories } from './logic/sort-memories.ts';
import styles from './MemoriesList.module.css';
import { type MemoryView, setMemoryView, useMemoryView } from './memory-view.ts';
import { NewMemoryDialog } from './NewMemoryDialog.tsx';
import { RenameMemoryDialog } from './RenameMemoryDialog.tsx';
import { useAllMemories, useMemoryCosts, useSelectedMemory, useUsingRules } from './use-memories.ts';

const selectSort = (view: MemoryView) => view.listSort;

/** Left list of the memories view: search, order, what each costs in the current sample and who uses it. */
export function MemoriesList() {
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<MemoryDialog>();
  const broken = useBrokenFiles('memories');
  const selected = useSelectedMemory();
  const items = useListItems(search);
  const hasSample = useWorkspace(state => state.sampleId !== undefined);
  useProvideCommands({
    'memory.new': { run: () => setDialog({ kind: 'new' }) },
    'edit.rename': {
      run: () => setDialog({ kind: 'rename', id: selected?.id ?? '' }),
      when: () => selected !== undefined,
    },
    'edit.duplicate': { run: () => copyMemory(selected?.id ?? ''), when: () => selected !== undefined },
    'edit.delete': {
      run: () => setDialog({ kind: 'delete', id: selected?.id ?? '' }),
      when: () => selected !== undefined && isListMeant(),
    },
  });
  return (
    <SearchedList
      actions={<ListActions onNew={() => setDialog({ kind: 'new' })} />}
      items={items}
      none={t('No memories yet. Make the first with +.')}
      onSearch={setSearch}
      onSelect={memoryId => setWorkspace({ memoryId })}
      search={search}
      searches={{ label: t('Search memories and their content'), placeholder: t('Search') }}
      selectedId={selected?.id}
      title={t('Memories')}
    >
      <BrokenFiles files={broken} onShow={showProblems} />
      {hasSample && items.length > 0 ? <ListNote>{t('Tokens in the current sample')}</ListNote> : null}
      {dialog === undefined ? null : <AskedWindow asked={dialog} onClose={() => setDialog(undefined)} />}
    </SearchedList>
  );
}

/** What is asked about one of the memories, or a new one. */
type MemoryDialog = { readonly kind: 'new' } | { readonly kind: 'rename' | 'delete'; readonly id: string };

interface AskedWindowProps {
  readonly asked: MemoryDialog;
  readonly onClose: () => void;
}

/** Goes with the memory it asks about, and asks of no other. */
function AskedWindow({ asked, onClose }: AskedWindowProps) {
  const id = asked.kind === 'new' ? undefined : asked.id;
  const memory = useDocuments(({ working }) => (id === undefined ? undefined : working.memories[id]));
  const isGone = id !== undefined && memory === undefined;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (asked.kind === 'new') return <NewMemoryDialog onClose={onClose} />;
  if (memory === undefined) return null;
  if (asked.kind === 'delete') return <DeleteMemoryDialog memory={memory} onClose={onClose} />;
  return <RenameMemoryDialog memory={memory} onClose={onClose} onRenamed={showMemory} />;
}

function useListItems(search: string): ListItem[] {
  const memories = useAllMemories();
  const costs = useMemoryCosts();
  const uses = useUsingRules();
  const sort = useMemoryView(selectSort);
  return useMemo(() => {
    const found = memories.filter(memory => matchesSearch(memory, search));
    const figures = {
      tokens: (id: string) => costs.get(id)?.tokens,
      uses: (id: string) => uses.get(id)?.length ?? 0,
    };
    return sortMemories(found, sort, figures).map(memory =>
      listItem(memory, figures.tokens(memory.id), figures.uses(memory.id)),
    );
  }, [memories, search, costs, uses, sort]);
}

function listItem(memory: PersistentMemory, tokens: number | undefined, uses: number): ListItem {
  const { section, priority } = memory.contribution;
  return {
    id: memory.id,
    title: memory.id,
    subtitle: (
      <span className={styles.under}>
        <span>{`${inSentence(t(sectionTitles[section]))} · ${told(priority)}`}</span>
        <span className={styles.uses}>{uses === 0 ? t('unused') : formatCounted(uses, 'rule')}</span>
      </span>
    ),
    icon: <SectionIcon section={section} />,
    muted: memory.status === 'deprecated',
    // What the sample does not ask for has no figure: the card says so, where there is room.
    ...(tokens !== undefined && {
      figure: <ListFigure>{tokens === 0 ? t('nothing') : formatCount(tokens)}</ListFigure>,
    }),
  };
}

function ListActions({ onNew }: { readonly onNew: () => void }) {
  const sort = (listSort: MemoryView['listSort']) => () => setMemoryView({ listSort });
  const current = useMemoryView(selectSort);
  const mark = (name: MemoryView['listSort'], label: string) => (name === current ? `${label} ✓` : label);
  return (
    <>
      <IconButton
        icon={LayoutGrid}
        name={t('Show the catalog')}
        onPress={() => {
          setMemoryView({ catalogTab: 'catalog' });
          setWorkspace({ memoryId: undefined });
        }}
      />
      <Menu
        entries={[
          { id: 'section', label: mark('section', t('By section')), run: sort('section') },
          { id: 'name', label: mark('name', t('By name')), run: sort('name') },
          { id: 'tokens', label: mark('tokens', t('By tokens')), run: sort('tokens') },
        ]}
        name={t('Order of the list')}
        trigger={<ListFilter aria-hidden size={17} strokeWidth={1.75} />}
      />
      <IconButton adds name={t('New memory')} onPress={onNew} />
    </>
  );
}
