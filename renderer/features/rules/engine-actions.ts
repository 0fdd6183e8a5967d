import { deleteNamed } from '../../stores/deletion.ts';
import { edit, undo, useDocuments } from '../../stores/documents.ts';
import { showToast } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import { deleteEngine, duplicateEngine, restoreEngine } from './edits/engine-edits.ts';
import { answerOf } from './rule-actions.ts';
import { selectEngine } from './selection.ts';

export function duplicateEngineAndShow(engineId: string): void {
  const copyId = answerOf(t('duplicate engine'), draft => duplicateEngine(draft, engineId));
  if (copyId !== undefined) selectEngine(copyId);
}

/** Deletes an engine, once what names it was said; the toast takes it back, and so does undo. The file goes when the project is saved. */
export function deleteEngineAndStep(engineId: string): void {
  const name = useDocuments.getState().working.engines[engineId]?.name;
  if (name !== undefined)
    deleteNamed({ kind: 'engine', id: engineId }, `“${name}”`, () => deleteNow(engineId));
}

function deleteNow(engineId: string): void {
  const { engines, layouts } = useDocuments.getState().working;
  const [engine, layout] = [engines[engineId], layouts[engineId]];
  if (!engine) return;
  edit(t('delete engine'), draft => deleteEngine(draft, engineId));
  const step = useDocuments.getState().past.at(-1);
  const takeBack = () => {
    // Later steps may stand above by then; they are kept.
    if (useDocuments.getState().past.at(-1) === step) undo();
    else edit(t('restore engine'), draft => restoreEngine(draft, engine, layout));
  };
  showToast({
    message: t('Deleted “{name}” with {count} {count|rule|rules}.', {
      name: engine.name,
      count: engine.rules.length,
    }),
    action: { label: t('Undo'), run: takeBack },
  });
}
