import { Braces, CircleSlash2, Hash, type LucideIcon, ToggleLeft, Type } from 'lucide-react';
import { useState } from 'react';
import { unreachable } from '../../../../shared/contract/errors.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import {
  convertToKind,
  kindOfValue,
  type ValueKind,
  valueKindLabels,
  valueKinds,
} from '../values/value-kind.ts';
import styles from './ConditionRow.module.css';
import { TextValueControl } from './TextValueControl.tsx';
import type { ValueControlProps } from './value-control-props.ts';

/** A constant of any type, with its type beside it: "5" and 5 are two things. */
export function AnyValueControl(props: ValueControlProps) {
  return (
    <div className={styles.typed}>
      <KindMenu onChange={props.onChange} value={props.value} />
      <div className={styles.typedValue}>
        <OfKind {...props} />
      </div>
    </div>
  );
}

const kindIcons = {
  text: Type,
  number: Hash,
  boolean: ToggleLeft,
  null: CircleSlash2,
  json: Braces,
} as const satisfies Record<ValueKind, LucideIcon>;

function KindMenu({ value, onChange }: Pick<ValueControlProps, 'value' | 'onChange'>) {
  const kind = kindOfValue(value);
  const Icon = kindIcons[kind];
  return (
    <Menu
      entries={valueKinds.map(other => ({
        id: other,
        label: valueKindLabels[other],
        icon: kindIcons[other],
        run: () => other !== kind && onChange(convertToKind(value, other)),
      }))}
      name={`Type of the value: ${valueKindLabels[kind].toLowerCase()}`}
      trigger={<Icon aria-hidden size={14} strokeWidth={1.75} />}
      triggerClassName={styles.kind ?? ''}
    />
  );
}

const truths = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const;

function OfKind(props: ValueControlProps) {
  const { value, onChange } = props;
  const kind = kindOfValue(value);
  switch (kind) {
    case 'text':
      return <TextValueControl {...props} />;
    case 'number':
      return <NumberField label="Value" labelHidden mono onChange={onChange} value={value as number} />; // its kind is number
    case 'boolean':
      return (
        <Segmented
          label="Value"
          onChange={truth => onChange(truth === 'true')}
          options={truths}
          value={value === true ? 'true' : 'false'}
        />
      );
    case 'null':
      return <span className={styles.nothing}>null</span>;
    case 'json':
      return <JsonValueControl onChange={onChange} value={value} />;
    default:
      return unreachable(kind);
  }
}

interface JsonValueControlProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A list or object as JSON; it is taken over whenever it can be read. */
function JsonValueControl({ value, onChange }: JsonValueControlProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? JSON.stringify(value, null, 2);
  const error = typed === undefined ? undefined : complaint(typed);
  const change = (next: string) => {
    setTyped(next);
    if (complaint(next) === undefined) onChange(JSON.parse(next));
  };
  return (
    <TextArea
      error={error}
      label="Value as JSON"
      labelHidden
      mono
      onBlur={() => setTyped(undefined)}
      onChange={change}
      rows={3}
      value={text}
    />
  );
}

function complaint(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    // The parser's own words say where; until it can be read, the last good value stays.
    return error instanceof Error ? error.message : 'This is no JSON.';
  }
}
