import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Input } from '../../../shared/contract/contract.ts';
import type { Explanation, ExplanationStep } from '../../../shared/model/explanation.ts';
import { call, errorBody } from '../../api/call.ts';
import { useDocuments } from '../../stores/documents.ts';
import { overlayOf } from '../../stores/preview.ts';
import { tryWholeRequest } from '../../stores/verify/try-request.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { changeWords } from './change-words.ts';
import { SmallestChange } from './SmallestChange.tsx';
import { tellTried } from './tell-tried.ts';
import styles from './WhyNotDialog.module.css';

interface MemoryWhyNotProps {
  readonly memoryId: string;
  readonly itemId?: string | undefined;
  readonly sampleId: string;
}

type Answer = { readonly explanation: Explanation } | { readonly error: string };

/** The way of a memory or an item into the context, up to what stopped it, and what would put it there (A11). */
export function MemoryWhyNot({ memoryId, itemId, sampleId }: MemoryWhyNotProps) {
  const answer = useExplanation(memoryId, itemId, sampleId);
  if (!answer) return <p aria-busy>Looking for the cause…</p>;
  if ('error' in answer) return <p role="alert">{answer.error}</p>;
  const { message, chain, change } = answer.explanation;
  const onTry = () => {
    if (!change) return;
    tryWholeRequest(sampleId, change.request);
    tellTried(sampleId);
  };
  return (
    <>
      <p className={styles.answer}>{message}</p>
      <section className={styles.group}>
        <PanelHeader level="label" title="How it went" />
        <ol aria-label="How it went" className={styles.conditions}>
          {chain.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a chain is never reordered.
            <StepLine key={index} step={step} />
          ))}
        </ol>
      </section>
      {change ? <SmallestChange onTry={onTry} words={changeWords(change)} /> : null}
      {change || answer.explanation.included ? null : <p>No change of the request alone puts it there.</p>}
    </>
  );
}

function useExplanation(memoryId: string, itemId: string | undefined, sampleId: string): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    const asked = { current: true };
    const state = useDocuments.getState();
    const request = state.working.samples[sampleId]?.request;
    const about = itemId === undefined ? { memory_id: memoryId } : { item_id: itemId };
    const asIs = request as Input<'assembly.explain'>['request']; // it is judged there
    call('assembly.explain', { request: asIs, overlay: overlayOf(state), ...about }).then(
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
        aria-label={step.passed ? 'passed' : 'stopped here'}
        className={step.passed ? styles.passed : styles.stopped}
        role="img"
        size={14}
      />
      <span className={styles.texts}>{step.message}</span>
    </li>
  );
}
