import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  Autocomplete,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
  Text,
  useFilter,
} from 'react-aria-components';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { type Section, sections, sectionTitles } from '../../../shared/model/section.ts';
import { selectMemories, useDocuments } from '../../stores/documents.ts';
import type { RuleRef } from '../../stores/history.ts';
import { inSentence, t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { closeAtOnce } from '../../ui/close-at-once.ts';
import list from '../../ui/listbox.module.css';
import { SectionIcon } from '../../ui/SectionIcon.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useLongList } from '../../ui/use-long-list.ts';
import styles from './MemoryChoice.module.css';
import { inPlacementOrder } from './placement-order.ts';
import { createAndConnect } from './rule-actions.ts';
import { useRule } from './use-rule.ts';

export interface MemoryChoiceProps {
  readonly at: RuleRef;
  readonly onChoose: (memoryId: string) => void;
  readonly onClose: () => void;
}

/** Memories that a rule does not add yet, to search and choose from, or a new one to create. */
export function MemoryChoice({ at, onChoose, onClose }: MemoryChoiceProps) {
  const memories = useDocuments(selectMemories);
  const added = useRule(at)?.then.add_memories ?? [];
  const [typed, setTyped] = useState('');
  const [isCreating, setCreating] = useState(false);
  const { contains } = useFilter({ sensitivity: 'base' });
  if (isCreating) return <NewMemory at={at} onClose={onClose} />;
  const choices = inPlacementOrder(Object.values(memories)).filter(memory => !added.includes(memory.id));
  const name = typed.trim();
  const create = () => {
    createAndConnect(at, name, 'knowledge');
    onClose();
  };
  return (
    <div className={styles.choice} onKeyDownCapture={closeAtOnce(onClose)}>
      <Autocomplete filter={contains} inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label={t('Find a memory')} autoFocus className={classNames(styles.search)}>
          <Input className={classNames(styles.input)} placeholder={t('Find a memory…')} />
        </SearchField>
        <Choices choices={choices} create={name} onChoose={onChoose} onCreate={create} />
      </Autocomplete>
      {name === '' ? (
        <div className={styles.create}>
          <Button adds onPress={() => setCreating(true)} variant="quiet">
            {t('Create a memory')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface ChoicesProps {
  readonly choices: readonly PersistentMemory[];
  /** The name of the one that may be created, last in the list; empty while none is typed. */
  readonly create: string;
  readonly onCreate: () => void;
  readonly onChoose: (memoryId: string) => void;
}

/** More than these are drawn as they are scrolled to. */
const mostDrawn = 100;
const rowHeight = 44;

function Choices({ choices, create, onChoose, onCreate }: ChoicesProps) {
  const LongList = useLongList();
  const rows = (
    <ListBox
      aria-label={t('Memories')}
      className={classNames(list.list, styles.rows)}
      onAction={key => (key === createKey ? onCreate() : onChoose(String(key)))}
      renderEmptyState={() => <p className={list.empty}>{t('No other memory has that name.')}</p>}
      selectionMode="none"
    >
      {(LongList ? choices : choices.slice(0, mostDrawn)).map(memory => (
        <MemoryRow key={memory.id} memory={memory} />
      ))}
      {create === '' ? null : <CreateRow name={create} />}
    </ListBox>
  );
  return LongList && choices.length > mostDrawn ? <LongList rowHeight={rowHeight}>{rows}</LongList> : rows;
}

/** No id of a memory begins with a blank. */
const createKey = ' create';

function CreateRow({ name }: { readonly name: string }) {
  return (
    <ListBoxItem className={classNames(list.item)} id={createKey} textValue={name}>
      <Plus aria-hidden className={classNames(list.icon)} size={15} />
      <Text className={classNames(list.label)} slot="label">
        {t('Create “{name}”', { name })}
      </Text>
    </ListBoxItem>
  );
}

function MemoryRow({ memory }: { readonly memory: PersistentMemory }) {
  const { section, priority } = memory.contribution;
  return (
    <ListBoxItem className={classNames(list.item)} id={memory.id} textValue={`${memory.id} ${memory.label}`}>
      <SectionIcon section={section} />
      <span className={list.texts}>
        <Text className={classNames(list.label)} slot="label">
          {memory.id}
        </Text>
        <Text className={classNames(list.description)} slot="description">
          {inSentence(t(sectionTitles[section]))} · {told(priority)}
        </Text>
      </span>
    </ListBoxItem>
  );
}

interface NewMemoryProps {
  readonly at: RuleRef;
  readonly onClose: () => void;
}

const sectionOptions = sections.map(section => ({ value: section, label: t(sectionTitles[section]) }));

function NewMemory({ at, onClose }: NewMemoryProps) {
  const [label, setLabel] = useState('');
  const [section, setSection] = useState<Section>('knowledge');
  const create = () => {
    createAndConnect(at, label.trim(), section);
    onClose();
  };
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        if (label.trim() !== '') create();
      }}
    >
      <TextField autoFocus label={t('Name')} onChange={setLabel} value={label} />
      <Select label={t('Section')} onChange={setSection} options={sectionOptions} value={section} />
      <Button disabled={label.trim() === ''} type="submit" variant="primary">
        {t('Create and connect')}
      </Button>
    </form>
  );
}
