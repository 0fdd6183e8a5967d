import { Trash2 } from 'lucide-react';
import {
  type DeclaredVariable,
  declaredVariableTypes,
  type PersistentMemory,
} from '../../../../shared/model/memory.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ValueField } from '../../../ui/ValueField.tsx';
import { addVariable, changeVariable, editMemory, removeVariable } from '../edits/memory-edits.ts';
import styles from '../MemoryInspector.module.css';

const typeOptions = declaredVariableTypes.map(value => ({ value, label: value }));

/** Variables the memory declares beside its scopes: name, type, required or a default (M1, V2). */
export function VariablesForm({ memory }: { readonly memory: PersistentMemory }) {
  const variables = memory.additional_variables;
  return (
    <div className={styles.group}>
      <PanelHeader
        actions={
          <IconButton
            adds
            name="Add variable"
            onPress={() => editMemory(memory.id, 'add variable', addVariable)}
            size="s"
          />
        }
        level="label"
        title="Additional variables"
      />
      {variables.length === 0 ? <p className={styles.empty}>None declared.</p> : null}
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
    editMemory(memoryId, 'change variable', draft => changeVariable(draft, index, changes), key);
  const { name, type, required = false } = variable;
  return (
    <div className={styles.variable}>
      <div className={styles.variableHead}>
        <TextField
          error={nameProblem(name, taken)}
          label={`Name of variable ${index + 1}`}
          labelHidden
          mono
          onChange={text => change({ name: text }, `variable ${index} name`)}
          value={name}
        />
        <Select
          label={`Type of variable ${index + 1}`}
          labelHidden
          onChange={next => change({ type: next })}
          options={typeOptions}
          value={type}
        />
        <IconButton
          icon={Trash2}
          name={`Remove variable ${name}`}
          onPress={() => editMemory(memoryId, 'remove variable', draft => removeVariable(draft, index))}
        />
      </div>
      <Switch
        label="Required: skipped without it"
        on={required}
        onChange={on => change({ required: on ? true : undefined })}
      />
      {variable.default === undefined ? (
        <div>
          <Button adds onPress={() => change({ default: startOf[type] })} variant="quiet">
            Add default
          </Button>
        </div>
      ) : (
        <div className={styles.group}>
          <PanelHeader level="label" title="Default in templates" />
          <ValueField
            label={`Default of ${name}`}
            onChange={value => change({ default: value }, `variable ${index} default`)}
            type={type}
            value={variable.default}
          />
        </div>
      )}
    </div>
  );
}

const startOf = { string: '', number: 0, boolean: false, array: [], object: {} } as const;

function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return 'A variable needs a name.';
  return taken.includes(name) ? 'This name is declared twice.' : undefined;
}
