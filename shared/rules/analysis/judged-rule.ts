import { groupBy } from '../../lists.ts';
import type { FindingRule } from '../../model/finding.ts';
import { isJsonObject } from '../../model/json.ts';
import type { ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { isRuleEnabled } from '../../model/rule-defaults.ts';
import { buildLookup } from '../evaluation/build-lookup.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { holdsForMissing } from '../evaluation/test-condition.ts';
import { domainOf } from '../operators.ts';
import { demands, type Literal } from './literal.ts';
import { satisfies } from './solve-field.ts';
import { type Solution, solveLiterals } from './solve-literals.ts';
import { requestWith } from './witness-request.ts';

/** A rule with what analysis needs of it again and again. */
export interface JudgedRule {
  readonly ref: FindingRule;
  readonly rule: ContextRule;
  /** Its conditions as demands, by field. */
  readonly byField: ReadonlyMap<string, readonly Literal[]>;
  /** Dotted beginnings of its fields: objects that hold them. */
  readonly ancestors: ReadonlySet<string>;
  /** Fields of conditions that some value, and a missing one, fails. */
  readonly selective: readonly DottedField[];
  readonly memories: ReadonlySet<string>;
  /** Variables that make it fire. */
  readonly firing: Solution;
  /** Every variable of a request that makes it fire, as conditions see them; it was tried. */
  readonly witness?: ReadonlyMap<string, unknown>;
}

/** Every rule that can be evaluated: of enabled engines, not muted. */
export function judgeRules(engines: readonly ContextRuleEngine[], regexes: RegexCache): JudgedRule[] {
  return engines
    .filter(engine => engine.enabled)
    .flatMap(engine => engine.rules.filter(isRuleEnabled).map(rule => judgeRule(engine.id, rule, regexes)));
}

export function judgeRule(engineId: string, rule: ContextRule, regexes: RegexCache): JudgedRule {
  const firing = solveLiterals(demands(rule.when), regexes);
  const byField = groupBy(demands(rule.when), ({ condition }) => condition.field);
  const witness = firing.kind === 'found' ? witnessOf(firing.values, byField, regexes) : undefined;
  const selective = rule.when.filter(
    one => domainOf(one)?.kind === 'missing' || !holdsForMissing(one, regexes),
  );
  return {
    ref: { engine_id: engineId, rule_id: rule.id },
    rule,
    byField,
    ancestors: new Set([...byField.keys()].flatMap(beginnings)),
    selective: [...new Set(selective.map(({ field }) => field))].map(dotted),
    memories: new Set(rule.then.add_memories),
    firing,
    ...(witness && { witness }),
  };
}

function witnessOf(
  values: ReadonlyMap<string, unknown>,
  byField: ReadonlyMap<string, readonly Literal[]>,
  regexes: RegexCache,
): ReadonlyMap<string, unknown> | undefined {
  // Without objects every name stands alone, and a request can hold it as it is.
  const isFlat = ![...values.values()].some(isJsonObject);
  const { variables, problems } = isFlat
    ? { variables: values, problems: [] }
    : buildLookup(requestWith(values));
  const fires = [...byField].every(([field, literals]) =>
    satisfies(field, variables.get(field), literals, regexes),
  );
  return fires && problems.length === 0 ? variables : undefined;
}

/** `a.b.c` to `a` and `a.b`. */
function beginnings(field: string): string[] {
  const parts = field.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** A field with its beginnings, kept because pairs of rules ask for them again and again. */
interface DottedField {
  readonly field: string;
  readonly beginnings: readonly string[];
}

export function dotted(field: string): DottedField {
  return { field, beginnings: beginnings(field) };
}

/** True when a rule speaks of an object that holds the field, or of something in it. */
export function hasRelated(
  { byField, ancestors }: Pick<JudgedRule, 'byField' | 'ancestors'>,
  { field, beginnings }: DottedField,
): boolean {
  if (ancestors.has(field)) return true;
  for (const beginning of beginnings) if (byField.has(beginning)) return true;
  return false;
}
