import { X } from 'lucide-react';
import { useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import type { FoundThing } from '../../../../shared/contract/project.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import field from '../../../ui/field.module.css';
import { IconButton } from '../../../ui/IconButton.tsx';
import list from '../../../ui/listbox.module.css';
import { type LedgerView, selectReading, useLedgerView } from '../ledger-view.ts';
import styles from './dialogs.module.css';

interface RecordsFieldProps {
  readonly label: string;
  /** Ids of entries and decisions. */
  readonly values: readonly string[];
  readonly onChange: (ids: string[]) => void;
  /** Decisions alone, as what a decision depends on. */
  readonly decisionsOnly?: boolean;
}

const mostOffered = 12;
const isDecision = ({ detail }: FoundThing) => detail.includes(' decision · ');

/** Records of the ledger, found by words of what they say and shown by it; nobody has to know an id. */
export function RecordsField({ label, values, onChange, decisionsOnly = false }: RecordsFieldProps) {
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const input = query === '' ? undefined : { query, kinds: ['record' as const], limit: mostOffered };
  const { output, error, isStale } = useAnswer('project.find', input, 0);
  const offered = (output?.found ?? []).filter(
    one => !values.includes(one.id) && (!decisionsOnly || isDecision(one)),
  );
  const add = (id: unknown) => {
    if (typeof id !== 'string') return;
    onChange([...values, id]);
    setTyped('');
  };
  return (
    <div className={styles.records}>
      <ComboBox
        allowsEmptyCollection={query !== ''}
        className={classNames(field.field)}
        inputValue={typed}
        items={offered}
        menuTrigger="input"
        onInputChange={setTyped}
        onSelectionChange={add}
        selectedKey={null}
      >
        <Label className={classNames(field.label)}>{label}</Label>
        <div className={classNames(field.control)}>
          <Input
            className={classNames(field.input)}
            maxLength={200}
            placeholder={t('Words of a decision or an entry')}
          />
        </div>
        <Popover className={classNames(list.popover)} offset={4} placement="bottom start">
          <ListBox<FoundThing>
            className={classNames(list.list)}
            renderEmptyState={() => (
              <p className={styles.note}>
                {isStale ? t('Searching…') : (error ?? t('No record says that.'))}
              </p>
            )}
          >
            {one => (
              <ListBoxItem className={classNames(list.item)} id={one.id} textValue={one.title}>
                <span className={list.texts}>
                  <Text className={classNames(list.label)} slot="label">
                    {one.title}
                  </Text>
                  <Text className={classNames(list.description)} slot="description">
                    {one.detail}
                  </Text>
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      <ul aria-label={t('{label}, chosen', { label })} className={styles.chosen}>
        {values.map(id => (
          <ChosenRecord id={id} key={id} onRemove={() => onChange(values.filter(other => other !== id))} />
        ))}
      </ul>
    </div>
  );
}

/** What a record says; of one that is not there, its id. */
function ChosenRecord({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const summary = useSummary(id);
  return (
    <li className={styles.record}>
      <span>{summary}</span>
      <IconButton icon={X} name={t('Remove {id}', { id: summary })} onPress={onRemove} size="s" />
    </li>
  );
}

export function useSummary(id: string): string {
  const reading = useLedgerView((view: LedgerView) => selectReading(view));
  const { output } = useAnswer('ledger.get', { id }, reading, 0);
  const record = output?.record;
  return (record?.kind === 'decision' ? record.decision.summary : record?.entry.summary) ?? id;
}
