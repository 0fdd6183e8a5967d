import { areSame } from '../../lists.ts';
import type { Finding } from '../../model/finding.ts';
import { isJsonEqual } from '../../model/json.ts';
import type { ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { isRuleEnabled } from '../../model/rule-defaults.ts';
import { createRegexCache, type RegexCache } from '../evaluation/regex-cache.ts';
import {
  type AnalysisInput,
  analysisPatterns,
  findingsOfAll,
  findingsOfRule,
  type RuleContext,
  ruleContext,
} from './analyze-rules.ts';
import { createPairTable } from './findings/pair-table.ts';
import { gatherFindings } from './gather-findings.ts';
import { type JudgedRule, judgeRule } from './judged-rule.ts';

/** Analysis while somebody edits: the same findings as `analyzeRules`, at the cost of what changed. */
export interface IncrementalAnalysis {
  /**
   * Judges anew only rules that are neither the same objects as in the last call nor equal to those. Stops again and
   * again; the next may begin when this one has ended.
   */
  analyze(input: AnalysisInput): Generator<void, Finding[]>;
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
    *analyze(input) {
      const judged = yield* judgeChanged(input.engines, last, regexes);
      const rules = judged.map(({ rule }) => rule);
      const current = context(input);
      const before = current === foundWith ? found : undefined;
      last = knownRules(judged);
      foundWith = current;
      found = new Map();
      const gathered = gatherFindings();
      for (const rule of rules) {
        const findings = before?.get(rule) ?? findingsOfRule(rule, current, regexes);
        found.set(rule, findings);
        gathered.add(findings);
        yield;
      }
      yield* pairs.findings(rules, gathered);
      gathered.add(yield* findingsOfAll(rules, input, regexes));
      return gathered.told();
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

function* judgeChanged(
  engines: readonly ContextRuleEngine[],
  known: KnownRules,
  regexes: RegexCache,
): Generator<void, Judged[]> {
  const taken = new Set<JudgedRule>();
  const judged: Judged[] = [];
  for (const engine of engines) {
    if (!engine.enabled) continue;
    for (const source of engine.rules.filter(isRuleEnabled)) {
      const before = knownRule(known.get(engine.id), source);
      // The same object twice in one engine is two rules.
      const rule = before && !taken.has(before) ? before : judgeRule(engine.id, source, regexes);
      taken.add(rule);
      judged.push({ source, rule });
      yield;
    }
  }
  return judged;
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
    const isSame = areSame(parts, seen);
    if (context && (isSame || isJsonEqual(parts, seen))) {
      seen = parts;
      return context;
    }
    seen = parts;
    context = ruleContext(input);
    return context;
  };
}
