import { GitCompareArrows } from 'lucide-react';
import { useDocuments } from '../../../stores/documents.ts';
import type { RuleFlip } from '../../../stores/evaluations.ts';
import { setSample } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { flipsTitle, flipWords } from './flip-words.ts';
import styles from './RuleInspector.module.css';

const shownFlips = 6;

/** What the unsaved edit of a rule changes for samples, against what is saved. */
export function FlipNotice({ flips }: { readonly flips: readonly RuleFlip[] }) {
  const more = flips.length - shownFlips;
  return (
    <Notice icon={GitCompareArrows} title={flipsTitle(flips)} tone="missing">
      <ul>
        {flips.slice(0, shownFlips).map(flip => (
          <FlipLine flip={flip} key={flip.sampleId} />
        ))}
        {more > 0 ? <li>{t('and {more} more', { more })}</li> : null}
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
