import { Copy, Headphones, Scissors, ShieldAlert, ShieldX, TextQuote } from 'lucide-react';
import { memo, useCallback, useMemo, useState } from 'react';
import type {
  AssembledContext,
  DroppedItem,
  DropReason,
} from '../../../../shared/model/assembled-context.ts';
import type { Sample } from '../../../../shared/model/sample.ts';
import { fitBudget } from '../../../stores/budget/fit-budget.ts';
import { useBudget } from '../../../stores/budget/use-budget.ts';
import { askWhyNot } from '../../../stores/dialogs.ts';
import { selectMemories, useDocuments } from '../../../stores/documents.ts';
import { firstPreview, usePreview } from '../../../stores/preview.ts';
import { endSolo, useSoloRule } from '../../../stores/solo.ts';
import { showError } from '../../../stores/toasts.ts';
import { useSample } from '../../../stores/use-current-sample.ts';
import { selectSampleId, showMemory } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useGrowing } from '../../../ui/use-growing.tsx';
import { useSteadyHandlers } from '../../../ui/use-steady-handlers.ts';
import { pinRun, usePinnedRun } from '../runs/pinned-run.ts';
import { CallTree } from './CallTree.tsx';
import droppedStyles from './DroppedList.module.css';
import { type DropFacts, type DroppedSentence, droppedSentence, sentenceText } from './dropped-sentence.ts';
import { filterCalls, type RuleNames } from './filter-calls.ts';
import styles from './TracePanel.module.css';
import { noFilter, type TraceFilter, TraceToolbar } from './TraceToolbar.tsx';

/** Most runs have none. */
const TraceNotices = lazyPart(
  async () => {
    await firstPreview();
    return (await import('./TraceNotices.tsx')).TraceNotices;
  },
  { isMissable: true },
);

/** Names of the rules that fired, by `<engine>/<rule>`: no other asks for a memory. */
function ruleNamesOf({ trace }: AssembledContext): RuleNames {
  return new Map(
    trace.rules_applied.map(rule => [`${rule.engine_id}/${rule.rule_id}`, rule.rule_name] as const),
  );
}

/** The parts of a trace that fit the filter, and the whole of it as texts to copy. */
function useTrace(result: AssembledContext, filter: TraceFilter) {
  const ruleNames = useMemo(() => ruleNamesOf(result), [result]);
  const facts = useDropFacts();
  const calls = useMemo(
    () => filterCalls(result.trace.memory_calls, ruleNames, filter),
    [result, ruleNames, filter],
  );
  return useMemo(() => {
    const sentence = (item: DroppedItem) => sentenceText(droppedSentence(item, facts(item)));
    const text = filter.text.trim().toLowerCase();
    const { dropped } = result.trace;
    return {
      ruleNames,
      facts,
      calls,
      dropped: dropped.filter(item => sentence(item).toLowerCase().includes(text)),
      markdown: async () => {
        const { traceMarkdown } = await import('./trace-markdown.ts');
        return traceMarkdown(result, ruleNames, dropped.map(sentence));
      },
      share: async (sampleName: string) => {
        const { saveTraceHtml } = await import('./trace-html.ts');
        saveTraceHtml({ result, ruleNames, dropped: dropped.map(sentence), sampleName });
      },
      json: () => `${JSON.stringify({ trace: result.trace, meta: result.meta }, null, 2)}\n`,
    };
  }, [result, filter, ruleNames, facts, calls]);
}

/** What the sentence of a dropped item needs: tokens over the limit, and its memory's `max_items`. */
function useDropFacts(): (item: DroppedItem) => DropFacts {
  const budget = useBudget();
  const memories = useDocuments(selectMemories);
  return useMemo(() => {
    const cut =
      budget?.limit === undefined || budget.counts === 'rendered'
        ? []
        : fitBudget(budget.items, budget.limit, budget.strategy).cut;
    const over = new Map(cut.map(item => [item.id, item.over]));
    return item => ({
      over: over.get(item.item_id),
      strategy: budget?.strategy,
      maxItems: memories[item.memory_id]?.contribution.max_items,
    });
  }, [budget, memories]);
}

/** What makes a test is loaded when somebody asks for one. */
async function pinTest(sample: Sample): Promise<void> {
  const { pinOutcome } = await import('../../../stores/verify/pin-test.ts');
  await pinOutcome(sample);
}

const RunComparisonPanel = lazyPart(
  async () => (await import('../runs/RunComparisonPanel.tsx')).RunComparisonPanel,
);

/** Every memory call, what was dropped and why, and what else to know; searched, pinned, compared, copied. */
export const TracePanel = memo(function TracePanel({ result }: { readonly result: AssembledContext }) {
  const { missing_variables, shadowed_variables, warnings } = result.trace;
  const [filter, setFilter] = useState(noFilter);
  const clearFilter = useCallback(() => setFilter(noFilter), []);
  // Whoever has just chosen another sample still reads of the one before.
  const sample = useSample(usePreview(selectSampleId));
  const sampleName = sample?.name ?? t('current run');
  const run = { sampleName, result, limit: useBudget()?.limit };
  const pinned = usePinnedRun(state => state.pinned);
  const { calls, dropped, ruleNames, facts, markdown, json, share } = useTrace(result, filter);
  const tools = useSteadyHandlers({
    json,
    markdown,
    onPin: () => pinRun(run),
    onShare: () => void share(sampleName).catch(showError),
    onTest: () => void (sample && pinTest(sample).catch(showError)),
  });
  return (
    <div className={styles.panel}>
      <TraceToolbar
        filter={filter}
        hasSample={sample !== undefined}
        isPinned={pinned !== undefined}
        onFilter={setFilter}
        {...tools}
      />
      <SoloNotice />
      {pinned ? <RunComparisonPanel current={run} pinned={pinned} /> : null}
      <CallTree
        calls={calls}
        filtered={result.trace.memory_calls.length > 0}
        missing={missing_variables}
        onClearFilter={clearFilter}
        ruleNames={ruleNames}
      />
      <DroppedList dropped={dropped} facts={facts} />
      {missing_variables.length + shadowed_variables.length + warnings.length === 0 ? null : (
        <TraceNotices {...{ missing_variables, shadowed_variables, warnings }} />
      )}
    </div>
  );
});

/** Whoever reads why so little is there is told it here. */
function SoloNotice() {
  const rule = useSoloRule();
  if (!rule) return null;
  return (
    <Notice
      icon={Headphones}
      title={t('Only “{name}” is heard', { name: rule.name || rule.id })}
      tone="neutral"
    >
      {t('All other rules are muted for this run.')}{' '}
      <TextLink onPress={endSolo}>{t('Hear all again')}</TextLink>
    </Notice>
  );
}

const icons = {
  budget: Scissors,
  duplicate: Copy,
  max_items: TextQuote,
  redaction_failed: ShieldX,
  authority: ShieldAlert,
} as const satisfies Record<DropReason, typeof Copy>;

interface DroppedListProps {
  readonly dropped: readonly DroppedItem[];
  readonly facts: (item: DroppedItem) => DropFacts;
}

/** A context that cuts thousands is rarely read to its end. */
const drawnAtOnce = 100;

/** Items that are not in the context, each with its reason in words; more of them as they are scrolled to. */
function DroppedList({ dropped, facts }: DroppedListProps) {
  const { shown, end } = useGrowing(dropped, drawnAtOnce);
  if (dropped.length === 0) return null;
  return (
    <ul aria-label={t('Dropped items')} className={droppedStyles.list}>
      {shown.map(item => (
        <DroppedRow item={item} key={item.item_id} sentence={droppedSentence(item, facts(item))} />
      ))}
      {end}
    </ul>
  );
}

function DroppedRow({ item, sentence }: { readonly item: DroppedItem; readonly sentence: DroppedSentence }) {
  const Icon = icons[item.reason];
  return (
    <li className={droppedStyles.row} title={item.preview}>
      <Icon aria-hidden className={droppedStyles.icon} size={14} strokeWidth={1.75} />
      <span className={droppedStyles.text}>
        <strong>{sentence.itemId}</strong> {sentence.words}{' '}
        {sentence.survivor === undefined ? null : <Survivor id={sentence.survivor} />}
      </span>
      <Button
        onPress={() => askWhyNot({ kind: 'memory', memoryId: item.memory_id, itemId: item.item_id })}
        variant="quiet"
      >
        {t('Why not?')}
      </Button>
    </li>
  );
}

function Survivor({ id }: { readonly id: string }) {
  return <TextLink onPress={() => showMemory(id.slice(0, id.lastIndexOf('#')))}>{id}</TextLink>;
}
