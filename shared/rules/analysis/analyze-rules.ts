import type { Finding } from '../../model/finding.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import type { Condition, ContextRuleEngine } from '../../model/rule.ts';
import type { Sample } from '../../model/sample.ts';
import type { PossibleVariable } from '../../model/variable.ts';
import type { VariableType } from '../../model/variable-type.ts';
import { atOnce } from '../../stretches.ts';
import { withArticle } from '../../words.ts';
import { undelimited } from '../delimited-pattern.ts';
import { possibleVariables } from '../evaluation/possible-variables.ts';
import { createRegexCache, type RegexCache } from '../evaluation/regex-cache.ts';
import { holdsForMissing } from '../evaluation/test-condition.ts';
import { isKnownField, suggestField } from '../field-name.ts';
import { domainOf, insteadOfNull, operators, saying } from '../operators.ts';
import { checkCondition } from '../validate-rule.ts';
import {
  coFiresOverBudget,
  type TokenBudget,
  unknownMemories,
  unusedMemories,
} from './findings/memory-findings.ts';
import { pairFindings } from './findings/pair-findings.ts';
import { gatherFindings } from './gather-findings.ts';
import { type JudgedRule, judgeRules } from './judged-rule.ts';
import { demand, demands, denial } from './literal.ts';
import { solveLiterals } from './solve-literals.ts';
import { requestWith } from './witness-request.ts';

export interface AnalysisInput {
  readonly engines: readonly ContextRuleEngine[];
  /** Absent: memories are not looked up, and nothing is said about unknown or unused ones. */
  readonly memories?: readonly PersistentMemory[];
  /** Types of variables are inferred from them. */
  readonly samples: readonly Sample[];
  readonly budget?: TokenBudget;
}

/**
 * Everything static analysis knows about the enabled rules, errors first. Exact over finite sets, intervals,
 * prefix, suffix, substring and lists; `possible` where a regex, or a numeral of demanded shape, prevents it.
 */
export function analyzeRules(
  input: AnalysisInput,
  regexes: RegexCache = createRegexCache(analysisPatterns),
): Finding[] {
  const rules = judgeRules(input.engines, regexes);
  const context = ruleContext(input);
  const gathered = gatherFindings();
  for (const rule of rules) gathered.add(findingsOfRule(rule, context, regexes));
  atOnce(pairFindings(rules, regexes, gathered));
  gathered.add(atOnce(findingsOfAll(rules, input, regexes)));
  return gathered.told();
}

/** Patterns that analysis keeps compiled: those of a large project, since every rule is looked at. */
export const analysisPatterns = 4096;

/** What a single rule is held against. */
export interface RuleContext {
  /** Types from samples and declared variables; what rules compare with says nothing about the variable. */
  readonly types: ReadonlyMap<string, PossibleVariable['type']>;
  /** Ids of memories; undefined when they are not looked up. */
  readonly known: ReadonlySet<string> | undefined;
}

export function ruleContext({ memories, samples }: AnalysisInput): RuleContext {
  const variables = possibleVariables([], memories ?? [], samples);
  return {
    types: new Map(variables.map(({ name, type }) => [name, type])),
    known: memories && new Set(memories.map(({ id }) => id)),
  };
}

/** What is wrong with one rule by itself. */
export function findingsOfRule(
  rule: JudgedRule,
  { types, known }: RuleContext,
  regexes: RegexCache,
): Finding[] {
  return [
    ...neverFires(rule, regexes),
    ...alwaysFires(rule, regexes),
    ...firesOnMissing(rule, regexes),
    ...conditionFindings(rule, types, regexes),
    ...(known ? unknownMemories(rule, known) : []),
  ];
}

/** What is wrong with all rules together. Stops again and again. */
export function* findingsOfAll(
  rules: readonly JudgedRule[],
  { memories, budget }: AnalysisInput,
  regexes: RegexCache,
): Generator<void, Finding[]> {
  return [
    ...(memories ? unusedMemories(rules, memories) : []),
    ...(budget ? yield* coFiresOverBudget(rules, budget, regexes) : []),
  ];
}

type VariableTypes = ReadonlyMap<string, VariableType>;

/** What single conditions do wrong whatever the request is: field, pattern, constant, type. */
function conditionFindings({ ref, rule }: JudgedRule, types: VariableTypes, regexes: RegexCache): Finding[] {
  return rule.when.flatMap((condition, index) => {
    const complaint =
      unknownField(condition) ??
      badPattern(condition, regexes) ??
      delimitedPattern(condition) ??
      nullConstant(condition) ??
      typeMismatch(condition, types.get(condition.field));
    return complaint ? [{ ...complaint, possible: false, rules: [ref], condition: index }] : [];
  });
}

type Complaint = Pick<Finding, 'code' | 'severity' | 'message'>;

function unknownField({ field }: Condition): Complaint | undefined {
  if (isKnownField(field)) return undefined;
  const message = `"${field}" has no known prefix; probably ${suggestField(field)} is meant.`;
  return { code: 'unknown-field', severity: 'error', message };
}

function badPattern({ field, operator, value }: Condition, regexes: RegexCache): Complaint | undefined {
  if (operators[operator].takes !== 'pattern') return undefined;
  if (typeof value !== 'string')
    return { code: 'bad-pattern', severity: 'error', message: `${field}: the pattern is no text.` };
  const pattern = regexes.get(value);
  return pattern.ok
    ? undefined
    : { code: 'bad-pattern', severity: 'error', message: `${field}: ${pattern.reason}.` };
}

/** Written as other languages write patterns: RE2 looks for the slashes as well, and for the flags behind them. */
function delimitedPattern({ field, operator, value }: Condition): Complaint | undefined {
  const isPattern = operators[operator].takes === 'pattern' && typeof value === 'string';
  const meant = isPattern ? undelimited(value) : undefined;
  if (meant === undefined) return undefined;
  const message = `${field}: the slashes around the pattern are looked for as they stand; probably ${meant} is meant.`;
  return { code: 'delimited-pattern', severity: 'warning', message };
}

function nullConstant({ field, operator, value }: Condition): Complaint | undefined {
  const { label, constant } = operators[operator];
  const verdict = constant?.(value ?? null);
  if (verdict?.code !== 'null_constant') return undefined;
  const instead = operators[insteadOfNull(verdict)].label;
  const message = `${field}: "${label}" with null ${verdict.holds} matches; use "${instead}".`;
  return { code: 'null-constant', severity: 'warning', message };
}

/** The constant can never be equal to, or compared with, a variable of the type that is known for this field. */
function typeMismatch(condition: Condition, type: VariableType | undefined): Complaint | undefined {
  if (type === undefined || type === 'unknown' || suits(condition, type)) return undefined;
  const { field, operator, value } = condition;
  const { label } = operators[operator];
  const message = `${field} is ${withArticle(type)}; "${label}" with ${JSON.stringify(value ?? null)} cannot fit it.`;
  return { code: 'type-mismatch', severity: 'warning', message };
}

function suits({ operator, value }: Condition, type: VariableType): boolean {
  const kind = operators[operator];
  return kind.suits.includes(type) && kind.fits?.(value ?? null, type) !== false;
}

/** `never-fires`: no request satisfies all conditions. A condition that alone is to blame is named. */
export function neverFires({ ref, rule, firing, byField }: JudgedRule, regexes: RegexCache): Finding[] {
  if (firing.kind === 'found') return [];
  const finding = { code: 'never-fires' as const, rules: [ref] };
  if (firing.kind === 'unknown') {
    const message = `"${rule.name}" possibly never fires: no text was found that satisfies all its conditions.`;
    return [{ ...finding, severity: 'info', possible: true, message }];
  }
  const alone = rule.when.find(one => solveLiterals(demands([one]), regexes).kind === 'none');
  const cause =
    alone === undefined
      ? `its conditions ${onFields(byField, regexes)}contradict each other.`
      : `its condition "${alone.field} ${operators[alone.operator].label}" never holds: ${whyNever(alone)}.`;
  const message = `"${rule.name}" can never fire: ${cause}`;
  return [{ ...finding, severity: 'error', possible: false, message }];
}

/** Variables whose own conditions already leave no value; none where only several variables together do. */
function onFields(byField: JudgedRule['byField'], regexes: RegexCache): string {
  const fields = [...byField].filter(([, literals]) => solveLiterals(literals, regexes).kind === 'none');
  return fields.length === 0 ? '' : `on ${fields.map(([field]) => field).join(' and ')} `;
}

function whyNever(condition: Condition): string {
  const [problem] = checkCondition(condition, '');
  if (problem !== undefined) return problem.message;
  const verdict = operators[condition.operator].constant?.(condition.value ?? null);
  return verdict?.because ?? `${condition.field} never has such a value`;
}

/** `always-fires`: no request fails any condition. */
export function alwaysFires({ ref, rule, firing }: JudgedRule, regexes: RegexCache): Finding[] {
  if (firing.kind === 'none') return [];
  const escapes = rule.when.map(condition => solveLiterals([denial(condition)], regexes).kind);
  if (escapes.includes('found')) return [];
  const possible = escapes.includes('unknown');
  const message = `"${rule.name}" ${possible ? 'possibly fires' : 'fires'} for every request.`;
  return [
    {
      code: 'always-fires',
      severity: 'warning',
      possible,
      message,
      rules: [ref],
      witness: requestWith(new Map()),
    },
  ];
}

/** `fires-on-missing`: it can fire because a variable is missing that a condition speaks of. */
export function firesOnMissing({ ref, rule, firing }: JudgedRule, regexes: RegexCache): Finding[] {
  if (firing.kind === 'none') return [];
  return rule.when.flatMap((condition, index): Finding[] => {
    const { field } = condition;
    // Who asks for a missing variable means it.
    if (domainOf(condition)?.kind === 'missing' || !holdsForMissing(condition, regexes)) return [];
    const missing = demand({ field, operator: saying.missing });
    const solution = solveLiterals([...demands(rule.when), missing], regexes);
    if (solution.kind === 'none') return [];
    return [
      {
        code: 'fires-on-missing',
        severity: 'info',
        possible: solution.kind === 'unknown',
        message: `"${rule.name}" also fires when ${field} is missing; add "${field} exists" if that is not meant.`,
        rules: [ref],
        condition: index,
        ...(solution.kind === 'found' && { witness: requestWith(solution.values) }),
      },
    ];
  });
}
