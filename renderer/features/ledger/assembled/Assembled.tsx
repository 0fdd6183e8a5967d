import { Check, RotateCcw, Scissors, Search, Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import type { AssembledLedger, RelatedEntity } from '../../../../shared/model/ledger.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { rich, t } from '../../../texts/texts.ts';
import { StackedBar } from '../../../ui/Bar.tsx';
import { formatCount, formatCounted, formatDecimal } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { type LedgerView, selectReading, selectScope, setLedgerView, useLedgerView } from '../ledger-view.ts';
import {
  type FactorName,
  factorNames,
  omittedWords,
  type ScoredList,
  type ScoredRow,
  type ScorePart,
  scoredList,
} from '../logic/scored-rows.ts';
import { ReadError } from '../ReadError.tsx';
import { type ListedSection, RecordList } from '../RecordList.tsx';
import { RecordRow } from '../RecordRow.tsx';
import styles from './Assembled.module.css';
import bar from './AssembledBar.module.css';
import scoredRow from './ScoredRowContent.module.css';

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

const step = 50;
const longestTrack = 12_000;

/** The task, the place and the budget that is assembled for, and what it came to. */
function AssembledBar({ assembled }: { readonly assembled: AssembledLedger | undefined }) {
  const task = useLedgerView(selectTask);
  const scope = useLedgerView(selectScope);
  const chosen = useLedgerView(selectMaxTokens);
  const max = chosen ?? assembled?.explanation?.max_tokens ?? 0;
  return (
    <div className={bar.bar}>
      <div className={bar.task}>
        <TextField
          icon={Search}
          label={t('Task')}
          labelHidden
          onChange={value => setLedgerView({ task: value })}
          placeholder={t('What is the agent about to do?')}
          value={task}
        />
        <span className={bar.scope} title={t('Chosen in the tree on the left')}>
          {rich('in {scope}', { scope: <strong>{scope ?? t('the whole project')}</strong> })}
        </span>
      </div>
      <div className={bar.budget}>
        <span className={bar.label}>{t('Budget')}</span>
        <Slider
          label={t('Token budget')}
          max={Math.max(longestTrack, assembled?.explanation?.max_tokens ?? 0)}
          min={0}
          onChange={value => setLedgerView({ maxTokens: value })}
          step={step}
          value={max}
        />
        <span className={bar.figure}>
          {rich('{token_estimate} of {max} tokens', {
            token_estimate: <strong>{assembled ? formatCount(assembled.token_estimate) : '…'}</strong>,
            max,
          })}
        </span>
        <IconButton
          disabled={chosen === undefined}
          icon={RotateCcw}
          name={t('Budget as configured')}
          onPress={() => setLedgerView({ maxTokens: undefined })}
          size="s"
        />
      </div>
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
      end: t('{tokens} tokens', { tokens: scored.tokens }),
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
        token_estimate: assembled.token_estimate - scored.tokens,
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

/** One candidate: its score with what each factor gave, what it costs, and what became of it. */
function ScoredRowContent({ row }: { readonly row: ScoredRow }) {
  const isTaken = row.leftOut === undefined;
  const Icon = isTaken ? Check : Scissors;
  const facts = [
    row.foundBy === 'search' ? t('found by the task, outside the scope') : '',
    row.leftOut ?? '',
  ];
  return (
    <div className={scoredRow.row}>
      <RecordRow
        facts={facts}
        kind={row.type === 'decision' ? 'decisions' : row.type}
        muted={!isTaken}
        summary={row.summary}
      />
      <span className={scoredRow.score}>
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
        <span aria-hidden className={scoredRow.parts}>
          {row.parts.map(part => (
            <span key={part.name} title={partWords(part)}>
              {formatDecimal(part.part, 2).slice(part.part < 1 ? 1 : 0)}
            </span>
          ))}
        </span>
      </span>
      <strong className={scoredRow.number} title={t('Score {score}', { score: row.score })}>
        {formatDecimal(row.score, 2)}
      </strong>
      <span className={scoredRow.tokens} title={t('Tokens')}>
        {formatCount(row.tokens)}
      </span>
      <Icon
        aria-label={isTaken ? t('taken') : t('left out')}
        className={(isTaken ? scoredRow.taken : scoredRow.left) ?? ''}
        role="img"
        size={15}
      />
    </div>
  );
}

const partWords = ({ name, factor, weight, part }: ScorePart): string =>
  `${factorLooks[name].label} ${formatDecimal(factor, 2)} × ${weight} = ${formatDecimal(part, 3)}`;

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

/** Word and colour of each factor of a score. */
const factorLooks = {
  relevance: { label: t('relevance'), color: 'var(--accent)' },
  recency: { label: t('recency'), color: 'var(--sec-history)' },
  confidence: { label: t('confidence'), color: 'var(--sec-suggestions)' },
  warning_boost: { label: t('warning'), color: 'var(--sec-warnings)' },
} as const satisfies Record<FactorName, { readonly label: string; readonly color: string }>;

/** How relevance was found. */
const searchWords = {
  semantic: t('Searched by words and meaning'),
  keyword: t('Searched by words'),
  none: t('Not searched'),
} as const satisfies Record<Explanation['search'], string>;
