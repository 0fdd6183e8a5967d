import { Trash2 } from 'lucide-react';
import {
  type DeclaredVariable,
  declaredVariableTypes,
  type PersistentMemory,
} from '../../../../shared/model/memory.ts';
import { documentPlace } from '../../../stores/places.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldPlace } from '../../../ui/field-place.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ValueField } from '../../../ui/ValueField.tsx';
import { addVariable, changeVariable, editMemory, removeVariable } from '../edits/memory-edits.ts';
import styles from '../MemoryInspector.module.css';

const typeOptions = declaredVariableTypes.map(value => ({ value, label: value }));

/** Variables the memory declares beside its scopes: name, type, required or a default. */
export function VariablesForm({ memory }: { readonly memory: PersistentMemory }) {
  const variables = memory.additional_variables;
  return (
    <div className={styles.group}>
      <PanelHeader
        actions={
          <IconButton
            adds
            name={t('Add variable')}
            onPress={() => editMemory(memory.id, t('add variable'), addVariable)}
            size="s"
          />
        }
        level="label"
        title={t('Additional variables')}
      />
      {variables.length === 0 ? <p className={styles.empty}>{t('None declared.')}</p> : null}
      {variables.map((variable, index) => (
        <VariableRow
          index={index}
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed.
          key={index}
          memoryId={memory.id}
          taken={variables.filter((_other, place) => place !== index).map(other => other.name)}
          variable={variable}
        />
      ))}
    </div>
  );
}

interface VariableRowProps {
  readonly memoryId: string;
  readonly index: number;
  readonly variable: DeclaredVariable;
  readonly taken: readonly string[];
}

function VariableRow({ memoryId, index, variable, taken }: VariableRowProps) {
  const change = (changes: Parameters<typeof changeVariable>[2], key?: string) =>
    editMemory(memoryId, t('change variable'), draft => changeVariable(draft, index, changes), key);
  const { name, type, required = false } = variable;
  return (
    <div className={styles.variable}>
      <div className={styles.variableHead}>
        <TextField
          error={nameProblem(name, taken)}
          label={t('Name of variable {index}', { index: index + 1 })}
          labelHidden
          mono
          onChange={text => change({ name: text }, t('variable {index} name', { index }))}
          value={name}
        />
        <Select
          label={t('Type of variable {index}', { index: index + 1 })}
          labelHidden
          onChange={next => change({ type: next })}
          options={typeOptions}
          value={type}
        />
        <IconButton
          icon={Trash2}
          name={t('Remove variable {name}', { name })}
          onPress={() => editMemory(memoryId, t('remove variable'), draft => removeVariable(draft, index))}
        />
      </div>
      <Switch
        label={t('Required: skipped without it')}
        on={required}
        onChange={on => change({ required: on ? true : undefined })}
      />
      {variable.default === undefined ? (
        <div>
          <Button adds onPress={() => change({ default: startOf[type] })} variant="quiet">
            {t('Add default')}
          </Button>
        </div>
      ) : (
        <div className={styles.group}>
          <PanelHeader level="label" title={t('Default in templates')} />
          <FieldPlace value={{ at: documentPlace('memories', memoryId) }}>
            <ValueField
              label={t('Default of {name}', { name })}
              onChange={value => change({ default: value }, t('variable {index} default', { index }))}
              type={type}
              value={variable.default}
            />
          </FieldPlace>
        </div>
      )}
    </div>
  );
}

const startOf = { string: '', number: 0, boolean: false, array: [], object: {} } as const;

function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return t('A variable needs a name.');
  return taken.includes(name) ? t('This name is declared twice.') : undefined;
}
