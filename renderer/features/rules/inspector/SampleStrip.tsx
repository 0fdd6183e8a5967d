import { memo } from 'react';
import { useDocuments } from '../../../stores/documents.ts';
import { useFiringSamples } from '../../../stores/evaluations.ts';
import { setSample, useWorkspace } from '../../../stores/workspace.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import type { RuleRef } from '../edits/rule-edits.ts';
import styles from './SampleStrip.module.css';

/** One cell a sample: filled where the rule fires. A press makes it the current sample. */
export const SampleStrip = memo(function SampleStrip({ at }: { readonly at: RuleRef }) {
  const samples = useFiringSamples(at.engineId, at.ruleId);
  const fired = samples.filter(sample => sample.fired).length;
  return (
    <section aria-label="Samples that fire">
      <PanelHeader level="label" title="Samples that fire" />
      <div className={styles.strip}>
        {samples.map(sample => (
          <SampleCell fired={sample.fired} key={sample.sampleId} sampleId={sample.sampleId} />
        ))}
        <span className={styles.count}>
          {fired} of {samples.length}
        </span>
      </div>
    </section>
  );
});

function SampleCell({ sampleId, fired }: { readonly sampleId: string; readonly fired: boolean }) {
  const name = useDocuments(state => state.working.samples[sampleId]?.name ?? sampleId);
  const isCurrent = useWorkspace(state => state.sampleId === sampleId);
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
}
