import { useContext, useState } from 'react';
import { unreachable } from '../../shared/contract/errors.ts';
import { keysOf } from '../../shared/model/entries.ts';
import { textsIn } from '../../shared/model/json.ts';
import type { VariableType } from '../../shared/model/variable-type.ts';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import { FieldPlace, halfTypedIn, isJsonBegun, keepBegunText, keptAs } from './field-place.ts';
import { JsonField } from './JsonField.tsx';
import { NumberField } from './NumberField.tsx';
import { Segmented } from './Segmented.tsx';
import { Select } from './Select.tsx';
import { TagField } from './TagField.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';
import { isTakingOver } from './take-over-typed.ts';
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

/**
 * Any JSON value with its type in sight; missing, null and empty text are three visible states. What is edited stays in the
 * same kind of field until it is left, whatever its value is on the way, and JSON until it is JSON: another would lose the focus
 * and what is typed next.
 */
export function ValueField({ label, value, onChange, type = 'unknown', example }: ValueFieldProps) {
  const kept = keptAs(useContext(FieldPlace), label);
  const [edited, setEdited] = useState<Edited | undefined>(() =>
    isJsonBegun(kept, value) ? { editor: 'json', wasUnset: false } : undefined,
  );
  const kind = valueKind(value);
  const editor =
    edited !== undefined && canShow(edited.editor, value) ? edited.editor : editorOf(value, type);
  const leave = (around: Element) => {
    if (!isTakingOver() && !halfTypedIn(around)) setEdited(undefined);
    if (edited?.isEmptied === true) onChange(undefined);
  };
  return (
    <div className={styles.row}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field within is what is used. */}
      <div
        className={classNames(styles.editor, styles[kind])}
        onBlur={({ currentTarget, relatedTarget }) =>
          currentTarget.contains(relatedTarget) || leave(currentTarget)
        }
        onFocus={() => setEdited(known => known ?? { editor, wasUnset: isUnset(value) })}
      >
        <ValueEditor
          editor={editor}
          label={label}
          // A variable without a value may be none any more, and its field with it.
          onChange={next => {
            const isEmptied = editor === 'number' && next === undefined;
            setEdited(known => known && { ...known, isEmptied });
            if (!isEmptied) onChange(next);
          }}
          type={edited?.wasUnset === false ? 'unknown' : type}
          value={edited?.isEmptied === true ? undefined : value}
        />
      </div>
      <Select
        label={t('Type of {label}', { label })}
        labelHidden
        onChange={next => {
          keepBegunText(kept);
          setEdited(undefined);
          onChange(convertValue(value, next, example));
        }}
        options={kinds}
        value={kind}
      />
    </div>
  );
}

type Editor = 'number' | 'boolean' | 'list' | 'lines' | 'json' | 'text';

/** The field that has the focus. */
interface Edited {
  readonly editor: Editor;
  /** What is typed where nothing was is of the known type. */
  readonly wasUnset: boolean;
  /** The number was taken out, which holds when the field is left. */
  readonly isEmptied?: boolean;
}

const isUnset = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

function editorOf(value: unknown, type: VariableType): Editor {
  if (typeof value === 'number' || (type === 'number' && isUnset(value))) return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (valueKind(value) === 'list') return 'list';
  if (typeof value === 'string' && value.includes('\n')) return 'lines';
  return typeof value === 'object' && value !== null ? 'json' : 'text';
}

/** Another value may have come meanwhile, as by an undo. */
function canShow(editor: Editor, value: unknown): boolean {
  switch (editor) {
    case 'number':
      return typeof value === 'number' || isUnset(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return valueKind(value) === 'list';
    case 'lines':
      return typeof value === 'string';
    case 'json':
      return value !== undefined;
    case 'text':
      return typeof value !== 'object' || value === null;
    default:
      return unreachable(editor);
  }
}

type EditorProps = Pick<ValueFieldProps, 'label' | 'value' | 'onChange'> & { readonly type: VariableType };

function ValueEditor({ editor, label, value, onChange, type }: EditorProps & { readonly editor: Editor }) {
  const placeholder = value === undefined ? t('missing') : value === null ? 'null' : t('"" (empty text)');
  const text = typeof value === 'string' ? value : isUnset(value) ? '' : String(value);
  switch (editor) {
    case 'number':
      return (
        <NumberField
          label={label}
          labelHidden
          onChange={onChange}
          placeholder={placeholder}
          value={typeof value === 'number' ? value : undefined}
        />
      );
    case 'boolean':
      return <BooleanEditor label={label} onChange={onChange} value={value} />;
    case 'list':
      return <TagField label={label} labelHidden onChange={onChange} values={textsIn(value)} />;
    case 'lines':
      return <TextArea label={label} labelHidden onChange={onChange} rows={3} value={text} />;
    case 'json':
      return <JsonField label={label} onChange={onChange} value={value} />;
    case 'text':
      return (
        <TextField
          label={label}
          labelHidden
          onChange={next => onChange(typedValue(next, type))}
          placeholder={placeholder}
          value={text}
        />
      );
    default:
      return unreachable(editor);
  }
}

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
