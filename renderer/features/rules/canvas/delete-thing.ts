import { openDialog } from '../../../stores/dialogs.ts';
import { edit, useDocuments } from '../../../stores/documents.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { t } from '../../../texts/texts.ts';
import { removeCondition } from '../edits/condition-edits.ts';
import { removeRuleMemory } from '../edits/memory-edits.ts';
import { deleteAndStep } from '../rule-actions.ts';
import { select } from '../selection.ts';
import { memoryNodeId, thingOf } from './node-ids.ts';

/** Variables and memories are not the canvas's to delete, only what rules say of them. */
export function isDeletable(id: string | undefined): boolean {
  const kind = id === undefined ? undefined : thingOf(id)?.kind;
  return kind === 'rule' || kind === 'adds' || kind === 'uses';
}

/** A rule's name is typed in the inspector. */
export function canRename(id: string | undefined): boolean {
  const thing = id === undefined ? undefined : thingOf(id);
  if (thing?.kind !== 'memory') return thing?.kind === 'variable';
  return useDocuments.getState().working.memories[thing.memoryId] !== undefined;
}

/** Asks for another name of what a node stands for, wherever it is named. */
export function rename(id: string | undefined): void {
  const thing = id === undefined ? undefined : thingOf(id);
  if (thing?.kind === 'variable') openDialog({ kind: 'renameVariable', field: thing.field });
  if (thing?.kind === 'memory')
    openDialog({
      kind: 'renameMemory',
      memoryId: thing.memoryId,
      then: renamed => select(memoryNodeId(renamed)),
    });
}

/** Takes off what a node or an edge stands for. */
export function deleteThing(engineId: string, id: string | undefined): void {
  const thing = id === undefined ? undefined : thingOf(id);
  if (!thing || !('ruleId' in thing)) return;
  const at: RuleRef = { engineId, ruleId: thing.ruleId };
  if (thing.kind === 'rule') deleteAndStep(engineId, [thing.ruleId]);
  if (thing.kind === 'adds') edit(t('remove memory'), draft => removeRuleMemory(draft, at, thing.memoryId));
  if (thing.kind === 'uses')
    edit(t('remove condition'), draft => removeCondition(draft, { ...at, index: thing.index }));
}
