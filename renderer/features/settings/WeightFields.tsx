import { useState } from 'react';
import type { Config } from '../../../shared/model/config.ts';
import { t } from '../../texts/texts.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { changeConfig } from './config-store.ts';
import { weightsProblem } from './config-values.ts';
import styles from './SettingsView.module.css';

type Weights = Config['ledger_weights'];

const names = [
  { id: 'recency', label: t('Recency') },
  { id: 'relevance', label: t('Relevance') },
  { id: 'confidence', label: t('Confidence') },
  { id: 'warning_boost', label: t('Warnings') },
] as const satisfies readonly { id: keyof Weights; label: string }[];

/** Four weights that are saved together, once they add up to 1. */
export function WeightFields({ value }: { readonly value: Weights | undefined }) {
  const [typed, setTyped] = useState<Weights>();
  const shown = typed ?? value;
  if (!shown) return null;
  const problem = weightsProblem(shown);
  const change = (id: keyof Weights, weight: number) => {
    const next = { ...shown, [id]: weight };
    const isUsable = weightsProblem(next) === undefined;
    setTyped(isUsable ? undefined : next);
    if (isUsable) changeConfig('ledger_weights', next);
  };
  return (
    <>
      <div className={styles.four}>
        {names.map(({ id, label }) => (
          <NumberField
            key={id}
            label={label}
            limits={{ min: 0, max: 1, step: 0.05 }}
            onChange={weight => weight !== undefined && change(id, weight)}
            value={shown[id]}
          />
        ))}
      </div>
      {problem === undefined ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
