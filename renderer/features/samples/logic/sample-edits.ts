import type { JsonObject } from '../../../../shared/model/json.ts';
import type { Sample } from '../../../../shared/model/sample.ts';
import { copyOf } from '../../../stores/copy-document.ts';
import { editDocument, useDocuments } from '../../../stores/documents.ts';
import { freeIdFromName } from '../../../stores/free-id.ts';
import type { Documents } from '../../../stores/history.ts';

/** One undoable change of one sample; edits with the same key within a second are one step. */
export const editSample = (
  sampleId: string,
  label: string,
  change: (sample: Sample) => void,
  mergeKey?: string,
): void => editDocument('samples', sampleId, label, change, mergeKey);

/** One undoable change of a sample's request. */
export function editRequest(
  sampleId: string,
  label: string,
  change: (request: JsonObject) => JsonObject,
  mergeKey?: string,
): void {
  const request = useDocuments.getState().working.samples[sampleId]?.request;
  if (request === undefined) return;
  const changed = change(request);
  const set = (sample: Sample) => {
    sample.request = changed;
  };
  editSample(sampleId, label, set, mergeKey);
}

/** Adds a sample under an id made from its name, and gives that id. */
export function addSample(draft: Documents, name: string, request: JsonObject): string {
  const id = freeIdFromName(name, 'sample', Object.keys(draft.samples));
  draft.samples[id] = { id, name, request };
  return id;
}

/** Adds a copy to vary and gives its id; undefined when there is nothing to copy. */
export function duplicateSample(draft: Documents, sampleId: string): string | undefined {
  const copy = copyOf(draft.samples, sampleId);
  if (copy) draft.samples[copy.id] = copy;
  return copy?.id;
}

/** A name that no sample has yet: "New sample", "New sample 2" ... */
export function freeName(wanted: string, samples: Readonly<Record<string, Sample>>): string {
  const taken = new Set(Object.values(samples).map(sample => sample.name));
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted} ${number}`)) return `${wanted} ${number}`;
}
