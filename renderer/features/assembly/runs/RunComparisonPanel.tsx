import { ArrowRight, LogIn, LogOut, PinOff } from 'lucide-react';
import { useMemo } from 'react';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import { sectionTitles } from '../../../../shared/model/section.ts';
import { formatChange, formatCount, formatCounted } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SectionDot } from '../../../ui/SectionIcon.tsx';
import { compareRuns, type RunComparison, type RunDifference } from './compare-runs.ts';
import { type PinnedRun, unpinRun } from './pinned-run.ts';
import styles from './RunComparisonPanel.module.css';

interface RunComparisonPanelProps {
  readonly pinned: PinnedRun;
  readonly current: AssembledContext;
  readonly currentName: string;
}

/** The pinned run against the one in sight: what entered, what left and why, and the tokens. */
export function RunComparisonPanel({ pinned, current, currentName }: RunComparisonPanelProps) {
  const comparison = useMemo(() => compareRuns(pinned.result, current), [pinned.result, current]);
  const { entered, left, stayed } = comparison;
  return (
    <section aria-label="Comparison with the pinned run" className={styles.panel}>
      <div className={styles.head}>
        <strong className={styles.name}>{pinned.sampleName}</strong>
        <ArrowRight aria-label="compared with" size={14} />
        <strong className={styles.name}>{currentName}</strong>
        <TokenChange tokens={comparison.tokens} />
        <IconButton icon={PinOff} name="Unpin this run" onPress={unpinRun} size="s" />
      </div>
      <p className={styles.sum}>
        {formatCounted(entered.length, 'item')} entered, {formatCount(left.length)} left,{' '}
        {formatCount(stayed)} stayed.
      </p>
      <SectionChanges changes={comparison.sectionTokens} />
      <ul aria-label="Items that entered or left" className={styles.items}>
        {entered.map(item => (
          <Difference item={item} key={`entered ${item.id}`} kind="entered" />
        ))}
        {left.map(item => (
          <Difference item={item} key={`left ${item.id}`} kind="left" />
        ))}
      </ul>
    </section>
  );
}

function TokenChange({ tokens }: Pick<RunComparison, 'tokens'>) {
  return (
    <span className={styles.tokens}>
      {formatCount(tokens.before)} to {formatCount(tokens.after)} tokens (
      {formatChange(tokens.after - tokens.before)})
    </span>
  );
}

function SectionChanges({ changes }: { readonly changes: RunComparison['sectionTokens'] }) {
  const changed = changes.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return null;
  return (
    <ul aria-label="Tokens by section" className={styles.sections}>
      {changed.map(({ section, before, after }) => (
        <li className={styles.section} key={section}>
          <SectionDot section={section} /> {sectionTitles[section]} {formatChange(after - before)}
        </li>
      ))}
    </ul>
  );
}

function Difference({ item, kind }: { readonly item: RunDifference; readonly kind: 'entered' | 'left' }) {
  const Icon = kind === 'entered' ? LogIn : LogOut;
  return (
    <li className={styles.item}>
      <Icon aria-hidden className={styles[kind]} size={14} />
      <span className={styles[kind]}>{kind}</span>
      <strong className={styles.id}>{item.id}</strong>
      <span className={styles.text}>{item.text}</span>
      <span className={styles.why}>{whyWords[kind][item.why]}</span>
      <span className={styles.figure}>{formatCount(item.tokens)}</span>
    </li>
  );
}

const whyWords = {
  entered: {
    not_asked: 'was not asked for before',
    not_returned: 'was not found before',
    budget: 'the budget had cut it',
    duplicate: 'was a duplicate before',
    max_items: 'was over the limit of its memory',
    redaction_failed: 'could not be redacted before',
    authority: 'had too little authority before',
  },
  left: {
    not_asked: 'no longer asked for',
    not_returned: 'no longer found',
    budget: 'cut by the budget',
    duplicate: 'is a duplicate now',
    max_items: 'over the limit of its memory',
    redaction_failed: 'could not be redacted',
    authority: 'has too little authority',
  },
} as const satisfies Record<'entered' | 'left', Record<RunDifference['why'], string>>;
