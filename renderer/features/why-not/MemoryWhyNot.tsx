import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { Explanation, ExplanationStep, MemoryChange } from '../../../shared/model/explanation.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { call, errorBody } from '../../api/call.ts';
import { useDocuments } from '../../stores/documents.ts';
import { overlayOf } from '../../stores/preview.ts';
import { t, told } from '../../texts/texts.ts';
import { changeWords, memoryChangeWords } from '../../ui/change-words.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { type PossibleChange, turnEngineOn, unmute, WhatIf, withoutConditions } from './WhatIf.tsx';
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
  const { message, chain, included } = answer.explanation;
  const changes = included ? [] : possibleChanges(answer.explanation, sampleId);
  return (
    <>
      <p className={styles.answer}>{told(message)}</p>
      <section className={styles.group}>
        <PanelHeader level="label" title={t('How it went')} />
        <ol aria-label={t('How it went')} className={styles.conditions}>
          {chain.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a chain is never reordered.
            <StepLine key={index} step={step} />
          ))}
        </ol>
      </section>
      <WhatIf changes={changes} sampleId={sampleId} />
      {included || changes.length > 0 ? null : <p>{t('No change of the request alone puts it there.')}</p>}
    </>
  );
}

/** Of the request, the memory's limit, the rule that stands in the way, and the place in the budget. */
function possibleChanges(explanation: Explanation, sampleId: string): PossibleChange[] {
  const { change, memory_change, cause, chain, memory_id } = explanation;
  const last = chain.at(-1);
  return [
    ...(change ? [{ words: changeWords(change), make: putRequest(sampleId, change.request) }] : []),
    ...(memory_change ? [raiseLimit(memory_change, sampleId)] : []),
    ...(cause === 'budget' ? [makeRequired(memory_id)] : []),
    ...(last ? changesOfRule(last) : []),
  ];
}

const putRequest =
  (sampleId: string, request: JsonObject): PossibleChange['make'] =>
  draft => {
    const sample = draft.samples[sampleId];
    if (sample) sample.request = request;
  };

function raiseLimit(change: MemoryChange, sampleId: string): PossibleChange {
  const { memory_id, max_items, request_change } = change;
  return {
    words: [memoryChangeWords(change), ...(request_change ? changeWords(request_change) : [])],
    make: draft => {
      const memory = draft.memories[memory_id];
      if (memory) memory.contribution.max_items = max_items.to;
      if (request_change) putRequest(sampleId, request_change.request)(draft);
    },
  };
}

const makeRequired = (memoryId: string): PossibleChange => ({
  words: [t('Make the memory {memoryId} required: the budget cuts it last', { memoryId })],
  make: draft => {
    const memory = draft.memories[memoryId];
    if (memory) memory.contribution.required = true;
  },
});

function changesOfRule({ at, passed, engine_id, rule_id, condition }: ExplanationStep): PossibleChange[] {
  if (passed || engine_id === undefined) return [];
  if (at === 'engine') return [turnEngineOn(engine_id)];
  if (rule_id === undefined) return [];
  if (at === 'rule') return [unmute(engine_id, rule_id)];
  return condition === undefined ? [] : [withoutConditions(engine_id, rule_id, [condition.index])];
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
      <span className={styles.texts}>{told(step.message)}</span>
    </li>
  );
}
