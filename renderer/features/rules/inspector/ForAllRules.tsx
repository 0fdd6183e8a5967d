import { X } from 'lucide-react';
import { useState } from 'react';
import type { Condition, ContextRule } from '../../../../shared/model/rule.ts';
import { edit, selectMemories, useDocuments } from '../../../stores/documents.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import {
  addConditionToRules,
  addMemoryToRules,
  addTagToRules,
  type RulesRef,
  removeConditionFromRules,
  removeMemoryFromRules,
  removeTagFromRules,
  type Shared,
  sharedOf,
} from '../edits/together-edits.ts';
import { formatCell, parseCell } from '../values/condition-text.ts';
import styles from './RuleInspector.module.css';

interface ForAllRulesProps {
  readonly at: RulesRef;
  readonly rules: readonly ContextRule[];
}

/** What any of several rules asks for, adds and is marked with; what is given to all of them and taken from all. */
export function ForAllRules({ at, rules }: ForAllRulesProps) {
  const count = rules.length;
  return (
    <>
      <SharedList<Condition>
        count={count}
        empty={t('None of them has a condition.')}
        onRemove={condition =>
          edit(t('remove condition of {count} rules', { count }), draft =>
            removeConditionFromRules(draft, at, condition),
          )
        }
        shared={sharedOf(rules, rule => rule.when)}
        textOf={({ field, ...condition }) => `${field} ${formatCell([condition], 'unknown')}`}
        title={t('Conditions')}
      />
      <AddCondition at={at} />
      <SharedList<string>
        count={count}
        empty={t('None of them adds a memory.')}
        onRemove={memoryId =>
          edit(t('remove memory of {count} rules', { count }), draft =>
            removeMemoryFromRules(draft, at, memoryId),
          )
        }
        shared={sharedOf(rules, rule => rule.then.add_memories)}
        textOf={id => id}
        title={t('Memories')}
      />
      <AddMemory at={at} />
      <SharedList<string>
        count={count}
        empty={t('None of them has a tag.')}
        onRemove={tag =>
          edit(t('remove tag of {count} rules', { count }), draft => removeTagFromRules(draft, at, tag))
        }
        shared={sharedOf(rules, rule => rule.tags ?? [])}
        textOf={tag => tag}
        title={t('Tags')}
      />
      <AddTag at={at} />
    </>
  );
}

interface SharedListProps<Value> {
  readonly title: string;
  readonly empty: string;
  readonly shared: readonly Shared<Value>[];
  readonly count: number;
  readonly textOf: (value: Value) => string;
  readonly onRemove: (value: Value) => void;
}

function SharedList<Value>({ title, empty, shared, count, textOf, onRemove }: SharedListProps<Value>) {
  return (
    <section aria-label={title} className={styles.group}>
      <PanelHeader level="label" title={title} />
      {shared.length === 0 ? <p className={styles.note}>{empty}</p> : null}
      {shared.map(({ value, count: having }) => (
        <span className={styles.together} key={textOf(value)}>
          <span className={styles.sharedText}>{textOf(value)}</span>
          <span className={styles.note}>
            {having === count ? t('all') : t('{having} of {count}', { having, count })}
          </span>
          <IconButton
            icon={X}
            name={t('Remove {value} from all', { value: textOf(value) })}
            onPress={() => onRemove(value)}
            size="s"
          />
        </span>
      ))}
    </section>
  );
}

function AddMemory({ at }: { readonly at: RulesRef }) {
  const memories = useDocuments(selectMemories);
  const [typed, setTyped] = useState('');
  const add = (memoryId: string) => {
    setTyped('');
    edit(t('add memory to {count} rules', { count: at.ruleIds.length }), draft =>
      addMemoryToRules(draft, at, memoryId),
    );
  };
  return (
    <ComboBox
      label={t('Add a memory to all')}
      onChange={setTyped}
      onChoose={add}
      openOnFocus
      options={Object.values(memories).map(({ id, label }) => ({ value: id, description: label }))}
      placeholder={t('Choose a memory')}
      value={typed}
    />
  );
}

function AddTag({ at }: { readonly at: RulesRef }) {
  const [tag, setTag] = useState('');
  const add = () => {
    setTag('');
    edit(t('add tag to {count} rules', { count: at.ruleIds.length }), draft =>
      addTagToRules(draft, at, tag.trim()),
    );
  };
  return (
    <form
      className={styles.addForm}
      onSubmit={event => {
        event.preventDefault();
        if (tag.trim() !== '') add();
      }}
    >
      <TextField label={t('Add a tag to all')} onChange={setTag} value={tag} />
      <Button disabled={tag.trim() === ''} type="submit">
        {t('Add tag')}
      </Button>
    </form>
  );
}

/** The condition in the words of a cell of the table. */
function AddCondition({ at }: { readonly at: RulesRef }) {
  const variables = usePossibleVariables();
  const [field, setField] = useState('');
  const [text, setText] = useState('');
  const type = variables.find(({ name }) => name === field)?.type ?? 'unknown';
  const parsed = parseCell(text, type);
  const isReady = field.trim() !== '' && parsed.ok && parsed.conditions.length > 0;
  const add = () => {
    if (!parsed.ok) return;
    edit(t('add condition to {count} rules', { count: at.ruleIds.length }), draft => {
      for (const condition of parsed.conditions)
        addConditionToRules(draft, at, { field: field.trim(), ...condition });
    });
    setText('');
  };
  return (
    <form
      className={styles.addForm}
      onSubmit={event => {
        event.preventDefault();
        if (isReady) add();
      }}
    >
      <ComboBox
        label={t('Add a condition to all')}
        mono
        onChange={setField}
        openOnFocus
        options={variables.map(({ name }) => ({ value: name }))}
        placeholder={t('Variable')}
        value={field}
      />
      <TextField
        error={parsed.ok ? undefined : parsed.reason}
        label={t('Condition in words')}
        labelHidden
        onChange={setText}
        placeholder={t('is planning')}
        value={text}
      />
      <Button disabled={!isReady} type="submit">
        {t('Add condition')}
      </Button>
    </form>
  );
}
