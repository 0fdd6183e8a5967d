import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type TokenPrice, usualRead, usualWrite } from '../../../shared/model/token-prices.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type ConfigState, changeConfig, takeOutOf, useConfig } from './config-store.ts';
import { givenPrices, wholeTable } from './config-values.ts';
import styles from './PriceTable.module.css';

const selectAll = (state: ConfigState) => state;

const columns = [
  { id: 'input', label: t('Input, US dollars a million'), usual: 0, step: 0.25 },
  { id: 'cached_read', label: t('Read from cache, part of it'), usual: usualRead, step: 0.05 },
  { id: 'cache_write', label: t('Written into it, part of it'), usual: usualWrite, step: 0.05 },
] as const satisfies readonly { id: keyof TokenPrice; label: string; usual: number; step: number }[];

/** What tokens of a model family cost, in US dollars; what is not given has its published price. */
export function PriceTable() {
  const { state, defaults, pending } = useConfig(selectAll);
  const [added, setAdded] = useState('');
  const changed = pending.token_prices;
  const whole = wholeTable(changed === undefined ? state?.given.token_prices : changed);
  const given = givenPrices(whole);
  const known = defaults?.token_prices ?? {};
  const families = [...new Set([...Object.keys(known), ...Object.keys(given)])];
  const set = (family: string, price: TokenPrice) =>
    changeConfig('token_prices', { ...whole, [family]: { ...wholeTable(whole[family]), ...price } });
  const name = added.trim();
  const add = () => {
    set(name, { input: 1 });
    setAdded('');
  };
  return (
    <>
      <div className={styles.table}>
        <span className={styles.head}>{t('Model family')}</span>
        {columns.map(({ id, label }) => (
          <span className={styles.head} key={id}>
            {label}
          </span>
        ))}
        <span />
        {families.map(family => (
          <PriceRow
            family={family}
            isGiven={given[family] !== undefined}
            isKnown={known[family] !== undefined}
            key={family}
            onChange={price => set(family, price)}
            onTakeOut={() => takeOutOf('token_prices', family)}
            price={given[family] ?? known[family] ?? { input: 0 }}
          />
        ))}
      </div>
      <div className={styles.add}>
        <TextField
          label={t('Model family')}
          labelHidden
          mono
          onChange={setAdded}
          placeholder={t('Model family')}
          value={added}
        />
        <Button adds disabled={name === '' || families.includes(name)} onPress={add}>
          {t('Add')}
        </Button>
      </div>
    </>
  );
}

interface PriceRowProps {
  readonly family: string;
  readonly price: TokenPrice;
  readonly isGiven: boolean;
  readonly isKnown: boolean;
  readonly onChange: (price: TokenPrice) => void;
  readonly onTakeOut: () => void;
}

function PriceRow({ family, price, isGiven, isKnown, onChange, onTakeOut }: PriceRowProps) {
  return (
    <>
      <span className={styles.name} title={family}>
        {family}
      </span>
      {columns.map(({ id, label, usual, step }) => (
        <NumberField
          key={id}
          label={`${family}: ${label}`}
          labelHidden
          limits={{ min: 0, step }}
          onChange={value => value !== undefined && onChange({ ...price, [id]: value })}
          value={price[id] ?? usual}
        />
      ))}
      {isGiven ? (
        <IconButton
          icon={isKnown ? Undo2 : Trash2}
          name={
            isKnown
              ? t('{family}: back to the published price', { family })
              : t('Remove {family}', { family })
          }
          onPress={onTakeOut}
          size="s"
        />
      ) : (
        <span />
      )}
    </>
  );
}
