import { memo } from 'react';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { documentPlace } from '../../../stores/places.ts';
import { t } from '../../../texts/texts.ts';
import { FieldPlace } from '../../../ui/field-place.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Select } from '../../../ui/Select.tsx';
import { withConstraint } from '../logic/request-edits.ts';
import { editRequest } from '../logic/sample-edits.ts';
import styles from './SampleForm.module.css';

const choices = [
  {
    name: 'estimator',
    label: t('Tokens counted by'),
    options: [
      { value: 'chars4', label: t('chars4'), description: t('Characters over four; the default.') },
      { value: 'o200k_base', label: t('o200k_base'), description: t('Exact, for GPT-4o and newer.') },
      { value: 'cl100k_base', label: t('cl100k_base'), description: t('Exact, for GPT-4 and GPT-3.5.') },
    ],
  },
  {
    name: 'budget_strategy',
    label: t('Strategy'),
    options: [
      { value: 'peel', label: t('Peel'), description: t('The last item of the last section goes first.') },
      { value: 'pack', label: t('Pack'), description: t('In order, every item that still fits.') },
    ],
  },
  {
    name: 'count',
    label: t('Count'),
    options: [
      { value: 'items', label: t('Items'), description: t('The contents of the items.') },
      { value: 'rendered', label: t('Rendered'), description: t('The Markdown with its headings.') },
    ],
  },
] as const;

const numbers = [
  { name: 'max_concurrency', label: t('Pipelines at once'), placeholder: '8', max: 256 },
  { name: 'timeout_ms', label: t('Per pipeline, ms'), placeholder: '5000', max: 600_000 },
  { name: 'deadline_ms', label: t('In all, ms'), placeholder: '10000', max: 600_000 },
] as const;

interface LimitsFormProps {
  readonly sampleId: string;
  /** As the request has them, whatever they are. */
  readonly given: unknown;
}

/** Budget and time limits of the request; what is not set is left to the engine. */
export const LimitsForm = memo(function LimitsForm({ sampleId, given }: LimitsFormProps) {
  const constraints = isJsonObject(given) ? given : {};
  const set = (name: string, value: unknown) =>
    editRequest(
      sampleId,
      t('change limits'),
      request => withConstraint(request, name, value),
      t('constraints {name}', { name }),
    );
  const numberOf = (name: string) => {
    const value = constraints[name];
    return typeof value === 'number' ? value : undefined;
  };
  return (
    <section aria-label={t('Limits')} className={styles.card}>
      <PanelHeader title={t('Limits')} />
      <div className={styles.grid}>
        <FieldPlace value={{ at: documentPlace('samples', sampleId) }}>
          <NumberField
            label={t('Token limit')}
            limits={{ min: 1, step: 100, isWhole: true }}
            onChange={value => set('max_tokens', value)}
            placeholder={t('no limit')}
            value={numberOf('max_tokens')}
          />
          {choices.map(({ name, label, options }) => (
            <Select<string>
              key={name}
              label={label}
              onChange={value => set(name, value)}
              options={options}
              value={typeof constraints[name] === 'string' ? constraints[name] : options[0].value}
            />
          ))}
          {numbers.map(({ name, label, placeholder, max }) => (
            <NumberField
              key={name}
              label={label}
              limits={{ min: 1, max, step: 1, isWhole: true }}
              onChange={value => set(name, value)}
              placeholder={placeholder}
              value={numberOf(name)}
            />
          ))}
        </FieldPlace>
      </div>
    </section>
  );
});
