import { isJsonEqual } from '../../../shared/model/json.ts';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { mergeDocuments } from '../../../shared/rules/merge-engines.ts';

/**
 * The rule as it is edited, with what a suggestion changes of the saved one that it was made of: what was edited besides
 * stays, and so does what another suggestion changed before.
 */
export function withSuggestion(saved: ContextRule, edited: ContextRule, suggested: ContextRule): ContextRule {
  const parts = {
    when: withConditions(saved, edited, suggested),
    then: { ...edited.then, add_memories: withMemories(saved, edited, suggested) },
  };
  const { merged } = mergeDocuments(
    { ...saved, ...parts },
    { ...edited, ...parts },
    { ...suggested, ...parts },
    () => 'theirs',
  );
  return merged ?? edited;
}

function withMemories(saved: ContextRule, edited: ContextRule, suggested: ContextRule): string[] {
  const [before, after] = [saved.then.add_memories, suggested.then.add_memories];
  const kept = edited.then.add_memories.filter(id => after.includes(id) || !before.includes(id));
  return [...kept, ...after.filter(id => !before.includes(id) && !kept.includes(id))];
}

/** A condition that was edited meanwhile is what its author made of it. */
function withConditions(
  saved: ContextRule,
  edited: ContextRule,
  suggested: ContextRule,
): ContextRule['when'] {
  if (isJsonEqual(saved.when, edited.when)) return suggested.when;
  return edited.when.map(condition => {
    const at = saved.when.findIndex(other => isJsonEqual(other, condition));
    return (saved.when.length === suggested.when.length ? suggested.when[at] : undefined) ?? condition;
  });
}
