import { areSame } from '../../shared/lists.ts';
import { asRequest } from '../../shared/model/as-request.ts';
import type { ContextRule } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { buildLookup } from '../../shared/rules/evaluation/build-lookup.ts';
import { explainRule } from '../../shared/rules/evaluation/explain-rule.ts';
import { createRegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import type { Variables } from '../../shared/rules/evaluation/test-condition.ts';
import type { EngineUpdate } from './protocol.ts';
import { createRuleTable } from './rule-table.ts';

export interface RuleInSamples {
  readonly rule: ContextRule;
  /** Well-formed requests, in the order of the bits. */
  readonly samples: readonly Sample[];
  /** The place of the current sample among them. */
  readonly current: number;
  /** In which samples the rule fires as saved: that does not change while it is edited. */
  readonly saved: Uint32Array;
}

/** Letters to look at, a condition and sample counting as one letter at least: about a millisecond. */
const mostWork = 20_000;
/** Patterns that are kept: those of the last letters. */
const keptPatterns = 64;

/**
 * What the worker says about one edited rule, said by the page itself, so that a letter and its outcome are painted
 * together: a message to a worker is answered after the next frame. The code is the worker's. Undefined where it would
 * take the time of a frame; then the worker's answer is the first.
 */
export function createAtOnce(): (asked: RuleInSamples) => EngineUpdate | undefined {
  const regexes = createRegexCache(keptPatterns);
  const table = createRuleTable(regexes);
  const known: { samples: readonly Sample[]; lookups: readonly Variables[] } = { samples: [], lookups: [] };
  return ({ rule, samples, current, saved }) => {
    if (!areSame(samples, known.samples)) {
      known.samples = samples;
      // The worker has judged them.
      known.lookups = samples.map(({ request }) => buildLookup(asRequest(request)).variables);
      table.setSamples(known.lookups);
    }
    const variables = known.lookups[current];
    if (!variables || workOf(rule, known.lookups) > mostWork) return undefined;
    table.fill([rule]);
    return {
      explained: [explainRule(rule, variables, regexes)],
      rows: { ruleIds: [rule.id], working: table.row(rule), saved },
    };
  };
}

function workOf({ when }: ContextRule, lookups: readonly Variables[]): number {
  return lookups.reduce(
    (sum, variables) => when.reduce((work, { field }) => work + sizeOf(variables.get(field)), sum),
    0,
  );
}

/** Lists and objects may hold anything, so they are the worker's. */
function sizeOf(value: unknown): number {
  if (typeof value === 'object' && value !== null) return mostWork;
  return typeof value === 'string' ? 1 + value.length : 1;
}
