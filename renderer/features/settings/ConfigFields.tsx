import { useState } from 'react';
import { belowChoices } from '../../../shared/model/authority.ts';
import { type Config, recordingLimits } from '../../../shared/model/config.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';
import { type Trust, trusts } from '../../../shared/model/origin.ts';
import { type Section, sections, sectionTitles } from '../../../shared/model/section.ts';
import { t } from '../../texts/texts.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TagField } from '../../ui/TagField.tsx';
import { changeConfig } from './config-store.ts';
import { weightsProblem } from './config-values.ts';
import styles from './SettingsView.module.css';

type Recordings = Config['recordings'];

const recordingBounds = [
  { key: 'max_requests', label: t('Requests kept whole, at most'), most: recordingLimits.requests },
  { key: 'max_days', label: t('Days kept, at most'), most: recordingLimits.days },
  { key: 'max_megabytes', label: t('Megabytes, at most'), most: recordingLimits.megabytes },
] as const satisfies readonly { key: keyof Recordings; label: string; most: number }[];

/** What recordings may take. */
export function RecordingBounds({ value }: { readonly value: Recordings | undefined }) {
  return (
    <div className={styles.table}>
      {recordingBounds.map(({ key, label, most }) => (
        <NumberField
          key={key}
          label={label}
          limits={{ min: 1, max: most, step: 1, isWhole: true }}
          onChange={bound => {
            if (bound !== undefined) changeConfig('recordings', { ...value, [key]: bound });
          }}
          value={value?.[key]}
        />
      ))}
    </div>
  );
}

type Authority = Config['authority'];

const trustWords = {
  imported: t('Everything'),
  agent: t('At least an agent'),
  project: t('At least the project'),
  user: t('The user alone'),
} as const satisfies Record<Trust, string>;
const belowWords = {
  data: t('Shown in Knowledge, marked as data'),
  leave_out: t('Left out'),
} as const satisfies Record<Authority['below'], string>;

/** Who must have said what stands in each section, and where what has less goes. */
export function AuthorityFields({ value }: { readonly value: Authority | undefined }) {
  if (value === undefined) return null;
  const need = (section: Section, trust: Trust) =>
    changeConfig('authority', { ...value, needs: { ...value.needs, [section]: trust } });
  return (
    <div className={styles.table}>
      {sections.map(section => (
        <Select
          key={section}
          label={t('{section} takes', { section: t(sectionTitles[section]) })}
          onChange={trust => need(section, trust)}
          options={trusts.map(trust => ({ value: trust, label: trustWords[trust] }))}
          value={value.needs[section] ?? 'imported'}
        />
      ))}
      <Select
        label={t('What has less is')}
        onChange={below => changeConfig('authority', { ...value, below })}
        options={belowChoices.map(below => ({ value: below, label: belowWords[below] }))}
        value={value.below}
      />
    </div>
  );
}

type Costs = Config['tool_costs'];

const costClasses = [
  { id: 'low', label: t('Low, 500 tokens') },
  { id: 'medium', label: t('Medium, 1,250 tokens') },
  { id: 'high', label: t('High, 2,000 tokens') },
] as const satisfies readonly { id: keyof Costs; label: string }[];

/** Which tools cost how much. */
export function ToolCosts({ value }: { readonly value: Costs | undefined }) {
  if (!value) return null;
  return (
    <div className={styles.three}>
      {costClasses.map(({ id, label }) => (
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

type Weights = Config['ledger_weights'];

const weightNames = [
  { id: 'recency', label: t('Recency') },
  { id: 'relevance', label: t('Relevance') },
  { id: 'confidence', label: t('Confidence') },
  { id: 'warning_boost', label: t('Warnings') },
] as const satisfies readonly { id: keyof Weights; label: string }[];

/** Four weights that are saved together, once they add up to 1. */
export function WeightFields({ value }: { readonly value: Weights | undefined }) {
  const [typed, setTyped] = useState<{ readonly over: Weights | undefined; readonly weights: Weights }>();
  // What was typed over other weights than those in force is gone with them.
  const shown = typed && isJsonEqual(typed.over, value) ? typed.weights : value;
  if (!shown) return null;
  const problem = weightsProblem(shown);
  const change = (id: keyof Weights, weight: number) => {
    const next = { ...shown, [id]: weight };
    const isUsable = weightsProblem(next) === undefined;
    setTyped(isUsable ? undefined : { over: value, weights: next });
    if (isUsable) changeConfig('ledger_weights', next);
  };
  return (
    <>
      <div className={styles.four}>
        {weightNames.map(({ id, label }) => (
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
