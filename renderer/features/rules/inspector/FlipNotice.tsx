import { GitCompareArrows } from 'lucide-react';
import { useDocuments } from '../../../stores/documents.ts';
import { type RuleFlip, useRuleFlips } from '../../../stores/evaluations.ts';
import type { Documents } from '../../../stores/history.ts';
import { setSample } from '../../../stores/workspace.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { RuleRef } from '../edits/rule-edits.ts';
import { ruleOfEngine } from '../rules-of-engine.ts';
import { flipWords, ownFlip } from './flip-words.ts';
import styles from './RuleInspector.module.css';

const shownFlips = 6;
const none: readonly string[] = [];

/** What the unsaved edit of this rule changes for samples, against what is saved. */
export function FlipNotice({ at }: { readonly at: RuleRef }) {
  const flips = useRuleFlips(at.engineId, at.ruleId);
  const now = useDocuments(state => memoriesOf(state.working, at)) ?? none;
  const before = useDocuments(state => memoriesOf(state.saved, at)) ?? none;
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
          <FlipLine flip={ownFlip(flip, now, before)} key={flip.sampleId} />
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </Notice>
  );
}

function memoriesOf({ engines }: Documents, { engineId, ruleId }: RuleRef): readonly string[] | undefined {
  return ruleOfEngine(engines[engineId], ruleId)?.then.add_memories;
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
