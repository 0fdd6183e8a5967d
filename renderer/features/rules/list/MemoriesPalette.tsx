import { GripVertical } from 'lucide-react';
import { memo, useMemo, useRef, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import { type DocumentsState, edit, selectMemories, useDocuments } from '../../../stores/documents.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { shownRule } from '../../../stores/rules-of-engine.ts';
import { t, told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { MiddleCut } from '../../../ui/MiddleCut.tsx';
import { SectionIcon } from '../../../ui/SectionIcon.tsx';
import { useRowsInSight } from '../../../ui/use-rows-in-sight.ts';
import { placesOf } from '../../../ui/visible-range.ts';
import { writeDrag } from '../drag-data.ts';
import { removeRuleMemory } from '../edits/memory-edits.ts';
import { inPlacementOrder } from '../placement-order.ts';
import { addToCurrentRule } from '../rule-actions.ts';
import { useCurrentRule } from '../selection.ts';
import { FilteredPalette } from './FilteredPalette.tsx';
import styles from './Palette.module.css';

const noRule: RuleRef = { engineId: '', ruleId: '' };
const noMemories: readonly string[] = [];

/** All memories, to drag onto rules; a press adds to the selected rule, or takes off again. */
export const MemoriesPalette = memo(function MemoriesPalette() {
  const memories = useDocuments(selectMemories);
  const [filter, setFilter] = useState('');
  const at = useCurrentRule() ?? noRule;
  const added = useRuleMemories(at);
  const shown = useMemo(() => matching(Object.values(memories), filter), [memories, filter]);
  return (
    <FilteredPalette
      filter={filter}
      onFilter={setFilter}
      placeholder={t('Name or section')}
      title={t('Memories')}
    >
      <MemoryRows added={added} at={at} memories={shown} />
      {shown.length === 0 ? (
        <p className={styles.none}>
          {filter === '' ? t('No memories yet: create one in Memories.') : t('None matches. ')}
          {filter === '' ? null : (
            <button className={styles.clear} onClick={() => setFilter('')} type="button">
              {t('Clear filter')}
            </button>
          )}
        </p>
      ) : null}
    </FilteredPalette>
  );
});

/** Ids of what a rule adds; the same list while something else about the rule is typed. */
function useRuleMemories({ engineId, ruleId }: RuleRef): readonly string[] {
  const select = ({ working }: DocumentsState) => shownRule(working, { engineId, ruleId })?.then.add_memories;
  return useDocuments(select) ?? noMemories;
}

/** Pixels; the style sheet says the same. */
const rowHeight = 30;

interface MemoryRowsProps {
  readonly at: RuleRef;
  readonly added: readonly string[];
  readonly memories: readonly PersistentMemory[];
}

/** Of a thousand memories only those in sight are there. One stop for Tab; arrows go along them, from out of sight too. */
function MemoryRows({ at, added, memories }: MemoryRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const range = useRowsInSight(list, rowHeight, memories.length);
  const [focusedId, setFocusedId] = useState<string>();
  const focused = memories.findIndex(({ id }) => id === focusedId);
  const places = placesOf(range, ...(focused < 0 ? [] : [focused - 1, focused, focused + 1]));
  return (
    <Toolbar aria-label={t('Memories to add')} orientation="vertical">
      <ul className={styles.memories} ref={list} style={{ height: memories.length * rowHeight }}>
        {places.map((place, index) => {
          const memory = memories[place];
          if (!memory) return null;
          return (
            <li
              aria-posinset={place + 1}
              aria-setsize={memories.length}
              key={memory.id}
              onFocus={() => setFocusedId(memory.id)}
              style={{ marginTop: (place - 1 - (places[index - 1] ?? -1)) * rowHeight }}
            >
              <MemoryRow at={at} isAdded={added.includes(memory.id)} memory={memory} />
            </li>
          );
        })}
      </ul>
    </Toolbar>
  );
}

interface MemoryRowProps {
  readonly at: RuleRef;
  readonly memory: PersistentMemory;
  readonly isAdded: boolean;
}

const MemoryRow = memo(function MemoryRow({ at, memory, isAdded }: MemoryRowProps) {
  const { section } = memory.contribution;
  const word = told(section.replace('_', ' '));
  const toggle = () =>
    isAdded
      ? edit(t('remove memory'), draft => removeRuleMemory(draft, at, memory.id))
      : addToCurrentRule({ kind: 'memory', memoryId: memory.id });
  return (
    <button
      aria-label={
        isAdded
          ? t('{memory}, {section}, added', { memory: memory.id, section: word })
          : `${memory.id}, ${word}`
      }
      aria-pressed={isAdded}
      className={classNames(styles.memory, isAdded && styles.added)}
      data-testid={`palette-${memory.id}`}
      draggable
      onClick={toggle}
      onDragStart={event => writeDrag(event.dataTransfer, { kind: 'memory', memoryId: memory.id })}
      title={t(
        isAdded
          ? '{memory}. Drag onto a rule, or press to take it off the selected one.'
          : '{memory}. Drag onto a rule, or press to add it to the selected one.',
        { memory: memory.label },
      )}
      type="button"
    >
      <SectionIcon section={section} />
      <span className={styles.name}>
        <MiddleCut text={memory.id} />
      </span>
      <span className={styles.beside}>
        <span className={styles.word}>{word}</span>
      </span>
      <GripVertical aria-hidden className={styles.grip ?? ''} size={13} />
    </button>
  );
});

function matching(memories: readonly PersistentMemory[], filter: string): PersistentMemory[] {
  const wanted = filter.trim().toLowerCase();
  return inPlacementOrder(
    memories.filter(({ id, label, contribution }) =>
      `${id} ${label} ${contribution.section}`.toLowerCase().includes(wanted),
    ),
  );
}
