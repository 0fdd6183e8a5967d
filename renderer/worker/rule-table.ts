import type { ContextRule } from '../../shared/model/rule.ts';
import { isRuleEnabled } from '../../shared/model/rule-defaults.ts';
import { compileRules } from '../../shared/rules/compiled/compile-rules.ts';
import type { RegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { allHold, type Variables } from '../../shared/rules/evaluation/test-condition.ts';

/** In which samples rules fire: one bit a sample, and each rule evaluated once as long as it is the same object. */
export interface RuleTable {
  /** Replaces all samples; every rule is evaluated anew. */
  setSamples(samples: readonly Variables[]): void;
  /** Replaces the variables of one sample. */
  setSample(column: number, variables: Variables, rules: Iterable<ContextRule>): void;
  /** Evaluates those rules that were not yet. */
  fill(rules: readonly ContextRule[]): void;
  row(rule: ContextRule): Uint32Array;
  /** Words of a row. */
  words(): number;
}

/** From here on compiling the rules costs less than testing them one by one. */
const manyRules = 24;

export function createRuleTable(regexes: RegexCache): RuleTable {
  const state: { samples: Variables[]; rows: WeakMap<ContextRule, Uint32Array>; words: number } = {
    samples: [],
    rows: new WeakMap(),
    words: 0,
  };
  const emptyRow = () => new Uint32Array(state.words);

  function fillOne(rule: ContextRule): void {
    const row = emptyRow();
    for (const [column, variables] of state.samples.entries())
      if (fires(rule, variables, regexes)) setBit(row, column);
    state.rows.set(rule, row);
  }

  function fillMany(rules: readonly ContextRule[]): void {
    for (const rule of rules) state.rows.set(rule, emptyRow());
    const compiled = compileRules(rules, regexes);
    for (const [column, variables] of state.samples.entries()) {
      for (const rule of compiled.firing(variables)) {
        const row = state.rows.get(rule);
        if (row) setBit(row, column);
      }
    }
  }

  return {
    setSamples(samples) {
      state.samples = [...samples];
      state.words = Math.ceil(samples.length / 32);
      state.rows = new WeakMap();
    },
    setSample(column, variables, rules) {
      state.samples[column] = variables;
      for (const rule of rules) {
        const row = state.rows.get(rule)?.slice();
        if (!row) continue;
        if (fires(rule, variables, regexes)) setBit(row, column);
        else clearBit(row, column);
        state.rows.set(rule, row);
      }
    },
    fill(rules) {
      const missing = rules.filter(rule => !state.rows.has(rule));
      if (missing.length >= manyRules) fillMany(missing);
      else for (const rule of missing) fillOne(rule);
    },
    row: rule => state.rows.get(rule) ?? emptyRow(),
    words: () => state.words,
  };
}

function fires(rule: ContextRule, variables: Variables, regexes: RegexCache): boolean {
  return isRuleEnabled(rule) && allHold(rule.when, variables, regexes);
}

function setBit(row: Uint32Array, column: number): void {
  row[column >>> 5] = (row[column >>> 5] ?? 0) | (1 << (column & 31));
}

function clearBit(row: Uint32Array, column: number): void {
  row[column >>> 5] = (row[column >>> 5] ?? 0) & ~(1 << (column & 31));
}
