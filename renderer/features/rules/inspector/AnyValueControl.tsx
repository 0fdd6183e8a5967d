import { Braces, CircleSlash2, Hash, type LucideIcon, ToggleLeft, Type } from 'lucide-react';
import { Menu } from '../../../ui/Menu.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import {
  convertToKind,
  kindOfValue,
  type ValueKind,
  valueKindLabels,
  valueKinds,
} from '../values/value-kind.ts';
import styles from './ConditionRow.module.css';
import { JsonValueControl } from './JsonValueControl.tsx';
import { TextValueControl } from './TextValueControl.tsx';
import type { ValueControlProps } from './ValueControl.tsx';

/** A constant of any type, with its type beside it: "5" and 5 are two things (R4). */
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
  switch (kindOfValue(value)) {
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
  }
}
