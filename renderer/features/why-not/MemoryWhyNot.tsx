import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { asRequest } from '../../../shared/model/as-request.ts';
import {
  changedContribution,
  type Explanation,
  type ExplanationStep,
  type IncludingChange,
  type MemoryChange,
} from '../../../shared/model/explanation.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { call, errorBody } from '../../api/call.ts';
import { useDocuments } from '../../stores/documents.ts';
import { type Documents, findRule } from '../../stores/history.ts';
import { heardOverlay } from '../../stores/preview.ts';
import { useSoloRule } from '../../stores/solo.ts';
import { t, told } from '../../texts/texts.ts';
import { changeWords, memoryChangeWords } from '../../ui/change-words.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import {
  draggedLimit,
  type PossibleChange,
  turnEngineOn,
  underDraggedLimit,
  unmute,
  WhatIf,
  withoutConditions,
} from './WhatIf.tsx';
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
  const alone = useSoloRule();
  if (!answer) return <p aria-busy>{t('Looking for the cause…')}</p>;
  if ('error' in answer) return <p role="alert">{answer.error}</p>;
  const { message, chain, included, cause } = answer.explanation;
  const changes = included ? [] : possibleChanges(answer.explanation, sampleId);
  return (
    <>
      <p className={styles.answer}>{told(message)}</p>
      {alone ? (
        <p>
          {t('Only “{name}” is heard', { name: alone.name || alone.id })}.{' '}
          {t('All other rules are muted for this run.')}
        </p>
      ) : null}
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
      {included || changes.length > 0 ? null : (
        <p>
          {cause === 'duplicate'
            ? t('There is nothing to change: what it says is there already.')
            : t('No one change of the request, its rules, the memory or the budget puts it there.')}
        </p>
      )}
    </>
  );
}

/** Of the request or the budget, of the memory, and of the rule that stands in the way. */
function possibleChanges(explanation: Explanation, sampleId: string): PossibleChange[] {
  const { change, memory_change, memory_changes = [], chain } = explanation;
  const last = chain.at(-1);
  const ofMemory = [...(memory_change ? [memory_change] : []), ...memory_changes];
  return [
    ...(change ? [{ words: changeWords(change), ...ofRequest(sampleId, change) }] : []),
    ...ofMemory.map(one => changeMemory(one, sampleId)),
    ...(last ? changesOfRule(last) : []),
  ];
}

/** A limit that was dragged is the slider's: raising it leaves the sample as it is. */
function ofRequest(
  sampleId: string,
  { request, variables, explicit_memory, max_tokens }: IncludingChange,
): Pick<PossibleChange, 'make' | 'limit'> {
  const put = (change: (now: JsonObject) => JsonObject) => (draft: Documents) => {
    const sample = draft.samples[sampleId];
    if (sample) sample.request = change(sample.request);
  };
  if (draggedLimit() === undefined) return { make: put(() => request) };
  if (variables.length === 0 && explicit_memory === undefined) return { make: () => {}, limit: max_tokens };
  const { constraints: _, ...asked } = request;
  const make = put(({ constraints }) => ({ ...asked, ...(constraints !== undefined && { constraints }) }));
  return { make, limit: max_tokens };
}

function changeMemory(change: MemoryChange, sampleId: string): PossibleChange {
  const { memory_id, request_change } = change;
  const asked = request_change && ofRequest(sampleId, request_change);
  return {
    words: [...memoryChangeWords(change), ...(request_change ? changeWords(request_change) : [])],
    make: draft => {
      const memory = draft.memories[memory_id];
      if (memory) memory.contribution = changedContribution(memory.contribution, change);
      asked?.make(draft);
    },
    limit: asked?.limit,
  };
}

function changesOfRule({ at, passed, engine_id, rule_id, condition }: ExplanationStep): PossibleChange[] {
  if (passed || engine_id === undefined) return [];
  if (at === 'engine') return [turnEngineOn(engine_id)];
  if (rule_id === undefined) return [];
  if (at === 'rule') return isMuted(engine_id, rule_id) ? [unmute(engine_id, rule_id)] : [];
  return condition === undefined ? [] : [withoutConditions(engine_id, rule_id, [condition.index])];
}

/** By itself, and not because another rule is heard alone. */
const isMuted = (engineId: string, ruleId: string): boolean =>
  findRule(useDocuments.getState().working, { engineId, ruleId })?.enabled === false;

function useExplanation(memoryId: string, itemId: string | undefined, sampleId: string): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    const asked = { current: true };
    const state = useDocuments.getState();
    const request = state.working.samples[sampleId]?.request;
    const about = itemId === undefined ? { memory_id: memoryId } : { item_id: itemId };
    const input = asRequest(underDraggedLimit(request ?? {}));
    call('assembly.explain', { request: input, overlay: heardOverlay(state), ...about }).then(
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
