import { ArrowRight, LogIn, LogOut, PinOff } from 'lucide-react';
import { useMemo } from 'react';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import { sectionTitles } from '../../../../shared/model/section.ts';
import { t } from '../../../texts/texts.ts';
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
    <section aria-label={t('Comparison with the pinned run')} className={styles.panel}>
      <div className={styles.head}>
        <strong className={styles.name}>{pinned.sampleName}</strong>
        <ArrowRight aria-label={t('compared with')} size={14} />
        <strong className={styles.name}>{currentName}</strong>
        <TokenChange tokens={comparison.tokens} />
        <IconButton icon={PinOff} name={t('Unpin this run')} onPress={unpinRun} size="s" />
      </div>
      <p className={styles.sum}>
        {t('{items} entered, {count} left, {stayed} stayed.', {
          items: formatCounted(entered.length, 'item'),
          count: formatCount(left.length),
          stayed: formatCount(stayed),
        })}
      </p>
      <SectionChanges changes={comparison.sectionTokens} />
      <ul aria-label={t('Items that entered or left')} className={styles.items}>
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
      {t('{before} to {after} tokens ({after2})', {
        before: formatCount(tokens.before),
        after: formatCount(tokens.after),
        after2: formatChange(tokens.after - tokens.before),
      })}
    </span>
  );
}

function SectionChanges({ changes }: { readonly changes: RunComparison['sectionTokens'] }) {
  const changed = changes.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return null;
  return (
    <ul aria-label={t('Tokens by section')} className={styles.sections}>
      {changed.map(({ section, before, after }) => (
        <li className={styles.section} key={section}>
          <SectionDot section={section} /> {t(sectionTitles[section])} {formatChange(after - before)}
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
    not_asked: t('was not asked for before'),
    not_returned: t('was not found before'),
    budget: t('the budget had cut it'),
    duplicate: t('was a duplicate before'),
    max_items: t('was over the limit of its memory'),
    redaction_failed: t('could not be redacted before'),
    authority: t('had too little authority before'),
  },
  left: {
    not_asked: t('no longer asked for'),
    not_returned: t('no longer found'),
    budget: t('cut by the budget'),
    duplicate: t('is a duplicate now'),
    max_items: t('over the limit of its memory'),
    redaction_failed: t('could not be redacted'),
    authority: t('has too little authority'),
  },
} as const satisfies Record<'entered' | 'left', Record<RunDifference['why'], string>>;
