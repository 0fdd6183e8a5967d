import { unreachable } from '../../contract/errors.ts';
import type { BehaviourChange, BehaviourDifference, SampleFlip } from '../../model/behaviour-difference.ts';
import { hasShape } from '../../model/check-shape.ts';
import { compareCodeUnits } from '../../model/compare-code-units.ts';
import { type ContextRequest, requestSchema } from '../../model/request.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import type { Sample } from '../../model/sample.ts';
import type { CompiledEngines } from '../compiled/compiled-engines.ts';
import { buildLookup } from '../evaluation/build-lookup.ts';
import { evaluateRules } from '../evaluation/evaluate-rules.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { placedRules } from '../testing/rule-case.ts';
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
  const change = (request: ContextRequest) => changeOf(request, before.engines, after.engines, options);
  const { tried, skipped, flips } = yield* flippedSamples(samples, change);
  const counts = { samples: tried, flipped: flips.length, skipped };
  const told = { ...counts, flips: flips.slice(0, mostFlips), structure };
  if (flips.length > 0)
    return { answer: 'different', reason: `${flips.length} of ${tried} samples change`, ...told };
  const verdict = yield* decideBehaviour(
    placedRules(before.engines),
    placedRules(after.engines),
    options.regexes,
    options.fired,
  );
  return { ...(yield* answerOf(verdict, options.fired === true, change)), ...told };
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
  verdict: BehaviourVerdict,
  isFired: boolean,
  change: ChangeOf,
): Generator<void, Pick<BehaviourDifference, 'answer' | 'reason' | 'witness'>> {
  switch (verdict.answer) {
    case 'equivalent':
      return {
        answer: 'equivalent',
        reason: `every request gets the same memories in the same order${isFired ? ', by the same rules' : ''}`,
      };
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
