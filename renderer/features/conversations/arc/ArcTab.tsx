import { ChevronRight, Signpost } from 'lucide-react';
import type { Compaction } from '../../../../shared/model/conversation.ts';
import { setPanelOpen } from '../../../stores/panels.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { select } from '../conversations-view.ts';
import { type Assembled, usePlan, usePlannedCount } from '../kept-plan.ts';
import { arcSilence } from '../logic/arc-silence.ts';
import { summaryText } from '../logic/shown-rows.ts';
import { Planning } from '../Planning.tsx';
import styles from './ArcTab.module.css';

/** How the conversation goes as a whole (L4), and the summaries that are kept of it. */
export function ArcTab({ conversationId }: { readonly conversationId: string }) {
  const { assembled } = usePlan(conversationId);
  return (
    <div className={styles.page}>
      {assembled === undefined ? <Planning conversationId={conversationId} /> : <Arc assembled={assembled} />}
      <KeptSummaries conversationId={conversationId} />
    </div>
  );
}

function Arc({ assembled }: { readonly assembled: Assembled }) {
  const { metadata, budget } = assembled;
  const arc = metadata.sections.find(({ layer }) => layer === 'L4_conversation');
  const given = budget.layers.L4_conversation.allocated;
  if (arc === undefined)
    return (
      <div className={styles.silence}>
        <EmptyState
          actions={<Button onPress={showBudget}>{t('Show the budget')}</Button>}
          icon={Signpost}
          title={t('No arc in this turn')}
        >
          {arcSilence(metadata.strategy, given)}
        </EmptyState>
      </div>
    );
  return (
    <>
      <PanelHeader
        title={t('Arc · {layer_tokens} of {given} tokens', {
          layer_tokens: metadata.layer_tokens[arc.layer] ?? 0,
          given,
        })}
      />
      <p className={styles.arc}>{arc.text}</p>
    </>
  );
}

/** It stands at the right, where nothing of the list is looked at. */
function showBudget(): void {
  select(undefined);
  setPanelOpen('inspector', true);
}

function KeptSummaries({ conversationId }: { readonly conversationId: string }) {
  const planned = usePlannedCount();
  const { output } = useAnswer('conversations.compactions', { conversation_id: conversationId }, planned, 0);
  const kept = output?.compactions ?? [];
  if (kept.length === 0) return null;
  return (
    <>
      <PanelHeader title={t('Kept summaries · {count}', { count: kept.length })} />
      <ul className={styles.kept}>
        {kept.map(compaction => (
          <li className={styles.summary} key={keyOf(compaction)}>
            <KeptSummary compaction={compaction} />
          </li>
        ))}
      </ul>
    </>
  );
}

function keyOf({ from, to, level, summarizer, target_tokens }: Compaction): string {
  return `${from} ${to} ${level} ${summarizer} ${target_tokens}`;
}

function KeptSummary({ compaction }: { readonly compaction: Compaction }) {
  const { from, to, level, original_tokens, tokens, summary, summarizer } = compaction;
  return (
    <details>
      <summary className={styles.head}>
        <ChevronRight aria-hidden className={styles.chevron ?? ''} size={14} />
        <strong>{t('Messages {from}–{to}', { from: from + 1, to: to + 1 })}</strong>
        <span>{t('level {level} · {summarizer}', { level, summarizer })}</span>
        <span className={styles.tokens}>
          {t('{before} → {after} tokens', {
            before: original_tokens,
            after: tokens,
          })}
        </span>
      </summary>
      <div className={styles.body}>
        <p className={styles.text}>{summaryText({ text: summary })}</p>
        <Points items={compaction.key_decisions} title={t('Decisions')} />
        <Points items={compaction.open_questions} title={t('Open questions')} />
        <Points items={compaction.code_artifacts} title={t('Artefacts')} />
      </div>
    </details>
  );
}

function Points({ items, title }: { readonly items: readonly string[]; readonly title: string }) {
  if (items.length === 0) return null;
  return (
    <div>
      <PanelHeader level="label" title={title} />
      <ul className={styles.points}>
        {items.map(item => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
