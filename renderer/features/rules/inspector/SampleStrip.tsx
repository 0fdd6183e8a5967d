import { memo } from 'react';
import { firesAt } from '../../../stores/evaluation-results.ts';
import { useFiringBits } from '../../../stores/evaluations.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { useNotEvaluated } from '../../../stores/not-evaluated.ts';
import { type RuleState, useRuleStates } from '../../../stores/rule-states.ts';
import { selectSampleId, setSample, useWorkspace } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { type Outcome, outcomeLooks } from '../../../ui/outcome.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { useNamedSamples } from '../use-named-samples.ts';
import styles from './SampleStrip.module.css';

interface SampleStripProps {
  readonly at: RuleRef;
  readonly isMuted: boolean;
}

/** One cell a sample: how the rule ends there. A press makes it the current sample. */
export const SampleStrip = memo(function SampleStrip({ at, isMuted }: SampleStripProps) {
  const samples = useNamedSamples();
  const bits = useFiringBits(at.engineId, at.ruleId);
  const states = useRuleStates(at.engineId, at.ruleId);
  const notEvaluated = useNotEvaluated();
  const current = useWorkspace(selectSampleId);
  const fired = samples.filter((_, column) => firesAt(bits, column)).length;
  return (
    <section aria-label={t('Samples that fire')}>
      <PanelHeader
        actions={
          <span className={styles.count}>
            {notEvaluated === undefined ? t('{fired} of {count}', { fired, count: samples.length }) : null}
          </span>
        }
        level="label"
        title={t('Samples that fire')}
      />
      <div className={styles.strip}>
        {notEvaluated}
        {(notEvaluated === undefined ? samples : []).map(({ id, name }, column) => (
          <SampleCell
            outcome={firesAt(bits, column) ? 'fired' : unfired(states?.[column], isMuted)}
            isCurrent={id === current}
            key={id}
            name={name}
            sampleId={id}
          />
        ))}
      </div>
    </section>
  );
});

interface SampleCellProps {
  readonly sampleId: string;
  readonly name: string;
  readonly outcome: Outcome;
  readonly isCurrent: boolean;
}

/** What keeps a rule from firing; a muted one would fire where its conditions hold. */
function unfired(state: RuleState | undefined, isMuted: boolean): Outcome {
  if (isMuted) return 'muted';
  return state === undefined || state === 'fired' ? 'failed' : state;
}

const words = {
  fired: t('fires'),
  failed: t('does not fire'),
  missing: t('a variable is missing'),
  error: t('a condition is an error'),
  muted: t('muted'),
} as const satisfies Record<Outcome, string>;

const SampleCell = memo(function SampleCell({ sampleId, name, outcome, isCurrent }: SampleCellProps) {
  const text = `${name}: ${words[outcome]}`;
  return (
    <button
      aria-current={isCurrent}
      aria-label={text}
      className={classNames(styles.cell, styles[outcome])}
      onClick={() => setSample(sampleId)}
      title={isCurrent ? `${text}${t(' (current sample)')}` : t('{text}. Press to look at it.', { text })}
      type="button"
    >
      {outcomeLooks[outcome].sign}
    </button>
  );
});
