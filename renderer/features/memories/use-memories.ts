import { useMemo } from 'react';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { selectEngines, selectMemories, selectSamples, useDocuments } from '../../stores/documents.ts';
import { usePreview } from '../../stores/preview.ts';
import { selectIsTrusted, useProject } from '../../stores/project.ts';
import { useCurrentSample } from '../../stores/use-current-sample.ts';
import { useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { type MemoryCost, memoryCosts } from './logic/memory-costs.ts';
import { type MemoryUse, samplesAskingFor, usesOfMemory, usingRules } from './logic/memory-uses.ts';

const selectMemoryId = (state: Workspace) => state.memoryId;

/** Every memory of the working copy, in no particular order. */
export function useAllMemories(): readonly PersistentMemory[] {
  const memories = useDocuments(selectMemories);
  return useMemo(() => Object.values(memories), [memories]);
}

/** The memory that is selected, if it still exists. */
export function useSelectedMemory(): PersistentMemory | undefined {
  const memoryId = useWorkspace(selectMemoryId);
  return useDocuments(state =>
    memoryId !== undefined && Object.hasOwn(state.working.memories, memoryId)
      ? state.working.memories[memoryId]
      : undefined,
  );
}

/** How the current sample counts tokens. */
export function useEstimator(): string {
  const constraints = useCurrentSample()?.request.constraints;
  const estimator = isJsonObject(constraints) ? constraints.estimator : undefined;
  return typeof estimator === 'string' ? estimator : 'chars4';
}

/** Cost of every memory asked for in the current sample. */
export function useMemoryCosts(): ReadonlyMap<string, MemoryCost> {
  const assembled = usePreview(state => state.result);
  return useMemo(() => (assembled ? memoryCosts(assembled) : new Map()), [assembled]);
}

/** Why a memory has no cost: the current sample does not ask for it, or none was assembled; no word while one is. */
export function useUncostedWords(): string {
  const hasSample = useCurrentSample() !== undefined;
  const isTrusted = useProject(selectIsTrusted);
  const isAssembled = usePreview(state => state.result !== undefined);
  const isFailed = usePreview(state => state.status === 'failed');
  if (!hasSample) return t('no sample');
  if (isAssembled) return t('not asked for');
  return isFailed || !isTrusted ? t('not assembled') : '';
}

/** Names of the rules that add each memory. */
export function useUsingRules(): ReadonlyMap<string, readonly string[]> {
  const engines = useDocuments(selectEngines);
  return useMemo(() => usingRules(engines), [engines]);
}

/** Rules that add one memory. */
export function useMemoryUses(memoryId: string): readonly MemoryUse[] {
  const engines = useDocuments(selectEngines);
  return useMemo(() => usesOfMemory(engines, memoryId), [engines, memoryId]);
}

/** Names of the samples that ask for one memory themselves. */
export function useAskingSamples(memoryId: string): readonly string[] {
  const samples = useDocuments(selectSamples);
  return useMemo(() => samplesAskingFor(samples, memoryId), [samples, memoryId]);
}
