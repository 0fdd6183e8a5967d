import type { Input, Output } from '../../../shared/contract/contract.ts';
import type { ContextItem } from '../../../shared/model/assembled-context.ts';
import type { ContextContract } from '../../../shared/model/context-contract.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { templateNames } from '../../../shared/pipeline/template-names.ts';
import { decideContract } from '../../../shared/rules/contracts/decide-contract.ts';
import type { FinalGround } from '../../../shared/rules/contracts/prove-final.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createPause } from '../../storage/pause.ts';
import type { Needs } from '../project/call.ts';
import { itemPolicyOf } from '../project/config.ts';
import { valuesOf } from '../project/definition-list.ts';
import { knownDefinitions, noDefinitions } from '../project/known-definitions.ts';
import { stampEach } from '../project/overlay.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseMisshapedGiven } from '../project/refuse-problems.ts';
import { createMemoryItems } from '../rules/memory-tokens.ts';
import { checkFinal } from './check-final.ts';
import { createTriedContexts, type TriedContexts, type TryNeeds } from './tried-contexts.ts';

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
  const ground = await groundOf(input, contracts, needs, project);
  const isMeasured = contracts.some(({ after }) => after === 'budget');
  const tried = isMeasured ? await triedContexts(input, ground, needs, project) : undefined;
  const results = [];
  for (const contract of contracts) {
    const byRules = await inStretches(decideContract(contract, ground, needs.regexes), createPause());
    const isOfBudget = contract.after === 'budget';
    const verdict = isOfBudget ? await checkFinal(contract, byRules, ground, tried) : byRules;
    results.push({ id: contract.id, ...verdict });
  }
  return { results };
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

/** Undefined where the project is not trusted: nothing of it acts. */
async function triedContexts(
  { engines, memories }: Input<'contracts.check'>,
  ground: FinalGround,
  needs: TryNeeds,
  project: OpenProject | undefined,
): Promise<TriedContexts | undefined> {
  if (project?.trust.isTrusted() === false) return undefined;
  const acting = project === undefined ? noDefinitions : await knownDefinitions(project);
  const known = { ...acting, ...(engines && { engines }), ...(memories && { memories }) };
  return createTriedContexts(known, ground, needs, project);
}

async function groundOf(
  input: Input<'contracts.check'>,
  contracts: readonly ContextContract[],
  needs: TryNeeds,
  project: OpenProject | undefined,
): Promise<FinalGround> {
  const engines = input.engines ?? (await valuesOf(project?.engines)) ?? [];
  const memories = input.memories ?? (await valuesOf(project?.memories));
  const texts = await writtenTexts(measuredFor(contracts, memories ?? []), needs, project);
  const { inOrder, actingIn } = needs.compiled;
  return {
    engines,
    rules: inOrder(engines).flatMap(engine => actingIn(engine).rules),
    memories,
    tokensOf: id => texts.get(id)?.reduce((sum, { tokens }) => sum + tokens, 0),
    textsOf: id => texts.get(id)?.map(({ content }) => content),
    authority: (await itemPolicyOf(project)).authority,
  };
}

/** Memories whose texts some contract asks for: those that it counts, and all where it speaks of the final context. */
function measuredFor(
  contracts: readonly ContextContract[],
  memories: readonly PersistentMemory[],
): readonly PersistentMemory[] {
  if (contracts.some(({ after }) => after === 'budget')) return memories;
  const counted = contracts.flatMap(({ state }) => (state.kind === 'limit' ? state.of : []));
  return memories.filter(({ id, contribution: { section } }) =>
    counted.some(of =>
      'memory' in of ? of.memory === id : of.section === undefined || of.section === section,
    ),
  );
}

/** Items of memories that are texts written in them: the same in every context. */
async function writtenTexts(
  memories: readonly PersistentMemory[],
  needs: Needs<'cancel' | 'ports'>,
  project: OpenProject | undefined,
): Promise<ReadonlyMap<string, readonly ContextItem[]>> {
  // A text that stands in a memory asks nothing of the project, so that no trust is needed for it.
  const itemsOf = await createMemoryItems(needs, project?.trust.isTrusted() === false ? undefined : project);
  const texts = new Map<string, readonly ContextItem[]>();
  for (const memory of memories.filter(isText))
    texts.set(memory.id, await itemsOf(memory, { scope_variables: {} }));
  return texts;
}

const isText = ({ retrieval: { pipeline }, additional_variables: asked }: PersistentMemory): boolean =>
  asked.length === 0 && pipeline.every(step => step.type === 'static' && templateNames(step).length === 0);
