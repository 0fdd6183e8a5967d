import { Check, Scissors } from 'lucide-react';
import { t } from '../../../texts/texts.ts';
import { StackedBar } from '../../../ui/Bar.tsx';
import { formatCount, formatDecimal } from '../../../ui/format-number.ts';
import type { ScoredRow, ScorePart } from '../logic/scored-rows.ts';
import { RecordRow } from '../RecordRow.tsx';
import { factorLooks } from './factor-looks.ts';
import styles from './ScoredRowContent.module.css';

/** One candidate: its score with what each factor gave, what it costs, and what became of it. */
export function ScoredRowContent({ row }: { readonly row: ScoredRow }) {
  const isTaken = row.leftOut === undefined;
  const Icon = isTaken ? Check : Scissors;
  const facts = [
    row.foundBy === 'search' ? t('found by the task, outside the scope') : '',
    row.leftOut ?? '',
  ];
  return (
    <div className={styles.row}>
      <RecordRow
        facts={facts}
        kind={row.type === 'decision' ? 'decisions' : row.type}
        muted={!isTaken}
        summary={row.summary}
      />
      <span className={styles.score}>
        <StackedBar
          label={t('Score {score}', { score: formatDecimal(row.score, 3) })}
          parts={row.parts.map(part => ({
            id: part.name,
            label: partWords(part),
            amount: part.part,
            color: factorLooks[part.name].color,
          }))}
          total={1}
        />
        <span aria-hidden className={styles.parts}>
          {row.parts.map(part => (
            <span key={part.name} title={partWords(part)}>
              {formatDecimal(part.part, 2).slice(part.part < 1 ? 1 : 0)}
            </span>
          ))}
        </span>
      </span>
      <strong className={styles.number} title={t('Score {score}', { score: row.score })}>
        {formatDecimal(row.score, 2)}
      </strong>
      <span className={styles.tokens} title={t('Tokens')}>
        {formatCount(row.tokens)}
      </span>
      <Icon
        aria-label={isTaken ? t('taken') : t('left out')}
        className={(isTaken ? styles.taken : styles.left) ?? ''}
        role="img"
        size={15}
      />
    </div>
  );
}

const partWords = ({ name, factor, weight, part }: ScorePart): string =>
  `${factorLooks[name].label} ${formatDecimal(factor, 2)} × ${weight} = ${formatDecimal(part, 3)}`;
