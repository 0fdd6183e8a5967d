import { useAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatDecimal } from '../../../ui/format-number.ts';
import styles from './ContentTab.module.css';
import { useContent } from './content-store.ts';

interface DocumentHitsProps {
  readonly onClear: () => void;
  readonly query: string;
  readonly collection: string | undefined;
}

const pauseMs = 150;
const mostHits = 50;

/** Chunks that match, as a step that searches documents would find them. */
export function DocumentHits({ query, collection, onClear }: DocumentHitsProps) {
  const { reading } = useContent();
  const input = { query, topK: mostHits, ...(collection !== undefined && { collection }) };
  const { output, error, isStale } = useAnswer('documents.search', input, reading, pauseMs);
  const chunks = output?.chunks ?? [];
  if (isStale && chunks.length === 0) return <p className={styles.muted}>{t('Searching…')}</p>;
  if (error !== undefined)
    return (
      <p className={styles.error} role="alert">
        {error}
      </p>
    );
  if (chunks.length === 0)
    return (
      <p className={styles.muted}>
        {t('Nothing matches “{query}”.', { query: query.trim() })}{' '}
        <Button onPress={onClear} variant="quiet">
          {t('Clear search')}
        </Button>
      </p>
    );
  return (
    <ul aria-label={t('Matching chunks')}>
      {chunks.map((chunk, index) => (
        <li className={styles.hit} key={chunk.id ?? index}>
          <Bar
            label={t('score {value}', { value: formatDecimal(chunk.score ?? 0, 2) })}
            length={chunk.score ?? 0}
          />
          <span>
            <span className={styles.title}>
              {[chunk.source?.ref, chunk.title].filter(Boolean).join(' · ')}
            </span>
            <p>{chunk.content}</p>
          </span>
          <span className={styles.muted}>{formatDecimal(chunk.score ?? 0, 2)}</span>
        </li>
      ))}
    </ul>
  );
}
