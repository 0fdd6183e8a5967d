import { GitCompareArrows } from 'lucide-react';
import { useDocuments } from '../../../stores/documents.ts';
import { type RuleFlip, useRuleFlips } from '../../../stores/evaluations.ts';
import { setSample } from '../../../stores/workspace.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { RuleRef } from '../edits/rule-edits.ts';
import styles from './RuleInspector.module.css';

const shownFlips = 6;

/** What the unsaved edit of this rule changes for samples, against what is saved. */
export function FlipNotice({ at }: { readonly at: RuleRef }) {
  const flips = useRuleFlips(at.engineId, at.ruleId);
  if (flips.length === 0) return null;
  const more = flips.length - shownFlips;
  return (
    <Notice
      icon={GitCompareArrows}
      title={`This edit flips ${flips.length} ${flips.length === 1 ? 'sample' : 'samples'}`}
      tone="missing"
    >
      <ul>
        {flips.slice(0, shownFlips).map(flip => (
          <FlipLine flip={flip} key={flip.sampleId} />
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </Notice>
  );
}

function FlipLine({ flip }: { readonly flip: RuleFlip }) {
  const name = useDocuments(state => state.working.samples[flip.sampleId]?.name ?? flip.sampleId);
  return (
    <li>
      <button className={styles.sample} onClick={() => setSample(flip.sampleId)} type="button">
        {name}
      </button>{' '}
      {flipWords(flip)}
    </li>
  );
}

/** "now gets a", "no longer gets b", or only that the rule fires or does not. */
export function flipWords({ to, gains, loses }: Pick<RuleFlip, 'to' | 'gains' | 'loses'>): string {
  const parts = [
    gains.length > 0 ? `now gets ${gains.join(', ')}` : '',
    loses.length > 0 ? `no longer gets ${loses.join(', ')}` : '',
  ].filter(part => part !== '');
  if (parts.length > 0) return parts.join(' and ');
  return to === 'fired' ? 'fires now, and gets nothing new' : 'no longer fires, and loses nothing';
}
