import { type Config, recordingLimits } from '../../../shared/model/config.ts';
import { t } from '../../texts/texts.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { changeConfig } from './config-store.ts';
import styles from './SettingsView.module.css';

type Recordings = Config['recordings'];

const bounds = [
  { key: 'max_requests', label: t('Requests kept whole, at most'), most: recordingLimits.requests },
  { key: 'max_days', label: t('Days kept, at most'), most: recordingLimits.days },
  { key: 'max_megabytes', label: t('Megabytes, at most'), most: recordingLimits.megabytes },
] as const satisfies readonly { key: keyof Recordings; label: string; most: number }[];

/** What recordings may take. */
export function RecordingBounds({ value }: { readonly value: Recordings | undefined }) {
  return (
    <div className={styles.table}>
      {bounds.map(({ key, label, most }) => (
        <NumberField
          key={key}
          label={label}
          limits={{ min: 1, max: most, step: 1 }}
          onChange={bound => {
            if (bound !== undefined) changeConfig('recordings', { ...value, [key]: Math.floor(bound) });
          }}
          value={value?.[key]}
        />
      ))}
    </div>
  );
}
