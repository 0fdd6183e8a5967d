import { useMemo } from 'react';
import type { AssembledLedger } from '../../../../shared/model/ledger.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { type LedgerView, selectReading, selectScope, useLedgerView } from '../ledger-view.ts';
import { omittedWords, type ScoredList, scoredList } from '../logic/scored-rows.ts';
import { ReadError } from '../ReadError.tsx';
import { type ListedSection, RecordList } from '../RecordList.tsx';
import styles from './Assembled.module.css';
import { AssembledBar } from './AssembledBar.tsx';
import { EntityRow } from './EntityRow.tsx';
import { ScoredRowContent } from './ScoredRowContent.tsx';
import { ScoreLegend } from './ScoreLegend.tsx';

const selectTask = (view: LedgerView) => view.task;
const selectMaxTokens = (view: LedgerView) => view.maxTokens;
const slidingMs = 40;

/** What the ledger says for a task and the chosen scope, scored and within a budget, with what was left out and why (L4). */
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
        Nothing in the ledger speaks to this scope yet: decisions in force, findings, and open needs, warnings
        and questions would stand here.
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
        <RecordList label="Assembled" sections={sections} />
      </div>
    </>
  );
}

function sectionsOf(assembled: AssembledLedger, scored: ScoredList): ListedSection[] {
  const rows = (list: ScoredList['taken']) =>
    list.map(row => ({
      key: `${row.type} ${row.id}`,
      recordId: row.id,
      text: `${row.summary}, score ${row.score.toFixed(2)}, ${row.leftOut === undefined ? 'taken' : 'left out'}`,
      content: <ScoredRowContent row={row} />,
    }));
  const { more } = scored;
  const sections: ListedSection[] = [
    {
      id: 'taken',
      heading: 'Taken',
      count: scored.taken.length,
      end: `${formatCount(scored.tokens)} tokens`,
      rows: rows(scored.taken),
    },
    {
      id: 'left-out',
      heading: 'Left out',
      count: assembled.omitted.count,
      end: `${omittedWords(assembled.omitted.by_type)}${more > 0 ? `; the best ${scored.leftOut.length} are listed` : ''}`,
      rows: rows(scored.leftOut),
    },
    {
      id: 'entities',
      heading: 'Related entities',
      count: assembled.related_entities.length,
      end: `${formatCount(assembled.token_estimate - scored.tokens)} tokens`,
      rows: assembled.related_entities.map(entity => ({
        key: `entity ${entity.id}`,
        text: entity.name,
        content: <EntityRow entity={entity} />,
      })),
    },
  ];
  return sections.filter(section => section.rows.length > 0);
}
