import { useCallback, useMemo } from 'react';
import { create } from 'zustand';
import type { ExplainedRule } from '../../shared/model/evaluation.ts';
import { isJsonEqual } from '../../shared/model/json.ts';
import type { EvaluationUpdate } from '../worker/protocol.ts';
import type { Told } from './document-changes.ts';
import { type DocumentsState, selectWorking, useDocuments, whenIdle } from './documents.ts';
import { createExchange } from './evaluation-exchange.ts';
import {
  type EvaluationResults,
  firedRuleIds,
  noResults,
  selectSampleIds,
  takeUpdate,
} from './evaluation-results.ts';
import { followDocuments } from './follow-documents.ts';
import type { Documents } from './history.ts';
import { memoriesBySample, type RuleFlip, ruleFlips } from './rule-flips.ts';
import { ruleOfEngine } from './rules-of-engine.ts';
import { settling, useSettled } from './use-settled.ts';
import { useWorkspace } from './workspace.ts';

/** Rules of every engine evaluated for every sample, live, in a worker. */
export const useEvaluations = create<EvaluationResults>()(() => noResults);

/** Starts the worker and feeds it every edit; returns how to stop. */
export function followEvaluations(): () => void {
  const worker = new Worker(new URL('../worker/evaluate.worker.ts', import.meta.url), { type: 'module' });
  const atOnce = createAnswerAtOnce();
  const exchange = createExchange({
    post: changes => worker.postMessage(changes),
    take: update => useEvaluations.setState(before => takeUpdate(before, update)),
    answerAtOnce: (told, now) => atOnce.answer(useEvaluations.getState(), told, now),
    later: settling.later,
  });
  worker.addEventListener('message', ({ data }: MessageEvent<EvaluationUpdate>) => exchange.hear(data));
  const { stop } = followDocuments(exchange.tell, undefined, 'heard');
  const rehearse = () => {
    const { engineId, ruleId, sampleId } = useWorkspace.getState();
    const { working, saved } = useDocuments.getState();
    const now = { working, saved: saved.engines, current: sampleId ?? null };
    atOnce.rehearse(useEvaluations.getState(), now, engineId ?? '', ruleId ?? '');
  };
  const prepare = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      void atOnce.prepare().then(() => whenIdle(rehearse));
  };
  document.addEventListener('focusin', prepare);
  return () => {
    stop();
    document.removeEventListener('focusin', prepare);
    settling.forget(exchange.send);
    worker.terminate();
    useEvaluations.setState(noResults, true);
  };
}

const selectEngines = (state: EvaluationResults) => state.engines;
const selectSaved = (state: DocumentsState) => state.saved;

/** The rule in the current sample, condition by condition. */
export function useRuleOutcome(engineId: string, ruleId: string): ExplainedRule | undefined {
  return useEvaluations(state => state.engines[engineId]?.byRule.get(ruleId));
}

/** In which samples a rule fires, once edits have settled: one bit a sample, in the order of `sampleIds`. */
export function useFiringBits(engineId: string, ruleId: string): Uint32Array | undefined {
  const select = useCallback(
    (state: EvaluationResults) => state.engines[engineId]?.rows.get(ruleId)?.working,
    [engineId, ruleId],
  );
  return useSettled(useEvaluations, select);
}

/** Ids of the rules of an engine that fire in a sample, by priority. */
export function useFiredRuleIds(): (engineId: string, sampleId: string) => readonly string[] {
  const engines = useEvaluations(selectEngines);
  const sampleIds = useEvaluations(selectSampleIds);
  return useMemo(
    () => (engineId, sampleId) => firedRuleIds(engines[engineId], sampleIds.indexOf(sampleId)),
    [engines, sampleIds],
  );
}

/**
 * Samples that this rule treats otherwise than saved, with the memories they gain or lose. That asks all rules in all
 * samples, so it follows once edits have settled.
 */
export function useRuleFlips(engineId: string, ruleId: string): readonly RuleFlip[] {
  const engines = useSettled(useEvaluations, selectEngines);
  const sampleIds = useSettled(useEvaluations, selectSampleIds);
  const working = useSettled(useDocuments, selectWorking);
  const saved = useSettled(useDocuments, selectSaved);
  return useMemo(() => {
    const row = engines[engineId]?.rows.get(ruleId);
    const addedIn = ({ engines: all }: Documents) =>
      ruleOfEngine(all[engineId], ruleId)?.then.add_memories ?? noMemories;
    const own = { working: addedIn(working), saved: addedIn(saved) };
    const firesAsSaved = row?.working.every((word, at) => word === row.saved[at]);
    if (!row || (firesAsSaved && isJsonEqual(own.working, own.saved))) return noFlips;
    const wanted = new Set([...own.working, ...own.saved]);
    const side = (version: 'working' | 'saved') => ({
      own: own[version],
      all: memoriesBySample(
        wanted,
        (version === 'working' ? working : saved).engines,
        working.samples,
        (id, rule) => engines[id]?.rows.get(rule)?.[version],
      ),
    });
    return ruleFlips(row, sampleIds, side('working'), side('saved'));
  }, [engines, engineId, ruleId, sampleIds, working, saved]);
}

const noFlips: readonly RuleFlip[] = [];
const noMemories: readonly string[] = [];

export type { RuleFlip };

interface AnswerAtOnce {
  /** Loads what evaluates, for who is about to type. */
  readonly prepare: () => Promise<void>;
  /**
   * The answer to an edit of one rule, where that is quick; `results` are those of `told`. Undefined for all other
   * edits, and until what evaluates is there.
   */
  readonly answer: (results: EvaluationResults, told: Told, now: Told) => EvaluationUpdate | undefined;
  /** Answers for nobody, so that the first letter waits for nothing that comes once: samples to read, patterns to compile. */
  readonly rehearse: (results: EvaluationResults, now: Told, engineId: string, ruleId: string) => void;
}

type Part = ReturnType<typeof import('./answer-edit.ts').createAnswerToEdit>;

/** Evaluates an edit on the page itself. What it needs comes when it is needed, so that opening a project waits for none of it. */
export function createAnswerAtOnce(): AnswerAtOnce {
  const part: { answers?: Part; loading?: Promise<void> } = {};
  const load = async () => {
    const { createAnswerToEdit } = await import('./answer-edit.ts');
    part.answers = createAnswerToEdit();
  };
  const prepare = () => {
    part.loading ??= load().catch(() => undefined); // the worker answers as well, a frame later
    return part.loading;
  };
  return {
    prepare,
    answer(results, told, now) {
      // A project that is opened, and a choice of sample, are no edits.
      if (told.saved === now.saved && told.current === now.current) void prepare();
      return part.answers?.toEdit(results, told, now);
    },
    rehearse: (...asked) => part.answers?.rehearse(...asked),
  };
}
