import { useEffect } from 'react';
import { type DocumentsState, useDocuments } from '../../stores/documents.ts';
import { useBrokenFile } from '../../stores/problems.ts';
import { selectSampleId, setSample, useWorkspace } from '../../stores/workspace.ts';

const selectFirstId = (state: DocumentsState) => Object.keys(state.working.samples)[0];

/** Keeps a sample chosen while there is one, since everything live is computed for it. */
export function useKeptSample(): void {
  const firstId = useDocuments(selectFirstId);
  const sampleId = useWorkspace(selectSampleId);
  const exists = useDocuments(
    state => sampleId !== undefined && Object.hasOwn(state.working.samples, sampleId),
  );
  // Nobody is led to another one without a word because a file breaks.
  const isBroken = useBrokenFile('samples', sampleId) !== undefined;
  useEffect(() => {
    if (!exists && !isBroken && firstId !== undefined) setSample(firstId);
  }, [exists, isBroken, firstId]);
}
