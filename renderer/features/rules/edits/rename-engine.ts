import { engineRenamer } from '../../../../shared/renaming/named-places.ts';
import { edit, useDocuments } from '../../../stores/documents.ts';
import type { Documents } from '../../../stores/history.ts';
import { shownEngine } from '../../../stores/layouts.ts';
import { renameInDocuments } from '../../../stores/rename-named.ts';
import { noteRenamed, ruleAddress } from '../../../stores/renamed.ts';
import { keepSolo, useSolo } from '../../../stores/solo.ts';
import { setWorkspace, useWorkspace } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { describeEngine } from './engine-edits.ts';

/**
 * Gives an engine another id, and with it its file, its layout and whatever names it or one of its rules: requests of
 * samples, tests and contracts. Nothing where the id is taken.
 */
export function renameEngine(draft: Documents, id: string, to: string): void {
  const [engine, layout] = [draft.engines[id], draft.layouts[id]];
  if (!engine || draft.engines[to]) return;
  delete draft.engines[id];
  draft.engines[to] = { ...engine, id: to };
  delete draft.layouts[id];
  if (layout) draft.layouts[to] = { ...layout, id: to };
  renameInDocuments(draft, 'engine', engineRenamer(id, to));
}

/** What is said of an engine, as one step; it stays the one in sight. */
export function giveEngineName(
  engineId: string,
  to: { readonly id: string; readonly name: string; readonly description: string },
): void {
  const { at } = useSolo.getState();
  const isInSight = useWorkspace.getState().engineId === engineId;
  edit(t('rename engine'), draft => {
    describeEngine(draft, engineId, to);
    if (to.id !== engineId) renameEngine(draft, engineId, to.id);
  });
  if (to.id === engineId || !useDocuments.getState().working.engines[to.id]) return;
  noteRenamed('engines', engineId, to.id);
  for (const { id: ruleId } of shownEngine(useDocuments.getState().working, to.id)?.rules ?? [])
    noteRenamed('rules', ruleAddress({ engineId, ruleId }), ruleAddress({ engineId: to.id, ruleId }));
  if (at?.engineId === engineId) keepSolo(at, { ...at, engineId: to.id });
  if (isInSight) setWorkspace({ engineId: to.id });
}
