import type { Input, Output } from '../../../shared/contract/contract.ts';
import type { ContextContract, ContractVerdict } from '../../../shared/model/context-contract.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { type Estimator, estimators } from '../../../shared/model/request.ts';
import { decideContract } from '../../../shared/rules/contracts/decide-contract.ts';
import { addedMemories, type FinalGround } from '../../../shared/rules/contracts/prove-final.ts';
import { isWithheld, noUnreadable } from '../../../shared/rules/evaluation/unknown-words.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createPause } from '../../storage/pause.ts';
import type { Needs } from '../project/call.ts';
import { itemPolicyOf } from '../project/config.ts';
import { valuesOf } from '../project/definition-list.ts';
import { knownDefinitions, noDefinitions } from '../project/known-definitions.ts';
import { stampEach } from '../project/overlay.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseMisshapedGiven } from '../project/refuse-problems.ts';
import { checkFinal } from './check-final.ts';
import { createTriedContexts, type TriedContexts, type TryNeeds, type Untried } from './tried-contexts.ts';
import { createWrittenTexts, type WrittenTexts } from './written-texts.ts';

/**
 * What contracts come to, in their order; what is not given is of the open project. Of what rules add it is said of
 * definitions as they are written, whether they are trusted or not; what is assembled for the final context has to be.
 */
export async function checkContracts(
  given: Input<'contracts.check'>,
  needs: TryNeeds & Needs<'caller'>,
): Promise<Output<'contracts.check'>> {
  await refuseMisshapedGiven(given);
  const isWhole = given.contracts !== undefined && given.engines !== undefined;
  const project = isWhole ? await needs.projectIfOpen() : await needs.project();
  const input = await asGiven(given, needs, project);
  const contracts = input.contracts ?? (await valuesOf(project?.contracts)) ?? [];
  const { ground, texts } = await groundOf(input, contracts, needs, project);
  const isMeasured = contracts.some(({ after }) => after === 'budget');
  const tried = isMeasured ? await triedContexts(input, ground, needs, project) : undefined;
  const results = [];
  for (const contract of contracts) {
    const byRules = await decideByRules(contract, ground, texts, needs);
    const isOfBudget = contract.after === 'budget';
    if (isOfBudget && byRules.answer === 'proved') await texts.count(pinnedOf(contract, ground));
    const verdict = isOfBudget && tried ? await checkFinal(contract, byRules, ground, tried) : byRules;
    results.push({ id: contract.id, ...verdict });
  }
  return { results };
}

/** What the estimator says that takes no vocabulary is looked at first: where that breaks a limit, no other is needed. */
async function decideByRules(
  contract: ContextContract,
  ground: FinalGround,
  texts: WrittenTexts,
  { regexes }: Needs<'regexes'>,
): Promise<ContractVerdict> {
  const decide = (estimators: readonly Estimator[]) =>
    inStretches(decideContract(contract, { ...ground, estimators }, regexes), createPause());
  const first = await decide(['chars4']);
  if (contract.state.kind !== 'limit' || first.answer !== 'proved') return first;
  await texts.count(addedMemories(ground).filter(memory => isMeasured(contract, memory)));
  return decide(estimators);
}

/** Memories whose tokens decide whether what a statement names is cut. */
function pinnedOf({ state: { kind } }: ContextContract, ground: FinalGround): PersistentMemory[] {
  if (kind !== 'always' && kind !== 'implies' && kind !== 'together') return [];
  return addedMemories(ground).filter(({ contribution }) => contribution.required === true);
}

/** What an agent gives is believed as if it had saved it. */
async function asGiven(
  given: Input<'contracts.check'>,
  { caller }: Needs<'caller'>,
  project: OpenProject | undefined,
): Promise<Input<'contracts.check'>> {
  if (given.memories === undefined) return given;
  return { ...given, memories: stampEach(caller, given.memories, (await valuesOf(project?.memories)) ?? []) };
}

/**
 * Nothing is tried where the project is not trusted, nor where some of the definitions in question are withheld: contexts
 * without them would say of the rules as they are written what is not so.
 */
async function triedContexts(
  { engines, memories }: Input<'contracts.check'>,
  ground: FinalGround,
  needs: TryNeeds,
  project: OpenProject | undefined,
): Promise<TriedContexts | Untried> {
  if (project?.trust.isTrusted() === false)
    return { why: 'nothing of a project that is not trusted is assembled' };
  const acting = project === undefined ? noDefinitions : await knownDefinitions(project);
  const unreadable = acting.unreadable ?? noUnreadable;
  const used = [...(engines ? [] : unreadable.engines), ...(memories ? [] : unreadable.memories)];
  if (used.some(isWithheld))
    return { why: 'nothing is assembled while engines or memories are withheld until you confirm them' };
  const known = { ...acting, ...(engines && { engines }), ...(memories && { memories }) };
  return createTriedContexts(known, ground, needs, project);
}

async function groundOf(
  input: Input<'contracts.check'>,
  contracts: readonly ContextContract[],
  needs: TryNeeds,
  project: OpenProject | undefined,
): Promise<{ readonly ground: FinalGround; readonly texts: WrittenTexts }> {
  const engines = input.engines ?? (await valuesOf(project?.engines)) ?? [];
  const memories = input.memories ?? (await valuesOf(project?.memories));
  const texts = await createWrittenTexts(measuredFor(contracts, memories ?? []), needs, project);
  const { inOrder, actingIn } = needs.compiled;
  const ground = {
    engines,
    rules: inOrder(engines).flatMap(engine => actingIn(engine).rules),
    memories,
    ...texts,
    authority: (await itemPolicyOf(project)).authority,
  };
  return { ground, texts };
}

/** Memories whose texts some contract asks for: those that it counts, and all where it speaks of the final context. */
function measuredFor(
  contracts: readonly ContextContract[],
  memories: readonly PersistentMemory[],
): readonly PersistentMemory[] {
  if (contracts.some(({ after }) => after === 'budget')) return memories;
  return memories.filter(memory => contracts.some(contract => isMeasured(contract, memory)));
}

/** Whether a contract may count what a memory brings. */
function isMeasured(
  { state }: ContextContract,
  { id, contribution: { section } }: PersistentMemory,
): boolean {
  if (state.kind !== 'limit') return false;
  const { of } = state;
  return 'memory' in of ? of.memory === id : of.section === undefined || of.section === section;
}
