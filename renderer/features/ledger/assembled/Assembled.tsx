import { Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import type { AssembledLedger, RelatedEntity } from '../../../../shared/model/ledger.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { formatCount, formatCounted, formatDecimal } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { type LedgerView, selectReading, selectScope, useLedgerView } from '../ledger-view.ts';
import { factorNames, omittedWords, type ScoredList, scoredList } from '../logic/scored-rows.ts';
import { ReadError } from '../ReadError.tsx';
import { type ListedSection, RecordList } from '../RecordList.tsx';
import styles from './Assembled.module.css';
import { AssembledBar } from './AssembledBar.tsx';
import { factorLooks } from './factor-looks.ts';
import { ScoredRowContent } from './ScoredRowContent.tsx';

const selectTask = (view: LedgerView) => view.task;
const selectMaxTokens = (view: LedgerView) => view.maxTokens;
const slidingMs = 40;

/** What the ledger says for a task and the chosen scope, scored and within a budget, with what was left out and why. */
export function Assembled() {
  const reading = useLedgerView(selectReading);
  const scope = useLedgerView(selectScope);
  const task = useLedgerView(selectTask);
  const max = useLedgerView(selectMaxTokens);
  const input = {
    task,
    explain: true,
    ...(scope !== undefined && { scope }),
    ...(max !== undefined && { max_tokens: max }),
  };
  const { output, error } = useAnswer('ledger.assemble', input, reading, slidingMs);
  return (
    <div className={styles.page}>
      <AssembledBar assembled={output} />
      {error === undefined ? null : <ReadError message={error} />}
      {output ? <Scored assembled={output} /> : null}
    </div>
  );
}

function Scored({ assembled }: { readonly assembled: AssembledLedger }) {
  const scored = useMemo(() => scoredList(assembled), [assembled]);
  const sections = useMemo(() => sectionsOf(assembled, scored), [assembled, scored]);
  const { explanation, warnings } = assembled;
  if (explanation === undefined || explanation.candidates === 0)
    return (
      <p className={styles.none}>
        {t(
          'Nothing in the ledger speaks to this scope yet: decisions in force, findings, and open needs, warnings and questions would stand here.',
        )}
      </p>
    );
  return (
    <>
      {warnings.map(warning => (
        <div className={styles.warning} key={warning}>
          <Notice title={warning} tone="missing" />
        </div>
      ))}
      <ScoreLegend explanation={explanation} />
      <div className={styles.list}>
        <RecordList label={t('Assembled')} sections={sections} />
      </div>
    </>
  );
}

function sectionsOf(assembled: AssembledLedger, scored: ScoredList): ListedSection[] {
  const rows = (list: ScoredList['taken']) =>
    list.map(row => ({
      id: `${row.type} ${row.id}`,
      recordId: row.id,
      text: t('{summary}, score {score}, {leftOut}', {
        summary: row.summary,
        score: formatDecimal(row.score, 2),
        leftOut: row.leftOut === undefined ? t('taken') : t('left out'),
      }),
      content: <ScoredRowContent row={row} />,
    }));
  const { more } = scored;
  const sections: ListedSection[] = [
    {
      id: 'taken',
      heading: t('Taken'),
      count: scored.taken.length,
      end: t('{tokens} tokens', { tokens: formatCount(scored.tokens) }),
      rows: rows(scored.taken),
    },
    {
      id: 'left-out',
      heading: t('Left out'),
      count: assembled.omitted.count,
      end: `${omittedWords(assembled.omitted.by_type)}${more > 0 ? t('; the best {count} are listed', { count: scored.leftOut.length }) : ''}`,
      rows: rows(scored.leftOut),
    },
    {
      id: 'entities',
      heading: t('Related entities'),
      count: assembled.related_entities.length,
      end: t('{token_estimate} tokens', {
        token_estimate: formatCount(assembled.token_estimate - scored.tokens),
      }),
      rows: assembled.related_entities.map(entity => ({
        id: `entity ${entity.id}`,
        text: entity.name,
        content: <EntityRow entity={entity} />,
      })),
    },
  ];
  return sections.filter(section => section.rows.length > 0);
}

/** A thing of the knowledge graph in scope, with what it is joined to. */
function EntityRow({ entity }: { readonly entity: RelatedEntity }) {
  const relations = entity.relations
    .map(({ type, direction, name }) =>
      direction === 'out' ? `${type} ${name}` : t('{name} {type} this', { name, type }),
    )
    .join(' · ');
  return (
    <div className={styles.row}>
      <Waypoints aria-hidden className={styles.icon ?? ''} size={16} strokeWidth={1.75} />
      <span className={styles.texts}>
        <span className={styles.name} title={entity.name}>
          {entity.name}
        </span>
        <span className={styles.relations} title={relations}>
          {entity.type} · {relations === '' ? t('no relations') : relations}
        </span>
      </span>
      <span className={styles.count}>{formatCounted(entity.relations.length, 'relation')}</span>
    </div>
  );
}

type Explanation = NonNullable<AssembledLedger['explanation']>;

/** What the colours and columns of the scores are: factor times weight, together the score; and how the task was searched for. */
function ScoreLegend({ explanation }: { readonly explanation: Explanation }) {
  const { weights, search, search_note } = explanation;
  const searched = searchWords[search];
  return (
    <div className={styles.legend}>
      <span>{t('Score =')}</span>
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

/** How relevance was found. */
const searchWords = {
  semantic: t('Searched by words and meaning'),
  keyword: t('Searched by words'),
  none: t('Not searched'),
} as const satisfies Record<Explanation['search'], string>;
