import { Undo2 } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { type ConfigState, changeConfig, useConfig } from './config-store.ts';
import { type PlainKey, plainKeys, warningOf } from './config-values.ts';
import { SettingsGroup, SettingsRow } from './SettingsGroup.tsx';
import styles from './SettingsView.module.css';

const selectAll = (state: ConfigState) => state;

/** Keys that no row was made for, as their schema says: nothing of the file is left out. */
export function OtherSettings({ known }: { readonly known: readonly string[] }) {
  const { properties } = useConfig(selectAll);
  const rows = plainKeys(properties, known);
  if (rows.length === 0) return null;
  return (
    <SettingsGroup title={t('More')}>
      {rows.map(row => (
        <OtherRow key={row.key} row={row} />
      ))}
    </SettingsGroup>
  );
}

function OtherRow({ row }: { readonly row: PlainKey }) {
  const { state, refused, pending, defaults } = useConfig(selectAll);
  const { key, label, meaning } = row;
  const changed = pending[key];
  const inForce = changed === null ? settingIn(defaults, key) : (changed ?? settingIn(state?.config, key));
  return (
    <SettingsRow
      label={label}
      note={meaning}
      setting={key}
      problem={refused[key] ?? (state && warningOf(state.warnings, key))}
    >
      <Control row={row} value={inForce} />
      {state?.given[key] === undefined ? null : (
        <IconButton
          icon={Undo2}
          name={t('{label}: back to the default', { label })}
          onPress={() => changeConfig(key, null)}
          size="s"
        />
      )}
    </SettingsRow>
  );
}

const settingIn = (config: object | undefined, key: string): unknown =>
  config === undefined ? undefined : Reflect.get(config, key);

function Control({ row, value }: { readonly row: PlainKey; readonly value: unknown }) {
  const { key, label, kind } = row;
  if (kind === 'switch')
    return <Switch label={label} labelHidden on={value === true} onChange={on => changeConfig(key, on)} />;
  if (kind === 'choice')
    return (
      <div className={styles.select}>
        <Select
          label={label}
          labelHidden
          onChange={choice => changeConfig(key, choice)}
          options={row.options.map(option => ({ value: option, label: option }))}
          value={typeof value === 'string' ? value : undefined}
        />
      </div>
    );
  return (
    <div className={styles.number}>
      <NumberField
        label={label}
        labelHidden
        limits={row.limits}
        onChange={next => changeConfig(key, next ?? null)}
        value={typeof value === 'number' ? value : undefined}
      />
    </div>
  );
}
