import { asRequest } from '../../../shared/model/as-request.ts';
import { hasShape } from '../../../shared/model/check-shape.ts';
import type { ContextContract, ContractVerdict } from '../../../shared/model/context-contract.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';
import { type Constraints, type ContextRequest, requestSchema } from '../../../shared/model/request.ts';
import type { Condition, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { type FinalContext, finalContext } from '../../../shared/rules/contracts/final-context.ts';
import { findRequest } from '../../../shared/rules/contracts/find-request.ts';
import type { FinalGround } from '../../../shared/rules/contracts/prove-final.ts';
import { buildLookup } from '../../../shared/rules/evaluation/build-lookup.ts';
import { allHold } from '../../../shared/rules/evaluation/test-condition.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createPause } from '../../storage/pause.ts';
import { assembleQuietly, type QuietNeeds } from '../project/assemble-quietly.ts';
import type { Needs } from '../project/call.ts';
import { itemPolicyOf } from '../project/config.ts';
import type { KnownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';
import { eachRecording, recordedCauses } from '../recordings/replay-recordings.ts';

export type TryNeeds = QuietNeeds & Needs<'world' | 'regexes' | 'project' | 'projectIfOpen'>;

/** So many requests are taken of each kind, and so many contexts are assembled for one call. */
const most = { samples: 100, recordings: 100, made: 24, limits: 6, contexts: 500 } as const;

/** Contexts of requests that contracts are held against, each assembled once. */
export interface TriedContexts {
  /** Requests that a contract speaks of: samples, recordings, and those that its rules ask for, with the limits that samples have. */
  requestsOf(contract: ContextContract, byRules: ContractVerdict): Promise<readonly ContextRequest[]>;
  /** What a request comes to; undefined where it cannot be assembled, or something failed on the way, or there are too many. */
  contextOf(
    request: ContextRequest,
    engines?: readonly ContextRuleEngine[],
  ): Promise<FinalContext | undefined>;
}

/** Why nothing may be assembled. */
export interface Untried {
  readonly why: string;
}

export async function createTriedContexts(
  known: KnownDefinitions,
  ground: FinalGround,
  needs: TryNeeds,
  project: OpenProject | undefined,
): Promise<TriedContexts> {
  const came = project === undefined ? [] : await requestsThatCame(needs, project);
  const limits = distinct(came.map(({ constraints }) => constraints ?? {})).slice(0, most.limits);
  const policy = await itemPolicyOf(project);
  const contexts = new Map<string, FinalContext | undefined>();
  return {
    async requestsOf({ when = [], state }, byRules) {
      const meant = came.filter(request => speaksOf(request, when, needs));
      const made = await requestsMade(state, when, ground, needs);
      const all = byRules.witness === undefined ? made : [byRules.witness, ...made];
      return [...meant, ...all.flatMap(request => withLimits(request, limits))];
    },
    async contextOf(request, engines = known.engines) {
      const key = JSON.stringify([request, engines === known.engines ? null : engines.map(({ id }) => id)]);
      if (contexts.has(key)) return contexts.get(key);
      if (contexts.size >= most.contexts || needs.cancel.cancelled) return undefined;
      const context = await assembled({ ...known, engines, request, ...policy }, needs, project);
      contexts.set(key, context);
      return context;
    },
  };
}

async function assembled(
  input: Parameters<typeof assembleQuietly>[0],
  needs: TryNeeds,
  project: OpenProject | undefined,
): Promise<FinalContext | undefined> {
  try {
    const result = await assembleQuietly(input, needs, project);
    return result.meta.degraded ? undefined : finalContext(result);
  } catch {
    // A request that cannot be assembled says so where it is shown; it is no context.
    return undefined;
  }
}

/** Samples and recordings that are requests of the kind that contracts speak of. */
async function requestsThatCame(needs: TryNeeds, project: OpenProject): Promise<ContextRequest[]> {
  const { definitions } = await project.samples.list();
  const samples = definitions.map(({ value }) => value.request).slice(0, most.samples);
  const recorded: unknown[] = [];
  await eachRecording(needs, project, await recordedCauses(needs, project), ({ request }) => {
    recorded.push(request);
    return recorded.length < most.recordings ? undefined : 'enough';
  });
  return distinct([...samples, ...recorded])
    .filter(request => hasShape(requestSchema, request))
    .filter(
      ({ explicit_memory, rule_engine_ids }) => !explicit_memory?.length && rule_engine_ids === undefined,
    );
}

function speaksOf(
  request: ContextRequest,
  when: readonly Condition[],
  { regexes }: Needs<'regexes'>,
): boolean {
  const { variables, problems } = buildLookup(request);
  return problems.length === 0 && allHold(when, variables, regexes);
}

/** The smallest requests in which rules add what a statement names, each of it and all together, or in which its conditions hold. */
async function requestsMade(
  state: ContextContract['state'],
  when: readonly Condition[],
  { rules }: FinalGround,
  needs: TryNeeds,
): Promise<ContextRequest[]> {
  const adding = (id: string) => rules.filter(rule => rule.then.add_memories.includes(id));
  const [first = [], second = []] = namedIn(state).map(adding);
  const pairs = first.flatMap(one => second.map(other => [...one.when, ...other.when]));
  const alone = [...first, ...second].map(rule => rule.when);
  const found: ContextRequest[] = [];
  for (const holding of [[], ...pairs.slice(0, most.made), ...alone.slice(0, most.made)]) {
    const asked = { holding: [...when, ...holding], silent: [] };
    const one = await inStretches(findRequest(asked, needs.regexes), createPause());
    if (one.kind === 'found') found.push(one.request);
  }
  return distinct(found);
}

function namedIn(state: ContextContract['state']): string[] {
  if ('of' in state) return 'memory' in state.of ? [state.of.memory] : [];
  if (!('memory' in state)) return [];
  return [state.memory, ...('other' in state && state.other !== undefined ? [state.other] : [])];
}

const withLimits = (request: ContextRequest, limits: readonly Constraints[]): ContextRequest[] => [
  request,
  ...limits
    .filter(limit => Object.keys(limit).length > 0)
    .map(constraints => asRequest({ ...request, constraints })),
];

const distinct = <Value>(values: readonly Value[]): Value[] =>
  values.filter((value, index) => values.findIndex(other => isJsonEqual(other, value)) === index);
