import type { Sample } from '../../shared/model/sample.ts';
import { useDocuments } from './documents.ts';
import { selectSampleId, useWorkspace } from './workspace.ts';

/** The sample everything live is computed for, which is also the one that is edited. */
export const useCurrentSample = (): Sample | undefined => useSample(useWorkspace(selectSampleId));

export function useSample(sampleId: string | undefined): Sample | undefined {
  return useDocuments(({ working: { samples } }) =>
    sampleId !== undefined && Object.hasOwn(samples, sampleId) ? samples[sampleId] : undefined,
  );
}
