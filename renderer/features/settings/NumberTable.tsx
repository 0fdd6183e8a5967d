import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type ConfigState, changeConfig, takeOutOf, useConfig } from './config-store.ts';
import { givenTable, tableRows, wholeTable } from './config-values.ts';
import styles from './SettingsView.module.css';

interface NumberTableProps {
  readonly name: 'models' | 'retrieval_limits';
  /** What a name in the table is. */
  readonly addLabel: string;
  /** What a new entry begins with. */
  readonly start: number;
  readonly step: number;
}

const selectAll = (state: ConfigState) => state;

/** A whole number by name; what is not given has its default, which stays where an entry is taken out. */
export function NumberTable({ name, addLabel, start, step }: NumberTableProps) {
  const { state, defaults, pending } = useConfig(selectAll);
  const [added, setAdded] = useState('');
  const changed = pending[name];
  const whole = wholeTable(changed === undefined ? state?.given[name] : changed);
  const given = givenTable(whole);
  const known = defaults?.[name] ?? {};
  const set = (entry: string, value: number) => changeConfig(name, { ...whole, [entry]: value });
  const isNew = added.trim() !== '' && known[added.trim()] === undefined && given[added.trim()] === undefined;
  const add = () => {
    set(added.trim(), start);
    setAdded('');
  };
  return (
    <>
      <div className={styles.table}>
        {tableRows(known, given).map(row => (
          <div className={styles.entry} key={row.name}>
            <span className={styles.name} title={row.name}>
              {row.name}
            </span>
            <NumberField
              label={row.name}
              labelHidden
              limits={{ min: 1, step, isWhole: true }}
              onChange={value => value !== undefined && set(row.name, value)}
              value={row.value}
            />
            {row.origin === 'default' ? null : (
              <IconButton
                icon={row.origin === 'added' ? Trash2 : Undo2}
                name={
                  row.origin === 'added'
                    ? t('Remove {name}', { name: row.name })
                    : t('{name}: back to the default', { name: row.name })
                }
                onPress={() => takeOutOf(name, row.name)}
                size="s"
              />
            )}
          </div>
        ))}
      </div>
      <div className={styles.add}>
        <TextField
          label={addLabel}
          labelHidden
          mono
          onChange={setAdded}
          placeholder={addLabel}
          value={added}
        />
        <Button disabled={!isNew} adds onPress={add}>
          {t('Add')}
        </Button>
      </div>
    </>
  );
}
