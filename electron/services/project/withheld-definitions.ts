import { areSame } from '../../../shared/lists.ts';
import { definitionFile } from '../../../shared/model/definition-folders.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../shared/model/rule-defaults.ts';
import type { WithheldFile } from '../../../shared/rules/evaluation/unknown-words.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { engineKind, memoryKind } from '../../storage/files/definition-kinds.ts';
import type { OwnChange } from '../../storage/files/store-place.ts';
import { createPause } from '../../storage/pause.ts';
import type { ProjectTrust } from './project-trust.ts';
import { engineActs, memoryAct, ruleAct, statedRuleAct } from './trust-acts.ts';

/** Definitions as far as the user trusts them; what came or changed outside since does nothing until it is confirmed. */
interface TrustedDefinitions {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  /** What was left out, by file, in words. */
  readonly withheld: {
    readonly engines: readonly WithheldFile[];
    readonly memories: readonly WithheldFile[];
  };
}

interface Definitions {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
}

/** What of these definitions may act. Asks for what other processes noted before it withholds anything. */
export async function trustedDefinitions(
  trust: ProjectTrust,
  given: Definitions,
): Promise<TrustedDefinitions> {
  const isAllowed = () =>
    given.engines.every(engine => allowsEngine(trust, engine)) &&
    given.memories.every(memory => allowsMemory(trust, memory));
  if (isAllowed() || ((await trust.reread()) && isAllowed()))
    return { ...given, withheld: { engines: [], memories: [] } };
  const engines = given.engines.filter(engine => !allowsEngine(trust, engine));
  const memories = given.memories.filter(memory => !allowsMemory(trust, memory));
  return {
    engines: given.engines.map(engine => withoutWithheld(trust, engine)),
    memories: given.memories.filter(memory => allowsMemory(trust, memory)),
    withheld: {
      engines: engines.map(engine => ({
        file: definitionFile(engineKind.folder, engine.id),
        reason: ruleWords(withheldRules(trust, engine)),
        isWithheld: true,
      })),
      memories: memories.map(({ id }) => ({
        file: definitionFile(memoryKind.folder, id),
        reason: `it ${sinceTrust}`,
        isWithheld: true,
      })),
    },
  };
}

/** Rules that are on and do nothing all the same. What is off is not asked for before it is switched on. */
export const withheldRules = (trust: ProjectTrust, engine: ContextRuleEngine): ContextRule[] =>
  engine.enabled ? engine.rules.filter(rule => isRuleEnabled(rule) && !allowsRule(trust, engine, rule)) : [];

export const allowsMemory = (trust: ProjectTrust, memory: PersistentMemory): boolean =>
  trust.allows(memory, () => [memoryAct(memory)]);

export const allowsEngine = (trust: ProjectTrust, engine: ContextRuleEngine): boolean =>
  trust.allows(engine, () => engineActs(engine)) || withheldRules(trust, engine).length === 0;

/**
 * Notes what Weft wrote for the user, so that it goes on acting. What was withheld stays so until it is confirmed, also
 * where it was edited, or something else in its file: whoever did that was not asked about it.
 */
export async function noteOwnEngines(
  trust: ProjectTrust,
  changes: readonly OwnChange<ContextRuleEngine>[],
): Promise<void> {
  await trust.note({ acts: await inStretches(ownActs(trust, changes), createPause()) });
}

function* ownActs(
  trust: ProjectTrust,
  changes: readonly OwnChange<ContextRuleEngine>[],
): Generator<void, string[]> {
  const acts: string[] = [];
  for (const { before, after } of changes) {
    const unknown = new Set<string>();
    for (const rule of before?.rules ?? []) {
      if (before !== undefined && !allowsRule(trust, before, rule)) unknown.add(rule.id);
      yield;
    }
    for (const rule of after.rules) {
      if (!unknown.has(rule.id)) acts.push(ruleAct(after, rule));
      yield;
    }
  }
  return acts;
}

export async function noteOwnMemories(
  trust: ProjectTrust,
  changes: readonly OwnChange<PersistentMemory>[],
): Promise<void> {
  const known = changes.filter(({ before }) => before === undefined || allowsMemory(trust, before));
  await trust.note({ acts: known.map(({ after }) => memoryAct(after)) });
}

const allowsRule = (trust: ProjectTrust, engine: ContextRuleEngine, rule: ContextRule): boolean =>
  trust.allows(rule, () => [ruleAct(engine, rule)]) ||
  trust.allows(rule, () => [statedRuleAct(engine, rule)]);

/** Why, and what to do; for whoever asked and for the log. */
export const sinceTrust =
  'came or changed outside of Weft after the project was trusted; look at it and confirm it in the studio or with "weft trust"';

// The same object each time, so that what is compiled for it is found again.
const parts = new WeakMap<ContextRuleEngine, ContextRuleEngine>();

function withoutWithheld(trust: ProjectTrust, engine: ContextRuleEngine): ContextRuleEngine {
  const withheld = new Set(withheldRules(trust, engine));
  if (withheld.size === 0) return engine;
  const rules = engine.rules.filter(rule => !withheld.has(rule));
  const known = parts.get(engine);
  if (known !== undefined && areSame(known.rules, rules)) return known;
  const part = { ...engine, rules };
  parts.set(engine, part);
  return part;
}

const mostNamed = 3;

function ruleWords(rules: readonly ContextRule[]): string {
  const names = rules.slice(0, mostNamed).map(({ id }) => `"${id}"`);
  const more = rules.length - names.length;
  const named = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `${rules.length === 1 ? 'rule' : 'rules'} ${named} ${sinceTrust}`;
}
