import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { BudgetStrategy } from '../../../shared/model/request.ts';
import { type Section, sections } from '../../../shared/model/section.ts';
import { type BudgetCliff, budgetCliffs } from './budget-cliffs.ts';
import { type ContributedItem, contributedItems } from './contributed-items.ts';

/** The token budget of the assembly in sight. */
export interface Budget {
  /** The limit in force; undefined when the request has none and the slider was not moved. */
  readonly limit: number | undefined;
  /** What the sample's request asks for. */
  readonly sampleLimit: number | undefined;
  readonly strategy: BudgetStrategy;
  readonly estimator: string;
  /** `rendered` counts the final text: then item sums tell no cliffs. */
  readonly counts: 'items' | 'rendered';
  readonly used: number;
  /** Sum of everything that reached the budget: the smallest limit that keeps it all. */
  readonly needed: number;
  /** The right end of the slider. */
  readonly max: number;
  /** Everything that reached the budget, in placement order. */
  readonly items: readonly ContributedItem[];
  readonly sections: readonly SectionTokens[];
  readonly cliffs: readonly BudgetCliff[];
}

interface SectionTokens {
  readonly section: Section;
  readonly tokens: number;
}

export interface BudgetSource {
  readonly request: JsonObject;
  readonly limitOverride: number | undefined;
  readonly result: AssembledContext;
  readonly memories: Readonly<Record<string, PersistentMemory>>;
}

/** Everything the studio shows of a budget, from one assembly and the request behind it. */
export function budgetOf({ request, limitOverride, result, memories }: BudgetSource): Budget {
  const constraints = isJsonObject(request.constraints) ? request.constraints : {};
  const sampleLimit = typeof constraints.max_tokens === 'number' ? constraints.max_tokens : undefined;
  const limit = limitOverride ?? sampleLimit;
  const strategy = constraints.budget_strategy === 'pack' ? 'pack' : 'peel';
  const counts = constraints.count === 'rendered' ? 'rendered' : 'items';
  const items = contributedItems(result, memories);
  const needed = items.reduce((sum, item) => sum + item.tokens, 0);
  return {
    limit,
    sampleLimit,
    strategy,
    estimator: result.meta.estimator,
    counts,
    used: result.meta.token_estimate,
    needed,
    max: roundUp(Math.max(sampleLimit ?? 0, limitOverride ?? 0, needed)),
    items,
    sections: sections.flatMap(section => sectionTokens(section, result)),
    cliffs: counts === 'items' ? budgetCliffs(items, strategy) : [],
  };
}

function sectionTokens(section: Section, result: AssembledContext): SectionTokens[] {
  const tokens = result.meta.section_tokens[section] ?? 0;
  return tokens === 0 ? [] : [{ section, tokens }];
}

/** A round end of the track that does not jump with every keystroke. */
function roundUp(tokens: number): number {
  const step = tokens > 20_000 ? 1000 : 100;
  return Math.max(step, Math.ceil(tokens / step) * step);
}
