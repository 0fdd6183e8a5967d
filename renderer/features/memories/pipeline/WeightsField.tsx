import { Trash2 } from 'lucide-react';
import { useContext, useState } from 'react';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { FieldPlace } from '../../../ui/field-place.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import styles from './WeightsField.module.css';

interface WeightsFieldProps {
  readonly label: string;
  readonly weights: unknown;
  readonly fields: readonly string[];
  readonly onChange: (weights: Readonly<Record<string, number>>) => void;
}

/** Fields and how much each counts. A field without a name is kept here until it has one. */
export function WeightsField({ label, weights, fields, onChange }: WeightsFieldProps) {
  const { at } = useContext(FieldPlace);
  const [pending, setPending] = useState<number>();
  /** A name that is none yet, or that of another row, whose weight it would take. */
  const [typed, setTyped] = useState<{ readonly index: number; readonly name: string }>();
  /** How many rows went: others took their places, to which nothing belongs that is half typed. */
  const [removed, setRemoved] = useState(0);
  const rows = isJsonObject(weights) ? Object.entries(weights) : [];
  const set = (index: number, name: string, weight: number) => {
    const next = rows.map((row, position) => (position === index ? [name, weight] : row));
    onChange(Object.fromEntries(index === rows.length ? [...rows, [name, weight]] : next));
    if (index === rows.length) setPending(undefined);
  };
  const rename = (index: number, name: string, weight: number) => {
    const isTaken = rows.some(([other], position) => position !== index && other === name);
    setTyped(name === '' || isTaken ? { index, name } : undefined);
    if (name !== '' && !isTaken) set(index, name, weight);
  };
  const remove = (index: number) =>
    onChange(
      Object.fromEntries(rows.filter((_row, position) => position !== index)) as Record<string, number>,
    ); // weights in, weights out
  const shown = pending === undefined ? rows : [...rows, ['', pending] as const];
  return (
    <div className={styles.field}>
      <PanelHeader level="label" title={label} />
      {shown.map(([name, weight], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row's name changes while it is typed.
        <div className={styles.row} key={index}>
          <ComboBox
            label={t('Field {index}', { index: index + 1 })}
            labelHidden
            mono
            error={typed?.index === index && typed.name !== '' ? t('It has its weight already.') : undefined}
            onChange={text => rename(index, text, Number(weight))}
            options={fields.map(value => ({ value }))}
            placeholder={t('field')}
            value={typed?.index === index ? typed.name : name}
          />
          <FieldPlace value={{ at: at && name && `${at} ${name}`, moves: true }}>
            <NumberField
              key={removed}
              label={t('Weight {index}', { index: index + 1 })}
              labelHidden
              limits={{ step: 0.1 }}
              onChange={value => (name === '' ? setPending(value ?? 0) : set(index, name, value ?? 0))}
              value={typeof weight === 'number' ? weight : undefined}
            />
          </FieldPlace>
          <IconButton
            icon={Trash2}
            name={t('Remove weight {index}', { index: index + 1 })}
            onPress={() => {
              setTyped(undefined);
              setRemoved(removed + 1);
              if (index === rows.length) setPending(undefined);
              else remove(index);
            }}
            size="s"
          />
        </div>
      ))}
      <div>
        <Button disabled={pending !== undefined} adds onPress={() => setPending(1)} variant="quiet">
          {t('Add weight')}
        </Button>
      </div>
    </div>
  );
}
