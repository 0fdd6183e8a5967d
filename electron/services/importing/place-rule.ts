import { isDeepStrictEqual } from 'node:util';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { mintFrom } from '../complete-engine.ts';
import { takesThis } from './decide-conflict.ts';
import { importedFrom, withoutOrigin } from './imported-from.ts';
import type { Outcome, Plans } from './plan-import.ts';
import type { EngineHead } from './rule-definitions.ts';

interface RuleContent {
  readonly engine: EngineHead;
  readonly rule: ContextRule;
  readonly memory: PersistentMemory;
}

/** Puts a rule into the engine of its tool, beside the rules that are there, and its memory into the project. */
export function placeRule(given: RuleContent, plans: Plans): Outcome {
  const content = underKnownId(given, plans);
  const { engine: head } = content;
  if (plans.engines.isBlocked(head.id))
    return refused(`the file of the engine "${head.id}" cannot be read; repair it first`);
  const engine: ContextRuleEngine = plans.engines.get(head.id) ?? { ...head, enabled: true, rules: [] };
  if (isThere(content, engine, plans)) return { change: 'unchanged', makes: makesOf(head, content.rule.id) };
  const decision = plans.memories.decide(content.rule.id);
  if (decision.change === 'refused') return refused(decision.reason);
  if (decision.change === 'kept')
    return { change: 'kept', makes: [], notes: [keptNote(content, decision.reason, plans)] };
  const ruleIds = engine.rules.map(({ id }) => id);
  const id =
    decision.change === 'renamed'
      ? mintFrom(content.rule.id, 'rule', [...plans.memories.takenIds(), ...ruleIds])
      : decision.id;
  plans.memories.put({ ...content.memory, id }, decision.expected);
  plans.engines.amend(withRule(engine, { ...content.rule, id, then: { add_memories: [id] } }));
  return {
    change: decision.change,
    makes: makesOf(head, id),
    ...(decision.note !== undefined && { notes: [decision.note] }),
  };
}

/** The same file has the same id whatever it was read with; an id that another file has is not taken from it. */
function underKnownId(content: RuleContent, { memories, idsBySource }: Plans): RuleContent {
  const { rule, memory } = content;
  const path = importedFrom(memory)?.path ?? '';
  const holder = memories.get(rule.id);
  const other = holder === undefined ? undefined : importedFrom(holder)?.path;
  const known = idsBySource.get(path);
  const isTaken = other !== undefined && other !== path;
  const id = known ?? (isTaken ? mintFrom(rule.id, 'rule', memories.takenIds()) : rule.id);
  return id === rule.id
    ? content
    : { ...content, rule: { ...rule, id, then: { add_memories: [id] } }, memory: { ...memory, id } };
}

/** True when both stand in the project as they come. */
function isThere({ rule, memory }: RuleContent, engine: ContextRuleEngine, { memories }: Plans): boolean {
  const known = memories.get(memory.id);
  return (
    known !== undefined &&
    isDeepStrictEqual(
      engine.rules.find(({ id }) => id === rule.id),
      rule,
    ) &&
    isDeepStrictEqual(withoutOrigin(known), withoutOrigin(memory))
  );
}

/** What keeps a rule as it is, which side changed, and the option that takes the other. */
function keptNote({ memory }: RuleContent, reason: string, { memories }: Plans): string {
  const known = memories.get(memory.id);
  const before = known === undefined ? undefined : importedFrom(known);
  const now = importedFrom(memory);
  if (before === undefined || now === undefined || before.path !== now.path) return `${reason}, ${takesThis}`;
  return before.hash === now.hash
    ? `"${memory.id}" or its rule was changed here since it was imported, and stays; ${takesThis}`
    : `${now.path} was edited since it was imported, and the old text stays; ${takesThis}`;
}

const makesOf = (head: EngineHead, id: string): Outcome['makes'] => [
  { kind: 'rule', id: `${head.id}/${id}` },
  { kind: 'memory', id },
];

/** A rule of that id is replaced where it stands; a new one comes last. */
function withRule(engine: ContextRuleEngine, rule: ContextRule): ContextRuleEngine {
  const isThere = engine.rules.some(({ id }) => id === rule.id);
  const rules = isThere
    ? engine.rules.map(other => (other.id === rule.id ? rule : other))
    : [...engine.rules, rule];
  return { ...engine, rules };
}

const refused = (reason: string): Outcome => ({ change: 'refused', makes: [], notes: [reason] });
