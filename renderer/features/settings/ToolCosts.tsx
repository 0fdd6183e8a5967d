import type { Config } from '../../../shared/model/config.ts';
import { t } from '../../texts/texts.ts';
import { TagField } from '../../ui/TagField.tsx';
import { changeConfig } from './config-store.ts';
import styles from './SettingsView.module.css';

type Costs = Config['tool_costs'];

const classes = [
  { id: 'low', label: t('Low, 500 tokens') },
  { id: 'medium', label: t('Medium, 1,250 tokens') },
  { id: 'high', label: t('High, 2,000 tokens') },
] as const satisfies readonly { id: keyof Costs; label: string }[];

/** Which tools cost how much. */
export function ToolCosts({ value }: { readonly value: Costs | undefined }) {
  if (!value) return null;
  return (
    <div className={styles.three}>
      {classes.map(({ id, label }) => (
        <TagField
          key={id}
          label={label}
          onChange={names => changeConfig('tool_costs', { ...value, [id]: names })}
          values={value[id]}
        />
      ))}
    </div>
  );
}
