import type { Finding } from '../../../shared/model/finding.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../shared/model/rule-defaults.ts';
import { createRegexCache, type RegexCache } from '../rules/regex-cache.ts';
import {
  type AnalysisInput,
  analysisPatterns,
  bySeverity,
  findingsOfAll,
  findingsOfRule,
  type RuleContext,
  ruleContext,
} from './analyze-rules.ts';
import { createPairTable } from './findings/pair-table.ts';
import { type JudgedRule, judgeRule } from './judged-rule.ts';

/** Analysis while somebody edits: the same findings as `analyzeRules`, at the cost of what changed. */
export interface IncrementalAnalysis {
  /** Judges anew only rules that are neither the same objects as in the last call nor equal to those. */
  analyze(input: AnalysisInput): Finding[];
}

/** Keeps what the last call found out. Pure like the rest; whoever calls it holds the state. */
export function createIncrementalAnalysis(
  regexes: RegexCache = createRegexCache(analysisPatterns),
): IncrementalAnalysis {
  const pairs = createPairTable(regexes);
  const context = createContextKeeper();
  let last: KnownRules = new Map();
  let found = new Map<JudgedRule, Finding[]>();
  let foundWith: RuleContext | undefined;
  return {
    analyze(input) {
      const judged = judgeChanged(input.engines, last, regexes);
      const rules = judged.map(({ rule }) => rule);
      const current = context(input);
      const before = current === foundWith ? found : undefined;
      last = knownRules(judged);
      foundWith = current;
      found = new Map(rules.map(rule => [rule, before?.get(rule) ?? findingsOfRule(rule, current, regexes)]));
      return bySeverity([
        ...[...found.values()].flat(),
        ...pairs.findings(rules),
        ...findingsOfAll(rules, input, regexes),
      ]);
    },
  };
}

/** Judged rules of the last call by engine, then by rule: the object for what was not touched, the id for what was copied. */
type KnownRules = ReadonlyMap<
  string,
  { readonly byObject: Map<ContextRule, JudgedRule>; readonly byId: Map<string, JudgedRule> }
>;

/** A judged rule under the object that it came as this time. */
interface Judged {
  readonly source: ContextRule;
  readonly rule: JudgedRule;
}

function judgeChanged(
  engines: readonly ContextRuleEngine[],
  known: KnownRules,
  regexes: RegexCache,
): Judged[] {
  const taken = new Set<JudgedRule>();
  return engines
    .filter(engine => engine.enabled)
    .flatMap(engine =>
      engine.rules.filter(isRuleEnabled).map(source => {
        const before = knownRule(known.get(engine.id), source);
        // The same object twice in one engine is two rules.
        const rule = before && !taken.has(before) ? before : judgeRule(engine.id, source, regexes);
        taken.add(rule);
        return { source, rule };
      }),
    );
}

/** A rule that crossed to a worker is a copy: it is known when it is equal to the one of its id. */
function knownRule(known: ReturnType<KnownRules['get']>, source: ContextRule): JudgedRule | undefined {
  const same = known?.byObject.get(source);
  if (same) return same;
  const before = known?.byId.get(source.id);
  return before && isJsonEqual(before.rule, source) ? before : undefined;
}

function knownRules(judged: readonly Judged[]): KnownRules {
  const known = new Map<string, { byObject: Map<ContextRule, JudgedRule>; byId: Map<string, JudgedRule> }>();
  for (const { source, rule } of judged) {
    const engine = known.get(rule.ref.engine_id) ?? { byObject: new Map(), byId: new Map() };
    known.set(rule.ref.engine_id, engine);
    engine.byObject.set(source, rule);
    engine.byId.set(source.id, rule);
  }
  return known;
}

/** The context of rules, the very same one as long as memories and samples are. */
function createContextKeeper(): (input: AnalysisInput) => RuleContext {
  let seen: readonly unknown[] = [];
  let context: RuleContext | undefined;
  return input => {
    const parts = [input.memories !== undefined, ...(input.memories ?? []), ...input.samples];
    const isSame = parts.length === seen.length && parts.every((part, index) => part === seen[index]);
    if (context && (isSame || isJsonEqual(parts, seen))) {
      seen = parts;
      return context;
    }
    seen = parts;
    context = ruleContext(input);
    return context;
  };
}
