import type { ExplainedRule } from '../../../../shared/model/evaluation.ts';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { ruleOfEngine } from '../../../stores/rules-of-engine.ts';
import { t, told } from '../../../texts/texts.ts';
import { type Outcome, ruleOutcome } from '../../../ui/outcome.ts';

/** One rule in the current sample, as the assembly view lists it. */
export interface RuleRow {
  readonly engineId: string;
  readonly engineName: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly outcome: Outcome;
  /** Number of conditions that did not match; 0 when it fired. */
  readonly distance: number;
  /** Why: what decided, what it adds, or what keeps it out. */
  readonly reason: string;
  readonly memories: readonly string[];
}

export interface RuleGroups {
  readonly fired: readonly RuleRow[];
  /** Nearest first. */
  readonly near: readonly RuleRow[];
  readonly rest: readonly RuleRow[];
}

/** Further away than this nobody speaks of a near miss. */
const nearDistance = 2;
/** With more of them the ones that matter are lost. */
const mostNear = 5;

type Engines = Readonly<Record<string, ContextRuleEngine>>;
type Outcomes = Readonly<Record<string, { readonly rules: readonly ExplainedRule[] }>>;

/**
 * Every rule of every engine, those that fired first, then near misses, then the rest.
 * `chosen` are the request's `rule_engine_ids`: they say which engines are asked, and in which order.
 */
export function ruleGroups(
  engines: Engines,
  outcomes: Outcomes,
  chosen: readonly string[] | undefined,
): RuleGroups {
  const rows = enginesInOrder(engines, chosen).flatMap(engine =>
    byPriority(outcomes[engine.id]?.rules ?? []).map(rule => ruleRow(engine, rule, chosen)),
  );
  const unfired = rows.filter(row => row.outcome !== 'fired' && row.outcome !== 'muted');
  const byDistance = unfired.sort((left, right) => left.distance - right.distance);
  const near = byDistance.filter(row => row.distance <= nearDistance).slice(0, mostNear);
  return {
    fired: rows.filter(row => row.outcome === 'fired'),
    near,
    rest: [...byDistance.slice(near.length), ...rows.filter(row => row.outcome === 'muted')],
  };
}

/** Rows whose rule, engine, reason or memories contain the text. */
export function filterRows(rows: readonly RuleRow[], text: string): readonly RuleRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter(row =>
    [row.ruleName, row.engineName, row.reason, row.outcome, ...row.memories].some(part =>
      part.toLowerCase().includes(wanted),
    ),
  );
}

function enginesInOrder(engines: Engines, chosen: readonly string[] | undefined): ContextRuleEngine[] {
  const ids = Object.keys(engines).sort();
  const named = [...new Set(chosen ?? [])].filter(id => ids.includes(id));
  return [...named, ...ids.filter(id => !named.includes(id))].flatMap(id => engines[id] ?? []);
}

function byPriority(rules: readonly ExplainedRule[]): readonly ExplainedRule[] {
  return [...rules].sort((left, right) => right.priority - left.priority);
}

function ruleRow(
  engine: ContextRuleEngine,
  explained: ExplainedRule,
  chosen: readonly string[] | undefined,
): RuleRow {
  const memories = ruleOfEngine(engine, explained.rule_id)?.then.add_memories ?? [];
  const engineReason = whyEngineIsOut(engine, chosen);
  const common = {
    engineId: engine.id,
    engineName: engine.name,
    ruleId: explained.rule_id,
    ruleName: explained.rule_name,
    memories,
    distance: explained.conditions.filter(condition => condition.outcome !== 'matched').length,
  };
  if (engineReason !== undefined) return { ...common, outcome: 'muted', reason: engineReason };
  return { ...common, outcome: ruleOutcome(explained), reason: reasonOf(explained, memories) };
}

function whyEngineIsOut(
  engine: ContextRuleEngine,
  chosen: readonly string[] | undefined,
): string | undefined {
  if (engine.enabled === false) return t('the engine {name} is switched off', { name: engine.name });
  if (chosen && !chosen.includes(engine.id))
    return t('the sample does not ask the engine {name}', { name: engine.name });
  return undefined;
}

function reasonOf(rule: ExplainedRule, memories: readonly string[]): string {
  if (rule.outcome === 'muted') return t('the rule is muted');
  if (rule.outcome === 'fired')
    return memories.length === 0
      ? t('adds nothing')
      : t('adds {memories}', { memories: memories.join(', ') });
  const decisive = rule.conditions[rule.decided_by ?? 0];
  return decisive?.reason === undefined
    ? t('{field} did not match', { field: decisive?.field ?? t('a condition') })
    : told(decisive.reason);
}
