import { t } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { brokenWords, costWords, lostWords, nameOfPart, type PromptCache } from '../logic/cache-words.ts';
import styles from './CacheSummary.module.css';

/** What a provider's cache holds of this prompt, what had to go, and what it costs. */
export function CacheSummary({ cache }: { readonly cache: PromptCache }) {
  const {
    previous_tokens: previous,
    kept_tokens: kept,
    new_tokens: fresh,
    invalidated,
    broken,
    cost,
  } = cache;
  const all = kept + fresh;
  const share = all === 0 ? 0 : (kept / all) * 100;
  return (
    <>
      <PanelHeader
        title={
          previous === null
            ? t('Cache · no prompt before')
            : t('Cache · {kept} of {all} tokens kept', { kept, all })
        }
      />
      <section aria-label={t('Cache')} className={styles.card}>
        <div aria-hidden className={styles.bar}>
          <span className={styles.kept} style={{ width: `${share}%` }} />
        </div>
        <dl className={styles.figures}>
          <Figure label={t('Kept')} value={t('{kept} tokens', { kept })} />
          <Figure label={t('New')} value={t('{fresh} tokens', { fresh })} />
          <Figure label={t('Invalidated')} value={lostWords(cache)} />
          <Figure label={t('Cost')} value={costWords(cost)} />
        </dl>
        <p className={styles.why}>{brokenWords(broken)}</p>
        {invalidated.length < 2 ? null : (
          <ul className={styles.parts}>
            {invalidated.slice(0, mostParts).map(({ what, tokens }) => (
              <li key={what}>
                {nameOfPart(what)} <span className={styles.count}>{formatCount(tokens)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

const mostParts = 6;

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Between what the cache holds and what is read anew. */
export function CacheLine({ broken }: Pick<PromptCache, 'broken'>) {
  const isLost = broken !== null && broken.by !== 'turn' && broken.by !== 'first';
  return (
    <div className={isLost ? styles.lost : styles.line}>
      <span>{isLost ? t('The cache breaks here') : t('The cache holds what is above')}</span>
    </div>
  );
}
