import { Fragment, type ReactNode, useId, useMemo, useRef } from 'react';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import type { Budget } from '../../stores/budget/budget-of.ts';
import { useBudget } from '../../stores/budget/use-budget.ts';
import { selectLiveRun, useLiveRun } from '../../stores/live-run.ts';
import { type AssemblySummary, useAssemblySummary } from '../../stores/summary.ts';
import { useCurrentSample } from '../../stores/use-current-sample.ts';
import { t } from '../../texts/texts.ts';
import { formatCount, formatCounted, formatMs } from '../../ui/format-number.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import styles from './AssemblyView.module.css';
import { BudgetControls } from './budget/BudgetControls.tsx';
import { budgetRows } from './budget/budget-rows.ts';
import { useShowCut } from './budget/use-show-cut.ts';
import { RulesPanel } from './rules/RulesPanel.tsx';
import { ContextText, showSection } from './text/ContextText.tsx';
import { SectionItems } from './text/SectionItems.tsx';
import { LiveTraceWhenNeeded } from './trace/LiveTraceWhenNeeded.tsx';
import { StageWaterfall } from './trace/StageWaterfall.tsx';
import { TracePanel } from './trace/TracePanel.tsx';
import { PreviewGate } from './view/PreviewGate.tsx';

/** The whole assembly of the current sample: why on the left, what on the right. */
export function AssemblyView() {
  return (
    <div className={styles.view}>
      <AssemblyHeader />
      <PreviewGate>{result => <AssemblyPanels result={result} />}</PreviewGate>
    </div>
  );
}

function AssemblyHeader() {
  const sample = useCurrentSample();
  const summary = useAssemblySummary();
  if (!sample) return null;
  return (
    <header className={styles.header}>
      <div className={styles.names}>
        <h2 className={styles.title}>{sample.name}</h2>
        <p className={styles.description}>{sample.description}</p>
      </div>
      {summary ? <SummaryLine summary={summary} /> : null}
    </header>
  );
}

function AssemblyPanels({ result }: { readonly result: AssembledContext }) {
  const anchors = useId();
  const budget = useBudget();
  const run = useLiveRun(selectLiveRun);
  const { meta, trace } = result;
  return (
    <div className={styles.columns}>
      <div className={styles.why}>
        <div className={styles.rules}>
          <Panel title={t('Rules')}>
            <RulesPanel />
          </Panel>
        </div>
        <div className={styles.trace}>
          <Panel
            note={formatCounted(trace.memory_calls.length, 'call')}
            title={t('Memory calls and dropped items')}
          >
            <TracePanel result={result} />
          </Panel>
        </div>
        <div className={styles.stages}>
          <Panel
            note={t('assembled in {duration_ms}', { duration_ms: formatMs(meta.duration_ms) })}
            title={t('Stages')}
          >
            {run ? <LiveTraceWhenNeeded run={run} /> : <StageWaterfall stages={trace.stages} />}
          </Panel>
        </div>
      </div>
      <div className={styles.what}>
        <div className={styles.items}>
          <Panel title={t('Budget')}>
            {budget ? <BudgetControls budget={budget} result={result} /> : null}
          </Panel>
          <Panel note={formatCounted(meta.total_items, 'item')} title={t('Context')}>
            <ItemsOfBudget anchors={anchors} budget={budget} result={result} />
          </Panel>
        </div>
        <section aria-label={t('Text')} className={styles.text}>
          <ContextText anchors={anchors} />
        </section>
      </div>
    </div>
  );
}

interface ItemsOfBudgetProps {
  readonly result: AssembledContext;
  readonly budget: Budget | undefined;
  readonly anchors: string;
}

/** The items, kept and cut; where the limit is dragged, what leaves or comes back is in sight. */
function ItemsOfBudget({ result, budget, anchors }: ItemsOfBudgetProps) {
  const rows = useMemo(() => (budget ? budgetRows(budget) : []), [budget]);
  const list = useRef<HTMLDivElement>(null);
  useShowCut(list, rows, budget?.limit);
  return (
    <div ref={list}>
      <SectionItems onSection={section => showSection(anchors, section)} result={result} rows={rows} />
    </div>
  );
}

interface PanelProps {
  readonly title: string;
  /** A fact about it, at the right end of its heading. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** One part of the assembly, under its heading. */
function Panel({ title, note, children }: PanelProps) {
  return (
    <section aria-label={title} className={styles.panel}>
      <PanelHeader
        title={title}
        {...(note !== undefined && { actions: <span className={styles.note}>{note}</span> })}
      />
      {children}
    </section>
  );
}

/** "3 of 41 rules fired · 5 memories · 2,940 of 8,000 tokens · 2 items cut". */
function SummaryLine({ summary }: { readonly summary: AssemblySummary }) {
  const { fired, rules, memories, tokens, limit, cut } = summary;
  const figures: readonly (readonly [number, string])[] = [
    [fired, t('of {rules} {rules|rule|rules} fired', { rules })],
    [memories, t('{count|memory|memories}', { count: memories })],
    [tokens, limit === undefined ? t('tokens, no limit') : t('of {limit} tokens', { limit })],
    [cut, t('{cut|item|items} cut', { cut })],
  ];
  return (
    <p aria-live="polite" className={styles.line}>
      {figures.map(([figure, words], index) => (
        <Fragment key={words}>
          {index === 0 ? '' : ' · '}
          <strong className={styles.figure}>{formatCount(figure)}</strong> {words}
        </Fragment>
      ))}
    </p>
  );
}
