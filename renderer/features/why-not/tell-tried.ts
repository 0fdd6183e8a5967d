import { closeDialog } from '../../stores/dialogs.ts';
import { useDocuments } from '../../stores/documents.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { t } from '../../texts/texts.ts';

/** Leaves the question for what the change did; it was made in the sample, which the user is not looking at. */
export function tellTried(sampleId: string): void {
  closeDialog();
  const name = useDocuments.getState().working.samples[sampleId]?.name ?? sampleId;
  offerUndo(t('Changed the sample "{name}".', { name }));
}
