import { firstConfidence } from '../../../../shared/model/package-words.ts';
import { t } from '../../../texts/texts.ts';
import { formatCounted, formatDecimal } from '../../../ui/format-number.ts';
import { formatDayTime } from '../../../ui/format-time.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useNow } from '../../../ui/use-now.ts';
import type { ListedPattern } from '../handoff-store.ts';
import { causeWord, expiryWords, patternStanding } from '../logic/pattern-rows.ts';
import { standingLooks } from '../looks.ts';
import { ConfidenceLine, Feedback } from '../patterns/PatternList.tsx';
import styles from './Detail.module.css';
import { Facts } from './Facts.tsx';

/** Everything about one error pattern: what is compared, what solves it, and how its confidence went. */
export function PatternDetail({ pattern }: { readonly pattern: ListedPattern }) {
  const { signature, solution, confidence, history } = pattern;
  const { icon, tone, word } = standingLooks[patternStanding(pattern)];
  return (
    <section aria-label={t('Error pattern')} className={styles.panel}>
      <PanelHeader
        actions={<Feedback pattern={pattern} />}
        level="panel"
        title={<span title={signature.error_type}>{signature.error_type}</span>}
      />
      <pre className={styles.content}>{signature.message_pattern}</pre>
      <div className={styles.group}>
        <PanelHeader level="label" title={t('Solution')} />
        <p className={styles.text}>{solution}</p>
      </div>
      <div className={styles.group}>
        <PanelHeader level="label" title={t('Confidence')} />
        <div className={styles.badges}>
          <strong className={styles.figure}>{formatDecimal(confidence, 2)}</strong>
          <StateWord icon={icon} tone={tone}>
            {word}
          </StateWord>
        </div>
        <ConfidenceLine height={72} history={history} />
        <p className={styles.none}>
          {t(
            'Agents are shown what has not fallen below {firstConfidence}, the dashed line: where a solution begins that nobody has tried.',
            { firstConfidence: formatDecimal(firstConfidence, 2) },
          )}
        </p>
        <History pattern={pattern} />
      </div>
      <PatternFacts pattern={pattern} />
    </section>
  );
}

function History({ pattern: { history } }: { readonly pattern: ListedPattern }) {
  const turns = history.map((point, index) => ({ point, turn: index + 1 })).toReversed();
  return (
    <ol>
      {turns.map(({ point, turn }) => (
        <li className={styles.row} key={turn}>
          <span className={styles.number}>{formatDecimal(point.confidence, 2)}</span>
          <span>{causeWord(point)}</span>
          <span className={styles.end}>{formatDayTime(point.at)}</span>
        </li>
      ))}
    </ol>
  );
}

function PatternFacts({ pattern }: { readonly pattern: ListedPattern }) {
  const { signature, occurrences, created_at, last_seen, lang, project_id } = pattern;
  const now = useNow();
  const facts = [
    [t('Seen'), formatCounted(occurrences, 'time')],
    [t('First'), formatDayTime(created_at)],
    [t('Last'), formatDayTime(last_seen)],
    [t('Life'), expiryWords(pattern, now)],
    [t('Hints'), signature.context_hints.join(', ') || t('none')],
    ...(lang === undefined ? [] : [[t('Language'), lang] as const]),
    [t('Project'), project_id],
  ] as const;
  return <Facts facts={facts} />;
}
