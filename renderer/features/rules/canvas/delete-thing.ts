import { edit } from '../../../stores/documents.ts';
import { t } from '../../../texts/texts.ts';
import { removeCondition } from '../edits/condition-edits.ts';
import { removeRuleMemory } from '../edits/memory-edits.ts';
import type { RuleRef } from '../edits/rule-edits.ts';
import { deleteAndStep } from '../rule-actions.ts';
import { thingOf } from './node-ids.ts';

/** Variables and memories are not the canvas's to delete, only what rules say of them. */
export function isDeletable(id: string | undefined): boolean {
  const kind = id === undefined ? undefined : thingOf(id)?.kind;
  return kind === 'rule' || kind === 'adds' || kind === 'uses';
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
