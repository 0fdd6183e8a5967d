import { isJsonObject } from '../../../../shared/model/json.ts';
import { edit } from '../../../stores/documents.ts';
import { setTokenLimit } from '../../../stores/preview.ts';

/** Writes the limit of the slider into the sample's request, as one undo step. */
export function saveLimit(sampleId: string, limit: number): void {
  edit('set token limit', draft => {
    const sample = draft.samples[sampleId];
    if (!sample) return;
    const constraints = isJsonObject(sample.request.constraints) ? sample.request.constraints : {};
    sample.request = { ...sample.request, constraints: { ...constraints, max_tokens: limit } };
  });
  setTokenLimit(undefined);
}
