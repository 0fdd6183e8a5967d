import { Check, SquarePen, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { Explanation, ExplanationStep, MemoryChange } from '../../../shared/model/explanation.ts';
import { call, errorBody } from '../../api/call.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { useDocuments } from '../../stores/documents.ts';
import { overlayOf } from '../../stores/preview.ts';
import { tryWholeRequest } from '../../stores/verify/try-request.ts';
import { showMemory } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { changeWords, memoryChangeWords } from '../../ui/change-words.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { SmallestChange } from './SmallestChange.tsx';
import { tellTried } from './tell-tried.ts';
import styles from './WhyNotDialog.module.css';

interface MemoryWhyNotProps {
  readonly memoryId: string;
  readonly itemId?: string | undefined;
  readonly sampleId: string;
}

type Answer = { readonly explanation: Explanation } | { readonly error: string };

/** The way of a memory or an item into the context, up to what stopped it, and what would put it there. */
export function MemoryWhyNot({ memoryId, itemId, sampleId }: MemoryWhyNotProps) {
  const answer = useExplanation(memoryId, itemId, sampleId);
  if (!answer) return <p aria-busy>{t('Looking for the cause…')}</p>;
  if ('error' in answer) return <p role="alert">{answer.error}</p>;
  const { message, chain, change, memory_change, included } = answer.explanation;
  const onTry = () => {
    if (!change) return;
    tryWholeRequest(sampleId, change.request);
    tellTried(sampleId);
  };
  return (
    <>
      <p className={styles.answer}>{message}</p>
      <section className={styles.group}>
        <PanelHeader level="label" title={t('How it went')} />
        <ol aria-label={t('How it went')} className={styles.conditions}>
          {chain.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a chain is never reordered.
            <StepLine key={index} step={step} />
          ))}
        </ol>
      </section>
      {change ? <SmallestChange onTry={onTry} words={changeWords(change)} /> : null}
      {memory_change ? <ChangeOfMemory change={memory_change} /> : null}
      {change || memory_change || included ? null : (
        <p>{t('No change of the request alone puts it there.')}</p>
      )}
    </>
  );
}

/** The memory's own limit keeps it out, so that is what to change, and where. */
function ChangeOfMemory({ change }: { readonly change: MemoryChange }) {
  const { memory_id, request_change } = change;
  return (
    <section className={styles.group}>
      <PanelHeader level="label" title={t('The smallest change')} />
      <ul aria-label={t('The smallest change')} className={styles.changes}>
        <li>{memoryChangeWords(change)}</li>
        {request_change ? changeWords(request_change).map(word => <li key={word}>{word}</li>) : null}
      </ul>
      <div>
        <Button icon={SquarePen} onPress={() => openMemory(memory_id)} variant="primary">
          {t('Open the memory')}
        </Button>
      </div>
    </section>
  );
}

function openMemory(memoryId: string): void {
  closeDialog();
  showMemory(memoryId);
}

function useExplanation(memoryId: string, itemId: string | undefined, sampleId: string): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    const asked = { current: true };
    const state = useDocuments.getState();
    const request = state.working.samples[sampleId]?.request;
    const about = itemId === undefined ? { memory_id: memoryId } : { item_id: itemId };
    call('assembly.explain', { request: asRequest(request), overlay: overlayOf(state), ...about }).then(
      explanation => asked.current && setAnswer({ explanation }),
      error => asked.current && setAnswer({ error: errorBody(error).message }),
    );
    return () => {
      asked.current = false;
    };
  }, [memoryId, itemId, sampleId]);
  return answer;
}

function StepLine({ step }: { readonly step: ExplanationStep }) {
  const Icon = step.passed ? Check : X;
  return (
    <li className={styles.step}>
      <Icon
        aria-label={step.passed ? t('passed') : t('stopped here')}
        className={step.passed ? styles.passed : styles.stopped}
        role="img"
        size={14}
      />
      <span className={styles.texts}>{step.message}</span>
    </li>
  );
}
