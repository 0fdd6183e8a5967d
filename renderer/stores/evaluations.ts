import { useMemo } from 'react';
import { create } from 'zustand';
import type { ExplainedRule } from '../../shared/model/evaluation.ts';
import type { EvaluationChanges, EvaluationResults } from '../worker/protocol.ts';
import { type DocumentsState, useDocuments } from './documents.ts';
import { shareUnchanged } from './share-unchanged.ts';
import { useWorkspace } from './workspace.ts';

/** Rules of every engine evaluated for every sample, live, in a worker. */
export const useEvaluations = create<EvaluationResults>()(() => ({
  engines: {},
  samples: {},
  variables: new Map(),
  possibleVariables: [],
}));

export interface RuleFlip {
  readonly sampleId: string;
  readonly from: 'fired' | 'not_fired';
  readonly to: 'fired' | 'not_fired';
  readonly gains: readonly string[];
  readonly loses: readonly string[];
}

/** Starts the worker and feeds it every edit; returns how to stop. */
export function followEvaluations(): () => void {
  const worker = new Worker(new URL('../worker/evaluate.worker.ts', import.meta.url), { type: 'module' });
  const known: Known = { engines: {}, savedEngines: {}, memories: {}, samples: {}, current: null };
  worker.addEventListener('message', (message: MessageEvent<EvaluationResults>) =>
    useEvaluations.setState(before => shareUnchanged(before, message.data)),
  );
  const feed = () => {
    const changes = changesSince(known, useDocuments.getState(), useWorkspace.getState().sampleId ?? null);
    if (changes) worker.postMessage(changes);
  };
  const stops = [useDocuments.subscribe(feed), useWorkspace.subscribe(feed)];
  feed();
  return () => {
    for (const stop of stops) stop();
    worker.terminate();
  };
}

/** The rule in the current sample, condition by condition. */
export function useRuleOutcome(engineId: string, ruleId: string): ExplainedRule | undefined {
  return useEvaluations(state => state.engines[engineId]?.rules.find(rule => rule.rule_id === ruleId));
}

/** In which samples a rule fires, samples by id. */
export function useFiringSamples(engineId: string, ruleId: string): { sampleId: string; fired: boolean }[] {
  const fired = useEvaluations(state => state.engines[engineId]?.fired);
  return useMemo(() => {
    const entries = Object.entries(fired ?? {}).map(([sampleId, rules]) => ({
      sampleId,
      fired: rules.includes(ruleId),
    }));
    return entries.sort((left, right) => (left.sampleId < right.sampleId ? -1 : 1));
  }, [fired, ruleId]);
}

/** Samples whose outcome for this rule differs from what is saved, with the memories they gain or lose. */
export function useRuleFlips(engineId: string, ruleId: string): RuleFlip[] {
  const outcome = useEvaluations(state => state.engines[engineId]);
  const samples = useEvaluations(state => state.samples);
  return useMemo(() => {
    if (!outcome) return [];
    return Object.entries(outcome.fired).flatMap(([sampleId, fired]) => {
      const now = fired.includes(ruleId);
      const before = outcome.savedFired[sampleId]?.includes(ruleId) ?? false;
      if (now === before) return [];
      const { memories = [], savedMemories = [] } = samples[sampleId] ?? {};
      const gains = memories.filter(id => !savedMemories.includes(id));
      const loses = savedMemories.filter(id => !memories.includes(id));
      return [{ sampleId, from: nameOf(before), to: nameOf(now), gains, loses }];
    });
  }, [outcome, samples, ruleId]);
}

/** Prefixed variables of the current sample. */
export function useLookup(): ReadonlyMap<string, unknown> {
  return useEvaluations(state => state.variables);
}

const nameOf = (fired: boolean): RuleFlip['from'] => (fired ? 'fired' : 'not_fired');

interface Known {
  engines: DocumentsState['working']['engines'];
  savedEngines: DocumentsState['working']['engines'];
  memories: DocumentsState['working']['memories'];
  samples: DocumentsState['working']['samples'];
  current: string | null;
}

function changesSince(
  known: Known,
  state: DocumentsState,
  current: string | null,
): EvaluationChanges | undefined {
  const { engines, memories, samples } = state.working;
  const savedEngines = state.saved.engines;
  const isSame =
    engines === known.engines &&
    savedEngines === known.savedEngines &&
    memories === known.memories &&
    samples === known.samples &&
    current === known.current;
  if (isSame) return undefined;
  const changes: EvaluationChanges = {
    engines: changedEngines(known, engines, savedEngines),
    memories: changedEntries(known.memories, memories),
    samples: changedEntries(known.samples, samples),
    currentSample: current,
  };
  Object.assign(known, { engines, savedEngines, memories, samples, current });
  return changes;
}

function changedEngines(
  known: Known,
  engines: Known['engines'],
  saved: Known['engines'],
): NonNullable<EvaluationChanges['engines']> {
  const ids = new Set([
    ...Object.keys(known.engines),
    ...Object.keys(engines),
    ...Object.keys(saved),
    ...Object.keys(known.savedEngines),
  ]);
  const changed = [...ids].filter(
    id => engines[id] !== known.engines[id] || saved[id] !== known.savedEngines[id],
  );
  return Object.fromEntries(
    changed.map(id => [
      id,
      engines[id] || saved[id] ? { working: engines[id] ?? null, saved: saved[id] ?? null } : null,
    ]),
  );
}

function changedEntries<Value>(
  known: Readonly<Record<string, Value>>,
  now: Readonly<Record<string, Value>>,
): Record<string, Value | null> {
  const ids = new Set([...Object.keys(known), ...Object.keys(now)]);
  const changed = [...ids].filter(id => now[id] !== known[id]);
  return Object.fromEntries(changed.map(id => [id, now[id] ?? null]));
}
