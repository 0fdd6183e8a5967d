import { useEffect, useState } from 'react';
import type { Element } from '../../../../shared/model/element.ts';
import { call, errorBody } from '../../../api/call.ts';
import { t } from '../../../texts/texts.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatDecimal } from '../../../ui/format-number.ts';
import styles from './ContentTab.module.css';

interface DocumentHitsProps {
  readonly onClear: () => void;
  readonly query: string;
  readonly collection: string | undefined;
}

const debounceMs = 150;
const mostHits = 50;

interface Hits {
  readonly chunks: readonly Element[];
  readonly error?: string;
}

/** Chunks that match, as a step that searches documents would find them. */
export function DocumentHits({ query, collection, onClear }: DocumentHitsProps) {
  const hits = useHits(query, collection);
  if (hits?.error !== undefined)
    return (
      <p className={styles.error} role="alert">
        {hits.error}
      </p>
    );
  if (!hits) return <p className={styles.muted}>{t('Searching…')}</p>;
  if (hits.chunks.length === 0)
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
      {hits.chunks.map((chunk, index) => (
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

function useHits(query: string, collection: string | undefined): Hits | undefined {
  const [hits, setHits] = useState<Hits>();
  useEffect(() => {
    const asked = { current: true };
    const timer = setTimeout(() => {
      const input = { query, topK: mostHits, ...(collection !== undefined && { collection }) };
      call('documents.search', input).then(
        ({ chunks }) => asked.current && setHits({ chunks }),
        error => asked.current && setHits({ chunks: [], error: errorBody(error).message }),
      );
    }, debounceMs);
    return () => {
      asked.current = false;
      clearTimeout(timer);
    };
  }, [query, collection]);
  return hits;
}
