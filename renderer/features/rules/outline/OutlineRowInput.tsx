import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { operatorNames, operators, saying } from '../../../../shared/rules/operators.ts';
import { selectMemories, useDocuments } from '../../../stores/documents.ts';
import { useSeenValues } from '../../../stores/seen-values.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { t } from '../../../texts/texts.ts';
import { ComboBox, type ComboOption } from '../../../ui/ComboBox.tsx';
import { type CellCondition, formatCell } from '../values/condition-text.ts';
import styles from './Outline.module.css';
import type { OutlineRow } from './outline-rows.ts';
import type { EditedRow, OutlineInUse } from './use-outline.ts';

interface RowInputProps {
  readonly row: OutlineRow;
  readonly editing: EditedRow;
  readonly edit: OutlineInUse;
}

/** The row as a text: names by themselves, conditions and memories with what can be proposed. */
export function RowInput({ row, editing, edit }: RowInputProps) {
  const root = useRef<HTMLSpanElement>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    const input = root.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);
  const commit = (text: string, stays: boolean) => {
    if (isLeft.current) return;
    // What takes the focus while it is written leaves the field, and writes nothing more.
    isLeft.current = true;
    isLeft.current = edit.commit(text, stays);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      isLeft.current = true;
      edit.cancel();
    } else if (event.key === 'Tab') commit(editing.text, true);
    else if (event.key !== 'Enter' || hasOption(event.target)) return;
    else commit(editing.text, true);
    event.preventDefault();
    event.stopPropagation();
  };
  const hasProposals = row.kind !== 'engine' && row.kind !== 'rule';
  const shared = { editing, edit, onBlur: () => commit(editing.text, false) };
  return (
    <span className={styles.input} onKeyDownCapture={onKeyDown} ref={root}>
      {hasProposals ? (
        <ProposingInput {...shared} onCommit={commit} row={row} />
      ) : (
        <NameInput {...shared} row={row} />
      )}
    </span>
  );
}

const hasOption = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.hasAttribute('aria-activedescendant');

interface InputProps extends RowInputProps {
  readonly onBlur: () => void;
}

function NameInput({ row, editing, edit, onBlur }: InputProps) {
  return (
    <input
      aria-invalid={editing.reason !== undefined}
      aria-label={row.kind === 'engine' ? t('Name of the engine') : t('Name of the rule')}
      onBlur={onBlur}
      onChange={event => edit.type(event.target.value)}
      spellCheck={false}
      value={editing.text}
    />
  );
}

function ProposingInput({
  row,
  editing,
  edit,
  onBlur,
  onCommit,
}: InputProps & { readonly onCommit: (text: string, stays: boolean) => void }) {
  const isMemory = row.kind === 'memory' || (row.kind === 'new' && row.what === 'memory');
  const memories = useDocuments(selectMemories);
  const conditions = useConditionProposals(editing.text);
  const [label, placeholder] = isMemory
    ? [t('Memory that the rule adds'), t('id of a memory')]
    : [t('Condition in words'), t('phase is planning')];
  const options: readonly ComboOption[] = isMemory
    ? Object.values(memories).map(({ id, label: description }) => ({ value: id, description }))
    : conditions;
  const onChoose = (chosen: string) => {
    const isName = !isMemory && options.find(({ value }) => value === chosen)?.description === undefined;
    if (isName) edit.type(`${chosen} `);
    else onCommit(chosen, true);
  };
  return (
    <ComboBox
      label={label}
      labelHidden
      mono
      onBlur={onBlur}
      onChange={edit.type}
      onChoose={onChoose}
      openOnFocus={row.kind === 'new'}
      options={options}
      placeholder={placeholder}
      value={editing.text}
      {...(editing.reason !== undefined && { error: editing.reason })}
    />
  );
}

/** Variables, and behind one what is usual to say of it: whole conditions have a description. */
function useConditionProposals(text: string): readonly ComboOption[] {
  const variables = usePossibleVariables();
  const seen = useSeenValues();
  return useMemo(() => {
    const [begun = ''] = text.trim().split(/\s/);
    const names = variables.map(({ name }) => name);
    const field = names.find(name => name === begun) ?? names.find(name => name.endsWith(`.${begun}`));
    const whole = (condition: CellCondition, description: string) => ({
      value: `${field} ${formatCell([condition], 'unknown')}`,
      description,
    });
    if (field === undefined || begun === '') return names.map(value => ({ value }));
    return [
      ...seen(field)
        .slice(0, mostValues)
        .map(({ value }) => whole({ operator: saying.equal, value }, t('a value seen'))),
      ...operatorNames
        .filter(operator => operators[operator].takes === 'none')
        .map(operator => whole({ operator }, t('needs no value'))),
    ];
  }, [text, variables, seen]);
}

const mostValues = 20;
