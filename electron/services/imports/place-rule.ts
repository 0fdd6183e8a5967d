import { isDeepStrictEqual } from 'node:util';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import { engineOrder, memoryOrder } from '../../../shared/model/key-orders.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { mintFrom } from '../rules/complete-engine.ts';
import { takesThis } from '../rules/decide-conflict.ts';
import type { Outcome, Plans } from './definition-plan.ts';
import type { EngineHead } from './import-reader.ts';
import { importedFrom, importedFromKey, sourceKey, withoutOrigin } from './imported-from.ts';

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
  const changed = changedSides(content, engine, plans);
  if (decision.change === 'kept')
    return { change: 'kept', makes: [], notes: [keptNote(content, decision.reason, changed)] };
  const ruleIds = engine.rules.map(({ id }) => id);
  const id =
    decision.change === 'renamed'
      ? mintFrom(content.rule.id, 'rule', [...plans.memories.takenIds(), ...ruleIds])
      : decision.id;
  const rule = { ...content.rule, id, then: { add_memories: [id] } };
  const memory = { ...content.memory, id };
  const from = importedFrom(memory);
  const origin = from && { [importedFromKey]: { ...from, made: hashOf(rule, memory) } };
  plans.memories.put({ ...memory, ...origin }, decision.expected);
  plans.engines.amend(withRule(engine, rule));
  const isLost = decision.change === 'replaced' && changed?.here === true;
  return {
    change: decision.change,
    makes: makesOf(head, id),
    notes: [
      ...(decision.note === undefined ? [] : [decision.note]),
      ...(isLost ? [`what was changed here in "${id}" or its rule since it was imported is replaced`] : []),
    ],
  };
}

/** The same file has the same id whatever it was read with; an id that another file has is not taken from it. */
function underKnownId(content: RuleContent, { memories, idsBySource }: Plans): RuleContent {
  const { rule, memory } = content;
  const from = importedFrom(memory);
  const holder = memories.get(rule.id);
  const known = from && idsBySource.get(sourceKey(from));
  const isTaken = holder !== undefined && importedFrom(holder) !== undefined;
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

interface ChangedSides {
  /** The file is another one than was imported. */
  readonly there: boolean;
  /** The memory or its rule is not as it was made; undefined where nobody kept how that was. */
  readonly here: boolean | undefined;
}

/** What changed since the rule was imported from this file; undefined where it came otherwise. */
function changedSides(
  { rule, memory }: RuleContent,
  engine: ContextRuleEngine,
  { memories }: Plans,
): ChangedSides | undefined {
  const known = memories.get(memory.id);
  const before = known === undefined ? undefined : importedFrom(known);
  const now = importedFrom(memory);
  if (known === undefined || before === undefined || now === undefined) return undefined;
  const own = engine.rules.find(({ id }) => id === rule.id);
  return { there: before.hash !== now.hash, here: isChangedHere(own, known) };
}

/** Whether a memory or its rule is not as an import made them; undefined where nobody kept how that was. */
export function isChangedHere(rule: ContextRule | undefined, memory: PersistentMemory): boolean | undefined {
  const made = importedFrom(memory)?.made;
  if (made === undefined) return undefined;
  return rule === undefined || made !== hashOf(rule, memory);
}

const hashOf = (rule: ContextRule, memory: PersistentMemory): string =>
  sha256(
    formatCanonicalJson({ rules: [rule] }, engineOrder) +
      formatCanonicalJson(withoutOrigin(memory), memoryOrder),
  );

/** What keeps a rule as it is, which side changed, the option that takes the other, and what is lost by it. */
function keptNote({ memory }: RuleContent, reason: string, changed: ChangedSides | undefined): string {
  if (changed === undefined) return `${reason}, ${takesThis}`;
  const path = importedFrom(memory)?.path;
  const own = `"${memory.id}" or its rule was changed here`;
  const lost = `${takesThis}, and what was changed here is lost`;
  if (changed.there)
    return changed.here === true
      ? `${path} was edited since it was imported, ${own} too, and what is here stays; ${lost}`
      : `${path} was edited since it was imported, and the old text stays; ${takesThis}`;
  return changed.here === false
    ? `${path} is read otherwise than when it was imported, and what it was read as stays; ${takesThis}`
    : `${own} since it was imported, and stays; ${lost}`;
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
