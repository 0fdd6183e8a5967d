import { memo } from 'react';
import { firesAt } from '../../../stores/evaluation-results.ts';
import { useFiringBits } from '../../../stores/evaluations.ts';
import { setSample, useWorkspace, type Workspace } from '../../../stores/workspace.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import type { RuleRef } from '../edits/rule-edits.ts';
import { useNamedSamples } from '../use-named-samples.ts';
import styles from './SampleStrip.module.css';

const selectSampleId = (state: Workspace) => state.sampleId;

/** One cell a sample: filled where the rule fires. A press makes it the current sample. */
export const SampleStrip = memo(function SampleStrip({ at }: { readonly at: RuleRef }) {
  const samples = useNamedSamples();
  const bits = useFiringBits(at.engineId, at.ruleId);
  const current = useWorkspace(selectSampleId);
  const fired = samples.filter((_, column) => firesAt(bits, column)).length;
  return (
    <section aria-label="Samples that fire">
      <PanelHeader level="label" title="Samples that fire" />
      <div className={styles.strip}>
        {samples.map(({ id, name }, column) => (
          <SampleCell
            fired={firesAt(bits, column)}
            isCurrent={id === current}
            key={id}
            name={name}
            sampleId={id}
          />
        ))}
        <span className={styles.count}>
          {fired} of {samples.length}
        </span>
      </div>
    </section>
  );
});

interface SampleCellProps {
  readonly sampleId: string;
  readonly name: string;
  readonly fired: boolean;
  readonly isCurrent: boolean;
}

const SampleCell = memo(function SampleCell({ sampleId, name, fired, isCurrent }: SampleCellProps) {
  const text = `${name}: ${fired ? 'fires' : 'does not fire'}`;
  return (
    <button
      aria-current={isCurrent}
      aria-label={text}
      className={classNames(styles.cell, fired && styles.fired)}
      onClick={() => setSample(sampleId)}
      title={`${text}${isCurrent ? ' (current sample)' : '. Press to look at it.'}`}
      type="button"
    />
  );
});
