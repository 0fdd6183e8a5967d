import type { JsonObject } from '../../../../shared/model/json.ts';
import { deleteNamed } from '../../../stores/deletion.ts';
import { edit, useDocuments } from '../../../stores/documents.ts';
import { offerUndo } from '../../../stores/offer-undo.ts';
import { neighbourByName } from '../../../stores/use-by-name.ts';
import { setWorkspace, showSample } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { addSample, duplicateSample, freeName } from './sample-edits.ts';

/** Makes an empty sample and shows it. */
export function createSample(): void {
  const name = freeName(t('New sample'), useDocuments.getState().working.samples);
  createSampleFrom(name, { scope_variables: {} });
}

/** Makes a sample of a request and shows it. */
export function createSampleFrom(name: string, request: JsonObject): void {
  const made = { id: '' };
  edit(t('new sample'), draft => {
    made.id = addSample(draft, name, request);
  });
  showSample(made.id);
}

/** Duplicates a sample and shows the copy, to vary it. */
export function copySample(sampleId: string): void {
  const made: { id?: string | undefined } = {};
  edit(t('duplicate sample'), draft => {
    made.id = duplicateSample(draft, sampleId);
  });
  if (made.id !== undefined) showSample(made.id);
}

/** Deletes a sample once what names it was said, shows its neighbour, and offers to take that back. */
export function removeSample(sampleId: string): void {
  const name = useDocuments.getState().working.samples[sampleId]?.name;
  if (name !== undefined)
    deleteNamed({ kind: 'sample', id: sampleId }, `“${name}”`, () => removeNow(sampleId, name));
}

function removeNow(sampleId: string, name: string): void {
  const { samples } = useDocuments.getState().working;
  const remove = () =>
    edit(t('delete sample'), draft => {
      delete draft.samples[sampleId];
    });
  offerUndo(t('Deleted "{name}".', { name }), remove, () => setWorkspace({ sampleId }));
  setWorkspace({ sampleId: neighbourByName(samples, sampleId) });
}
