import { freshMemory } from '../../../../shared/memory-starts/memory-start.ts';
import type { Section } from '../../../../shared/model/section.ts';
import { freeIdFromName } from '../../../stores/free-id.ts';
import { type Documents, findRule, type RuleRef } from '../../../stores/history.ts';

/** Makes a rule add a memory, once, last. */
export function addRuleMemory(draft: Documents, at: RuleRef, memoryId: string): void {
  const memories = findRule(draft, at)?.then.add_memories;
  if (memories && !memories.includes(memoryId)) memories.push(memoryId);
}

export function removeRuleMemory(draft: Documents, at: RuleRef, memoryId: string): void {
  const rule = findRule(draft, at);
  if (rule) rule.then.add_memories = rule.then.add_memories.filter(id => id !== memoryId);
}

/** An edge's end was dragged from one memory to another: the place in the list stays. */
export function swapRuleMemory(draft: Documents, at: RuleRef, from: string, to: string): void {
  const rule = findRule(draft, at);
  if (!rule || from === to) return;
  const without = rule.then.add_memories.filter(id => id !== to);
  rule.then.add_memories = without.map(id => (id === from ? to : id));
}

/** Moves a memory by one place in the list of what a rule adds. */
export function moveRuleMemory(draft: Documents, at: RuleRef, memoryId: string, by: -1 | 1): void {
  const memories = findRule(draft, at)?.then.add_memories;
  const from = memories?.indexOf(memoryId) ?? -1;
  const to = from + by;
  if (!memories || from < 0 || to < 0 || to >= memories.length) return;
  memories.splice(from, 1);
  memories.splice(to, 0, memoryId);
}

/** Creates a memory with a text of its own to fill in; gives its id. */
export function createMemory(draft: Documents, label: string, section: Section): string {
  const id = freeIdFromName(label, 'memory', Object.keys(draft.memories));
  draft.memories[id] = freshMemory(id, label, [{ type: 'static', params: { items: [] } }], {
    contribution: { section, priority: 'medium', format: 'bullet_list' },
  });
  return id;
}
