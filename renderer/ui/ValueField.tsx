import { keysOf } from '../../shared/model/entries.ts';
import type { VariableType } from '../../shared/model/variable-type.ts';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import { JsonField } from './JsonField.tsx';
import { NumberField } from './NumberField.tsx';
import { Segmented } from './Segmented.tsx';
import { Select } from './Select.tsx';
import { TagField } from './TagField.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';
import styles from './ValueField.module.css';
import { convertValue, typedValue, valueKind, valueKindLabels } from './value-kind.ts';

interface ValueFieldProps {
  /** Name of the value; read out, not shown. */
  readonly label: string;
  readonly value: unknown;
  /** `undefined` means missing. */
  readonly onChange: (value: unknown) => void;
  /** What the value is known to be: decides what typing into an unset field gives. */
  readonly type?: VariableType;
  /** Where a new value starts. */
  readonly example?: unknown;
}

const kinds = keysOf(valueKindLabels).map(value => ({ value, label: valueKindLabels[value] }));

/** Any JSON value with its type in sight; missing, null and empty text are three visible states. */
export function ValueField({ label, value, onChange, type = 'unknown', example }: ValueFieldProps) {
  const kind = valueKind(value);
  return (
    <div className={styles.row}>
      <div className={classNames(styles.editor, styles[kind])}>
        <ValueEditor label={label} onChange={onChange} type={type} value={value} />
      </div>
      <Select
        label={t('Type of {label}', { label })}
        labelHidden
        onChange={next => onChange(convertValue(value, next, example))}
        options={kinds}
        value={kind}
      />
    </div>
  );
}

type EditorProps = Pick<ValueFieldProps, 'label' | 'value' | 'onChange'> & { readonly type: VariableType };

function ValueEditor({ label, value, onChange, type }: EditorProps) {
  if (isNumber(value, type))
    return (
      <NumberField
        label={label}
        labelHidden
        onChange={next => onChange(next)}
        placeholder={value === null ? 'null' : t('missing')}
        value={value ?? undefined}
      />
    );
  if (typeof value === 'boolean') return <BooleanEditor label={label} onChange={onChange} value={value} />;
  if (valueKind(value) === 'list') {
    const texts = value as readonly string[]; // a list is all texts
    return <TagField label={label} labelHidden onChange={onChange} values={texts} />;
  }
  if (typeof value === 'string' && value.includes('\n'))
    return <TextArea label={label} labelHidden onChange={onChange} rows={3} value={value} />;
  if (typeof value === 'object' && value !== null)
    return <JsonField label={label} onChange={onChange} value={value} />;
  const unset = value === undefined || value === null || value === '';
  const placeholder = value === undefined ? t('missing') : value === null ? 'null' : t('"" (empty text)');
  return (
    <TextField
      label={label}
      labelHidden
      onChange={text => onChange(unset ? typedValue(text, type) : text)}
      placeholder={placeholder}
      value={typeof value === 'string' ? value : ''}
    />
  );
}

/** Also where none is given yet: a field that changed with its first digit would lose those that follow. */
const isNumber = (value: unknown, type: VariableType): value is number | null | undefined =>
  typeof value === 'number' || (type === 'number' && (value === undefined || value === null));

function BooleanEditor({ label, value, onChange }: Omit<EditorProps, 'type'>) {
  return (
    <div className={styles.boolean}>
      <Segmented
        label={label}
        onChange={next => onChange(next === 'true')}
        options={[
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
        ]}
        value={value === true ? 'true' : 'false'}
      />
    </div>
  );
}
