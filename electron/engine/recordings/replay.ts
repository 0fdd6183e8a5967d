import type { RecordedCause, ReplayGroup } from '../../../shared/model/recording.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { CompiledEngines } from '../../../shared/rules/compiled/compiled-engines.ts';
import { buildLookup } from '../../../shared/rules/evaluation/build-lookup.ts';
import type { RegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { selectEngines } from '../../../shared/rules/evaluation/select-engines.ts';
import { allHold, type Variables } from '../../../shared/rules/evaluation/test-condition.ts';

/** What requests are replayed against. */
export interface ReplayDefinitions {
  readonly engines: readonly ContextRuleEngine[];
  /** Ids of the memories there are. */
  readonly memories: ReadonlySet<string>;
}

interface ReplayOptions {
  readonly compiled: CompiledEngines;
  readonly regexes: RegexCache;
}

/** A recorded request, and how many served ones it stands for. */
export interface ReplayedRequest {
  readonly id: string;
  readonly request: ContextRequest;
  readonly weight: number;
}

type Delta = Pick<ReplayGroup, 'fired' | 'not_fired' | 'gained' | 'lost'>;
/** A group as far as rules tell of it; what memories take is known elsewhere. */
export type ReplayedGroup = Omit<ReplayGroup, 'tokens'>;

interface OpenGroup {
  readonly delta: Delta;
  readonly examples: string[];
  recordings: number;
  requests: number;
}

const mostExamples = 3;

/** What fires for one request in each engine: one that is the same before and after is evaluated once. */
export type FiredRules = Map<ContextRuleEngine, readonly ContextRule[]>;

/** Replays requests one by one and gathers what an edit changes for them, by what changes. */
export class ReplayRun {
  readonly #before: ReplayDefinitions;
  readonly #after: ReplayDefinitions;
  readonly #options: ReplayOptions;
  readonly #groups = new Map<string, OpenGroup>();
  #recordings = 0;
  #requests = 0;

  constructor(before: ReplayDefinitions, after: ReplayDefinitions, options: ReplayOptions) {
    this.#before = before;
    this.#after = after;
    this.#options = options;
  }

  /** `fired` may be shared with other runs to which the same request is added. */
  add({ id, request, weight }: ReplayedRequest, fired: FiredRules = new Map()): void {
    this.#recordings += 1;
    this.#requests += weight;
    const delta = this.#deltaOf(request, fired);
    if (delta === undefined) return;
    const key = JSON.stringify(delta);
    const group = this.#groups.get(key) ?? { delta, examples: [], recordings: 0, requests: 0 };
    this.#groups.set(key, group);
    group.recordings += 1;
    group.requests += weight;
    if (group.examples.length < mostExamples) group.examples.push(id);
  }

  /** Groups with most requests first. */
  result(): {
    readonly recordings: number;
    readonly requests: number;
    readonly groups: readonly ReplayedGroup[];
  } {
    const groups = [...this.#groups.values()].map(({ delta, requests, ...group }) => ({
      ...group,
      ...delta,
      requests: Math.round(requests),
    }));
    return {
      recordings: this.#recordings,
      requests: Math.round(this.#requests),
      groups: groups.toSorted((left, right) => right.requests - left.requests),
    };
  }

  #deltaOf(request: ContextRequest, known: FiredRules): Delta | undefined {
    const { variables } = buildLookup(request);
    const before = this.#outcome(request, variables, this.#before, known);
    const after = this.#outcome(request, variables, this.#after, known);
    const delta = {
      fired: missingIn(after.rules, before.rules),
      not_fired: missingIn(before.rules, after.rules),
      gained: missingIn(after.memories, before.memories),
      lost: missingIn(before.memories, after.memories),
    };
    return Object.values(delta).some(names => names.length > 0) ? delta : undefined;
  }

  #outcome(
    request: ContextRequest,
    variables: Variables,
    { engines, memories }: ReplayDefinitions,
    known: FiredRules,
  ): { readonly rules: ReadonlySet<string>; readonly memories: ReadonlySet<string> } {
    const { compiled } = this.#options;
    const outcome = { rules: new Set<string>(), memories: new Set<string>() };
    for (const id of request.explicit_memory ?? []) if (memories.has(id)) outcome.memories.add(id);
    for (const engine of selectEngines(engines, request.rule_engine_ids, compiled.inOrder).engines) {
      const fired = known.get(engine) ?? firingIn(engine, variables, this.#options);
      known.set(engine, fired);
      for (const rule of fired) {
        outcome.rules.add(`${engine.id}/${rule.id}`);
        for (const id of rule.then.add_memories) if (memories.has(id)) outcome.memories.add(id);
      }
    }
    return outcome;
  }
}

/** The rules of an engine that fire. */
function firingIn(
  engine: ContextRuleEngine,
  variables: Variables,
  { compiled, regexes }: Pick<ReplayOptions, 'compiled' | 'regexes'>,
): readonly ContextRule[] {
  const fired = compiled.of(engine)?.firing(variables);
  if (fired !== undefined) return fired;
  return compiled.actingIn(engine).rules.filter(rule => allHold(rule.when, variables, regexes));
}

function missingIn(names: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  const missing: string[] = [];
  for (const name of names) if (!others.has(name)) missing.push(name);
  return missing.length < 2 ? missing : missing.sort();
}

/** Mean tokens of each memory over requests of causes. */
export function tokensByMemory(
  causes: Iterable<
    Pick<RecordedCause, 'memories'> & {
      readonly requests: number;
      readonly tokens: Readonly<Record<string, number>>;
    }
  >,
): ReadonlyMap<string, number> {
  const sums = new Map<string, { tokens: number; requests: number }>();
  for (const { requests, tokens } of causes)
    for (const [memory, mean] of Object.entries(tokens)) {
      const sum = sums.get(memory) ?? { tokens: 0, requests: 0 };
      sums.set(memory, { tokens: sum.tokens + mean * requests, requests: sum.requests + requests });
    }
  return new Map([...sums].map(([memory, { tokens, requests }]) => [memory, tokens / Math.max(1, requests)]));
}
