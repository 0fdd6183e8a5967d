import { Braces, CircleSlash2, Hash, type LucideIcon, ToggleLeft, Type } from 'lucide-react';
import { useContext, useState } from 'react';
import { unreachable } from '../../../../shared/contract/errors.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { inSentence, t } from '../../../texts/texts.ts';
import { FieldPlace, halfTypedIn, isJsonBegun, keepBegunText, keptAs } from '../../../ui/field-place.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { isTakingOver } from '../../../ui/take-over-typed.ts';
import {
  type ConstantKind,
  constantKindLabels,
  constantKinds,
  convertConstant,
  kindOfConstant,
} from '../values/constant-kind.ts';
import styles from './ConditionRow.module.css';
import { NumberValueControl } from './NumberValueControl.tsx';
import { TextValueControl } from './TextValueControl.tsx';
import type { ValueControlProps } from './value-control-props.ts';

const JsonField = lazyPart(async () => (await import('../../../ui/JsonField.tsx')).JsonField);

/**
 * A constant of any type, with its type beside it: "5" and 5 are two things. JSON stays JSON until its field is left
 * and holds some, whatever it is on the way: another field would lose the focus and what is typed next.
 */
export function AnyValueControl(props: ValueControlProps) {
  const [chosen, setChosen] = useState<ConstantKind>();
  const isEmpty = props.isBegun && props.value === undefined;
  const place = useContext(FieldPlace);
  const kept = keptAs(place, jsonLabel);
  const [isJson, setIsJson] = useState(() => isJsonBegun(kept, props.value));
  const kind = isJson ? 'json' : isEmpty ? (chosen ?? kindOfType[props.type]) : kindOfConstant(props.value);
  const choose = (next: ConstantKind) => {
    setChosen(next);
    for (const label of [jsonLabel, t('Value')]) keepBegunText(keptAs(place, label));
    setIsJson(false);
    // Nobody has said a number or a text by choosing that it is one.
    if (isEmpty && next !== 'null' && next !== 'json') return;
    props.onChange(convertConstant(props.value, next));
    props.onSettle?.();
  };
  return (
    <div className={styles.typed}>
      <KindMenu kind={kind} onChoose={choose} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the control within is what is used. */}
      <div
        className={styles.typedValue}
        onBlur={({ currentTarget }) => isTakingOver() || setIsJson(halfTypedIn(currentTarget) !== null)}
        onFocus={() => setIsJson(kind === 'json')}
      >
        <OfKind {...props} kind={kind} />
      </div>
    </div>
  );
}

const jsonLabel = t('Value as JSON');

const kindIcons = {
  text: Type,
  number: Hash,
  boolean: ToggleLeft,
  null: CircleSlash2,
  json: Braces,
} as const satisfies Record<ConstantKind, LucideIcon>;

/** What a value of a variable most likely is, before there is one. */
const kindOfType = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  array: 'text',
  object: 'json',
  unknown: 'text',
} as const satisfies Record<VariableType, ConstantKind>;

interface KindMenuProps {
  readonly kind: ConstantKind;
  readonly onChoose: (kind: ConstantKind) => void;
}

function KindMenu({ kind, onChoose }: KindMenuProps) {
  const Icon = kindIcons[kind];
  return (
    <Menu
      entries={constantKinds.map(other => ({
        id: other,
        label: constantKindLabels[other],
        icon: kindIcons[other],
        run: () => other !== kind && onChoose(other),
      }))}
      name={t('Type of the value: {kind}', { kind: inSentence(constantKindLabels[kind]) })}
      trigger={<Icon aria-hidden size={14} strokeWidth={1.75} />}
      triggerClassName={styles.kind ?? ''}
    />
  );
}

const truths = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const;

function OfKind(props: ValueControlProps & { readonly kind: ConstantKind }) {
  const { value, kind, onChange, onSettle } = props;
  switch (kind) {
    case 'text':
      return <TextValueControl {...props} />;
    case 'number':
      return <NumberValueControl {...props} value={typeof value === 'number' ? value : undefined} />;
    case 'boolean':
      return (
        <Segmented
          label={t('Value')}
          onChange={truth => {
            onChange(truth === 'true');
            onSettle?.();
          }}
          options={truths}
          value={value === undefined ? undefined : value === true ? 'true' : 'false'}
        />
      );
    case 'null':
      return <span className={styles.nothing}>{'null'}</span>;
    case 'json':
      return <JsonField label={jsonLabel} onChange={onChange} value={value} />;
    default:
      return unreachable(kind);
  }
}
