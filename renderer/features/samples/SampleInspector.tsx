import { CircleAlert, FlaskConical, ListChecks, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { AssembledContext, DroppedItem, MemoryCall } from '../../../shared/model/assembled-context.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { selectEngines, useDocuments } from '../../stores/documents.ts';
import { useNotEvaluated } from '../../stores/not-evaluated.ts';
import { type PreviewState, usePreview } from '../../stores/preview.ts';
import { useAssemblySummary } from '../../stores/summary.ts';
import { showError } from '../../stores/toasts.ts';
import { useCurrentSample } from '../../stores/use-current-sample.ts';
import { pinOutcome } from '../../stores/verify/pin-test.ts';
import { showMemory, showRule } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { formatCount, formatCounted } from '../../ui/format-number.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OutcomeMark } from '../../ui/OutcomeMark.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { useGrowing } from '../../ui/use-growing.tsx';
import { requestErrors } from './logic/request-errors.ts';
import { createSample } from './logic/sample-commands.ts';
import styles from './SampleInspector.module.css';
import { useFiredRules } from './use-samples.ts';

/** Right panel of the samples view: what this request comes to, live. */
export function SampleInspector() {
  const sample = useCurrentSample();
  // For a moment after another one was chosen, the preview is still of the one before.
  const assembled = usePreview((state: PreviewState) =>
    state.sampleId === sample?.id ? state.result : undefined,
  );
  if (!sample)
    return (
      <EmptyState
        actions={
          <Button adds onPress={createSample}>
            {t('New sample')}
          </Button>
        }
        icon={FlaskConical}
        title={t('No sample selected')}
      >
        {t('Pick one to see which rules fire for it and what it comes to, or make one.')}
      </EmptyState>
    );
  return (
    <section aria-label={t('Sample inspector')} className={styles.panel}>
      <PanelHeader
        actions={
          <>
            {assembled ? (
              <IconButton
                icon={ListChecks}
                name={t('Pin the outcome as a test')}
                onPress={() => void pinOutcome(sample).catch(showError)}
              />
            ) : null}
            <CopyButton
              compact
              label={t('Copy request as JSON')}
              onError={showError}
              text={() => JSON.stringify(sample.request, null, 2)}
            />
          </>
        }
        level="panel"
        title={t('Outcome')}
      />
      <Errors sample={sample} />
      {assembled ? <SummaryFigures /> : null}
      <FiredRules sample={sample} />
      {assembled ? <Memories assembled={assembled} /> : null}
      {assembled ? <Missing assembled={assembled} /> : null}
      {assembled ? <Warnings assembled={assembled} /> : null}
    </section>
  );
}

/** Everything wrong with the request at once. */
function Errors({ sample }: { readonly sample: Sample }) {
  const failure = usePreview(state => (state.sampleId === sample.id ? state.error : undefined));
  const errors = requestErrors(sample.request, failure);
  if (errors.length === 0) return null;
  return (
    <Notice
      icon={CircleAlert}
      title={
        errors.length === 1
          ? t('This request has an error')
          : t('This request has {count} errors', { count: errors.length })
      }
      tone="error"
    >
      {errors.map(error => (
        <span className={styles.problem} key={`${error.path} ${error.message}`}>
          {error.message.includes(error.path) ? null : <code>{error.path}: </code>}
          {told(error.message)}
        </span>
      ))}
    </Notice>
  );
}

function SummaryFigures() {
  const summary = useAssemblySummary();
  if (!summary) return null;
  const { fired, rules, memories, tokens, limit, cut } = summary;
  const figures = [
    [t('{fired} of {rules}', { fired, rules }), t('rules fired')],
    [formatCount(memories), told(memories === 1 ? 'memory' : 'memories')],
    [formatCount(tokens), limit === undefined ? t('tokens, no limit') : t('of {limit} tokens', { limit })],
    [formatCount(cut), t('{cut|item|items} cut', { cut })],
  ] as const;
  return <Figures figures={figures} on="panel" />;
}

/** As many rows as a window of usual height has room for, and some; more come as they are scrolled to. */
const drawnAtOnce = 25;

function FiredRules({ sample }: { readonly sample: Sample }) {
  const fired = useFiredRules(sample);
  const engines = useDocuments(selectEngines);
  const notEvaluated = useNotEvaluated();
  const { shown, end } = useGrowing(fired, drawnAtOnce, 'div');
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={t('Rules that fire')} />
      {fired.length === 0 ? (
        <p className={styles.empty}>{notEvaluated ?? t('No rule fires for this sample.')}</p>
      ) : null}
      {shown.map(rule => (
        <button
          className={styles.row}
          key={`${rule.engineId}/${rule.ruleId}`}
          onClick={() => showRule(rule.engineId, rule.ruleId)}
          type="button"
        >
          <OutcomeMark look="dot" outcome="fired" />
          <span className={styles.texts}>
            <span className={styles.name} dir="auto">
              {rule.name}
            </span>
            <span className={styles.value} dir="auto">
              {engines[rule.engineId]?.name ?? rule.engineId}
            </span>
          </span>
        </button>
      ))}
      {end}
    </div>
  );
}

function Memories({ assembled }: { readonly assembled: AssembledContext }) {
  const lines = useMemo(() => memoryLines(assembled), [assembled]);
  const { shown, end } = useGrowing(lines, drawnAtOnce, 'div');
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={t('Memories')} />
      {lines.length === 0 ? <p className={styles.empty}>{t('None is asked for.')}</p> : null}
      {shown.map(line => (
        <button
          className={styles.row}
          key={line.memoryId}
          onClick={() => showMemory(line.memoryId)}
          title={line.detail}
          type="button"
        >
          <span className={styles.name}>{line.memoryId}</span>
          <span className={classNames(styles.value, line.isBad && styles.bad)}>{line.words}</span>
        </button>
      ))}
      {end}
    </div>
  );
}

function Missing({ assembled }: { readonly assembled: AssembledContext }) {
  const missing = assembled.trace.missing_variables;
  if (missing.length === 0) return null;
  return (
    <Notice icon={TriangleAlert} title={t('Variables that memories need')} tone="missing">
      {missing.map(({ name, needed_by }) => (
        <span className={styles.problem} key={name}>
          {t('{name}, for {needed_by}', { name, needed_by: needed_by.join(', ') })}
        </span>
      ))}
    </Notice>
  );
}

function Warnings({ assembled }: { readonly assembled: AssembledContext }) {
  const warnings = assembled.trace.warnings;
  if (warnings.length === 0) return null;
  return (
    <Notice
      icon={TriangleAlert}
      title={warnings.length === 1 ? t('1 warning') : t('{count} warnings', { count: warnings.length })}
    >
      {warnings.map(warning => (
        <span className={styles.problem} key={`${warning.path} ${warning.message}`}>
          {told(warning.message)}
        </span>
      ))}
    </Notice>
  );
}

/** One memory of an assembled context in a few words. */
interface MemoryLine {
  readonly memoryId: string;
  readonly words: string;
  readonly detail: string;
  readonly isBad: boolean;
}

/** Memories in the order in which they were resolved. */
function memoryLines(assembled: AssembledContext): MemoryLine[] {
  const tokens = new Map<string, number>();
  for (const items of Object.values(assembled.context))
    for (const item of items ?? [])
      tokens.set(item.memory_id, (tokens.get(item.memory_id) ?? 0) + item.tokens);
  return assembled.trace.memory_calls.map(call => ({
    memoryId: call.memory_id,
    words: words(call, tokens.get(call.memory_id) ?? 0, assembled.trace.dropped),
    detail:
      (call.error && told(call.error.message)) ??
      t('{kept} of {items} items are in the context', { kept: call.kept, items: call.items }),
    isBad: call.status === 'failed' || call.status === 'skipped',
  }));
}

/** What it brings with its cost; where nothing of it is there, why. */
function words(call: MemoryCall, tokens: number, dropped: readonly DroppedItem[]): string {
  const { status, items, kept } = call;
  if (status === 'failed' || status === 'skipped') return told(status);
  if (items === 0) return t('finds nothing');
  const cost = formatCounted(tokens, 'token');
  if (kept === items) return `${formatCounted(items, 'item')} · ${cost}`;
  if (kept > 0) return t('{kept} of {items} items · {cost}', { kept, items, cost });
  const reasons = new Set(dropped.flatMap(one => (one.memory_id === call.memory_id ? [one.reason] : [])));
  const [reason] = reasons;
  return reason !== undefined && reasons.size === 1
    ? t('none of {items}: {reason}', { items: formatCounted(items, 'item'), reason: droppedWords[reason] })
    : t('none of {items} is there', { items: formatCounted(items, 'item') });
}

/** What became of items, in few words. */
const droppedWords = {
  budget: t('cut by the budget'),
  max_items: t('over its own limit'),
  duplicate: t('said already'),
  redaction_failed: t('secrets could not be removed'),
  authority: t('too little authority'),
} as const satisfies Record<DroppedItem['reason'], string>;
