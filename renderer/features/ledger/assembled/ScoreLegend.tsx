import type { AssembledLedger } from '../../../../shared/model/ledger.ts';
import { factorNames } from '../logic/scored-rows.ts';
import { factorLooks } from './factor-looks.ts';
import styles from './ScoreLegend.module.css';

type Explanation = NonNullable<AssembledLedger['explanation']>;

/** What the colours and columns of the scores are: factor times weight, together the score; and how the task was searched for. */
export function ScoreLegend({ explanation }: { readonly explanation: Explanation }) {
  const { weights, search, search_note } = explanation;
  const searched = searchWords[search];
  return (
    <div className={styles.legend}>
      <span>Score =</span>
      {factorNames.map((name, at) => (
        <span className={styles.factor} key={name}>
          {at === 0 ? null : <span aria-hidden>+</span>}
          <span className={styles.swatch} style={{ background: factorLooks[name].color }} />
          {factorLooks[name].label}
          <span className={styles.weight}>× {weights[name]}</span>
        </span>
      ))}
      <span className={styles.search} title={search_note}>
        {search_note === undefined ? searched : `${searched}: ${search_note}`}
      </span>
    </div>
  );
}

/** How relevance was found (L4). */
const searchWords = {
  semantic: 'Searched by words and meaning',
  keyword: 'Searched by words',
  none: 'Not searched',
} as const satisfies Record<Explanation['search'], string>;
