import { ThumbsDown, ThumbsUp } from 'lucide-react';
import type { ConfidencePoint } from '../../../../shared/model/handoff.ts';
import { firstConfidence } from '../../../../shared/model/package-words.ts';
import { call } from '../../../api/call.ts';
import { showError } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCounted, formatDecimal } from '../../../ui/format-number.ts';
import { formatAgo, formatDayTime } from '../../../ui/format-time.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { StepChart } from '../../../ui/StepChart.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { choose, type HandoffChoice, type ListedPattern, useHandoffChoice } from '../handoff-store.ts';
import { confidenceWords, expiryWords, patternKey, patternStanding } from '../logic/pattern-rows.ts';
import { standingLooks } from '../looks.ts';
import styles from './PatternList.module.css';

const selectKey = (choice: HandoffChoice) => choice.patternKey;

export function PatternList({ patterns }: { readonly patterns: readonly ListedPattern[] }) {
  const chosen = useHandoffChoice(selectKey);
  const now = useNow();
  return (
    <ul aria-label={t('Error patterns, best first')} className={styles.list}>
      {patterns.map(pattern => (
        <li
          className={classNames(styles.item, patternKey(pattern) === chosen && styles.chosen)}
          key={patternKey(pattern)}
        >
          <PatternRow isChosen={patternKey(pattern) === chosen} now={now} pattern={pattern} />
        </li>
      ))}
    </ul>
  );
}

/** Whether the solution helped; what is known of it changes at once. */
export function Feedback({ pattern }: { readonly pattern: ListedPattern }) {
  const { pattern_hash, project_id, signature } = pattern;
  const tell = (helped: boolean) => () =>
    void call('errorPatterns.feedback', { project_id, pattern_hash, helped }).catch(showError);
  return (
    <div className={styles.feedback}>
      <IconButton
        icon={ThumbsUp}
        name={t('It helped with {error_type} (+0.10)', { error_type: signature.error_type })}
        onPress={tell(true)}
        size="s"
      />
      <IconButton
        icon={ThumbsDown}
        name={t('It misled with {error_type} (−0.20)', { error_type: signature.error_type })}
        onPress={tell(false)}
        size="s"
      />
    </div>
  );
}

interface ConfidenceLineProps {
  readonly history: readonly ConfidencePoint[];
  readonly height?: number;
}

/** Confidence over time, against the line below which agents do not see the pattern. */
export function ConfidenceLine({ history, height = 28 }: ConfidenceLineProps) {
  return (
    <StepChart
      height={height}
      marks={[firstConfidence]}
      top={1}
      values={history.map(({ confidence }) => confidence)}
      words={confidenceWords(history)}
    />
  );
}

interface PatternRowProps {
  readonly pattern: ListedPattern;
  readonly isChosen: boolean;
  readonly now: number;
}

function PatternRow({ pattern, isChosen, now }: PatternRowProps) {
  const { signature, solution, confidence, occurrences, last_seen } = pattern;
  const { icon, tone, word } = standingLooks[patternStanding(pattern)];
  return (
    <>
      <button
        className={styles.open}
        onClick={() => choose({ patternKey: patternKey(pattern) })}
        type="button"
        {...(isChosen && { 'aria-current': true })}
      >
        <span className={styles.title}>
          <span className={styles.type}>{signature.error_type}</span> {signature.message_pattern}
        </span>
        <span className={styles.solution}>{solution}</span>
        <span className={styles.facts}>
          <StateWord icon={icon} tone={tone}>
            {word}
          </StateWord>
          <span>{t('seen {times}', { times: formatCounted(occurrences, 'time') })}</span>
          <span title={formatDayTime(last_seen)}>
            {t('last {last_seen}', { last_seen: formatAgo(last_seen, now) })}
          </span>
          <span>{expiryWords(pattern, now)}</span>
        </span>
      </button>
      <div className={styles.confidence}>
        <span className={styles.figure}>{formatDecimal(confidence, 2)}</span>
        <ConfidenceLine history={pattern.history} />
      </div>
      <Feedback pattern={pattern} />
    </>
  );
}
