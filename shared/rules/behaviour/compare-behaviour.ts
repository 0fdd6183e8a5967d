import { unreachable } from '../../contract/errors.ts';
import type {
  BehaviourChange,
  BehaviourDifference,
  SampleFlip,
  StructureDifference,
} from '../../model/behaviour-difference.ts';
import { hasShape } from '../../model/check-shape.ts';
import { compareCodeUnits } from '../../model/compare-code-units.ts';
import { type ContextRequest, requestSchema } from '../../model/request.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import type { Sample } from '../../model/sample.ts';
import { mapInSteps } from '../../stretches.ts';
import type { CompiledEngines } from '../compiled/compiled-engines.ts';
import { buildLookup } from '../evaluation/build-lookup.ts';
import { evaluateRules } from '../evaluation/evaluate-rules.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { placedRules } from '../testing/rule-case.ts';
import { listedNames } from './behaviour-words.ts';
import { type ComparedDefinitions, compareDefinitions } from './compare-definitions.ts';
import { type BehaviourVerdict, decideBehaviour } from './decide-behaviour.ts';

export interface CompareOptions {
  readonly regexes: RegexCache;
  /** Compiled forms of engines; the result is the same, sooner. */
  readonly compiled?: CompiledEngines;
  /** Rules that fire otherwise are a difference too, whatever they add. */
  readonly fired?: boolean;
}

/** So many samples that change are told one by one; all are counted. */
export const mostFlips = 200;

/**
 * What changes in behaviour between two states: samples that get other memories, else a new request that does, else that
 * there is none, else why that is open; and the structure. Stops again and again.
 */
export function* compareBehaviour(
  before: ComparedDefinitions,
  after: ComparedDefinitions,
  samples: readonly Sample[],
  options: CompareOptions,
): Generator<void, BehaviourDifference> {
  const structure = yield* compareDefinitions(before, after);
  // What is defined in one state only, rules of the other add in vain. What is defined in neither counts by its name.
  const only = (change: 'added' | 'removed') =>
    new Set(structure.memories.filter(memory => memory.change === change).map(({ id }) => id));
  const left = yield* withoutMemories(before.engines, only('added'));
  const right = yield* withoutMemories(after.engines, only('removed'));
  const change = (request: ContextRequest) => changeOf(request, left, right, options);
  const { tried, skipped, flips } = yield* flippedSamples(samples, change);
  const counts = { samples: tried, flipped: flips.length, skipped };
  const told = { ...counts, flips: flips.slice(0, mostFlips), structure };
  if (flips.length > 0)
    return { answer: 'different', reason: `${flips.length} of ${tried} samples change`, ...told };
  const verdict = yield* decideBehaviour(
    placedRules(left),
    placedRules(right),
    options.regexes,
    options.fired,
  );
  if (verdict.answer === 'equivalent')
    return { answer: 'equivalent', reason: sameWords(changedOf(structure, right), options), ...told };
  return { ...(yield* answerOf(verdict, change)), ...told };
}

function* withoutMemories(
  engines: readonly ContextRuleEngine[],
  ids: ReadonlySet<string>,
): Generator<void, readonly ContextRuleEngine[]> {
  const isIn = (id: string) => ids.has(id);
  return yield* mapInSteps(engines, engine => {
    if (!engine.rules.some(({ then }) => then.add_memories.some(isIn))) return engine;
    const rules = engine.rules.map(rule => {
      const add_memories = rule.then.add_memories.filter(id => !isIn(id));
      return { ...rule, then: { ...rule.then, add_memories } };
    });
    return { ...engine, rules };
  });
}

/** Memories that rules add and that are otherwise themselves: in what they bring, or where it stands. */
function changedOf({ memories }: StructureDifference, engines: readonly ContextRuleEngine[]): string[] {
  const changed = memories.filter(
    ({ change, fields }) => change === 'changed' && fields.some(field => !namings.includes(field)),
  );
  if (changed.length === 0) return [];
  const added = new Set(placedRules(engines).flatMap(({ rule }) => rule.then.add_memories));
  return changed.map(({ id }) => id).filter(id => added.has(id));
}

/** What changes nothing of a context. */
const namings: readonly string[] = ['label', 'description', 'version'];

function sameWords(changed: readonly string[], { fired }: CompareOptions): string {
  const rules = fired === true ? ', by the same rules' : '';
  if (changed.length === 0) return `every request gets the same memories in the same order${rules}`;
  const names = listedNames(changed, name => `"${name}"`);
  return `rules add the same memories in the same order to every request${rules}; changed themselves are ${names}`;
}

/** Two engines as two states of one, whether they are enabled or not; samples ask them whatever engines they name. */
export function asOneEngine(
  before: ContextRuleEngine,
  after: ContextRuleEngine,
): readonly [before: ComparedDefinitions, after: ComparedDefinitions] {
  const stateOf = (engine: ContextRuleEngine) => ({
    engines: [{ ...engine, id: before.id, enabled: true }],
    memories: [],
  });
  return [stateOf(before), stateOf(after)];
}

/** The sample without a choice of engines. */
export function ofAnyEngine(sample: Sample): Sample {
  const { rule_engine_ids: _named, ...request } = sample.request;
  return { ...sample, request };
}

type ChangeOf = (request: ContextRequest) => Generator<void, BehaviourChange | undefined>;

function* flippedSamples(samples: readonly Sample[], change: ChangeOf) {
  const flips: SampleFlip[] = [];
  let tried = 0;
  for (const { id, name, request } of samples) {
    yield;
    if (!hasShape(requestSchema, request) || buildLookup(request).problems.length > 0) continue;
    tried += 1;
    const found = yield* change(request);
    if (found) flips.push({ sample_id: id, name, ...found });
  }
  flips.sort((left, right) => compareCodeUnits(left.name, right.name));
  return { tried, skipped: samples.length - tried, flips };
}

function* answerOf(
  verdict: Exclude<BehaviourVerdict, { readonly answer: 'equivalent' }>,
  change: ChangeOf,
): Generator<void, Pick<BehaviourDifference, 'answer' | 'reason' | 'witness'>> {
  switch (verdict.answer) {
    case 'different': {
      const found = yield* change(verdict.witness);
      const witness = { gained: [], lost: [], reordered: false, ...found, request: verdict.witness };
      return { answer: 'different', reason: 'no sample changes, but a request does', witness };
    }
    case 'open':
      return { answer: 'open', reason: verdict.reason };
    default:
      return unreachable(verdict);
  }
}

/** What a request gets otherwise; undefined where nothing. */
function* changeOf(
  request: ContextRequest,
  before: readonly ContextRuleEngine[],
  after: readonly ContextRuleEngine[],
  options: CompareOptions,
): Generator<void, BehaviourChange | undefined> {
  const left = evaluateRules(request, before, options);
  yield;
  const right = evaluateRules(request, after, options);
  const added = differenceOf(left.matchedMemories, right.matchedMemories);
  const fired = options.fired === true ? differenceOf(firedIn(left), firedIn(right)) : undefined;
  if (!hasMembers(added) && !added.reordered && !(fired && hasMembers(fired))) return undefined;
  return { ...added, ...(fired && { now_fires: fired.gained, no_longer_fires: fired.lost }) };
}

const hasMembers = ({ gained, lost }: Pick<BehaviourChange, 'gained' | 'lost'>): boolean =>
  gained.length + lost.length > 0;

const firedIn = ({ engineResults }: ReturnType<typeof evaluateRules>): string[] =>
  engineResults.flatMap(({ engine_id, matched_rules }) =>
    matched_rules.map(({ rule_id }) => `${engine_id}/${rule_id}`),
  );

function differenceOf(before: readonly string[], after: readonly string[]) {
  const [had, has] = [new Set(before), new Set(after)];
  const kept = after.filter(id => had.has(id));
  return {
    gained: after.filter(id => !had.has(id)),
    lost: before.filter(id => !has.has(id)),
    reordered: before.filter(id => has.has(id)).some((id, at) => id !== kept[at]),
  };
}
