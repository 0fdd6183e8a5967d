import { z } from 'zod';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { type ContextContract, contextContractSchema } from '../../../shared/model/context-contract.ts';
import { memorySchema, type PersistentMemory } from '../../../shared/model/memory.ts';
import { engineSchema } from '../../../shared/model/rule.ts';
import { templateNames } from '../../../shared/pipeline/template-names.ts';
import { decideContract } from '../../../shared/rules/contracts/decide-contract.ts';
import type { ContractGround } from '../../../shared/rules/contracts/find-request.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createTurns } from '../../storage/turns.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseMisshaped } from '../project/refuse-problems.ts';
import { createMemoryTokens } from '../rules/memory-tokens.ts';

type CheckNeeds = Needs<'cancel' | 'regexes' | 'compiled' | 'ports' | 'project' | 'projectIfOpen'>;

/**
 * What contracts come to, in their order; what is not given is of the open project. Nothing acts for it: it is said of
 * definitions as they are written, whether they are trusted or not.
 */
export async function checkContracts(
  input: Input<'contracts.check'>,
  needs: CheckNeeds,
): Promise<Output<'contracts.check'>> {
  await refuseMisshapedInput(input);
  const isWhole = input.contracts !== undefined && input.engines !== undefined;
  const project = isWhole ? await needs.projectIfOpen() : await needs.project();
  const contracts = input.contracts ?? (await valuesOf(project?.contracts)) ?? [];
  const ground = await groundOf(input, contracts, needs, project);
  const results = [];
  for (const contract of contracts) {
    const deciding = decideContract(contract, ground, needs.regexes);
    results.push({ id: contract.id, ...(await inStretches(deciding, createTurns())) });
  }
  return { results };
}

async function refuseMisshapedInput({
  contracts,
  engines,
  memories,
}: Input<'contracts.check'>): Promise<void> {
  if (contracts !== undefined)
    await refuseMisshaped('a contract', z.array(contextContractSchema).max(1000), contracts);
  if (engines !== undefined) await refuseMisshaped('an engine', z.array(engineSchema), engines);
  if (memories !== undefined) await refuseMisshaped('a memory type', z.array(memorySchema), memories);
}

async function valuesOf<Value>(
  store: { list(): Promise<{ readonly definitions: readonly { readonly value: Value }[] }> } | undefined,
): Promise<Value[] | undefined> {
  return store && (await store.list()).definitions.map(({ value }) => value);
}

async function groundOf(
  input: Input<'contracts.check'>,
  contracts: readonly ContextContract[],
  needs: CheckNeeds,
  project: OpenProject | undefined,
): Promise<ContractGround> {
  const engines = input.engines ?? (await valuesOf(project?.engines)) ?? [];
  const memories = input.memories ?? (await valuesOf(project?.memories));
  const tokens = await tokensOfTexts(countedBy(contracts, memories ?? []), needs, project);
  const { inOrder, actingIn } = needs.compiled;
  return {
    engines,
    rules: inOrder(engines).flatMap(engine => actingIn(engine).rules),
    memories,
    tokensOf: id => tokens.get(id),
  };
}

/** Memories that some contract counts the tokens of. */
function countedBy(
  contracts: readonly ContextContract[],
  memories: readonly PersistentMemory[],
): PersistentMemory[] {
  const [ids, sections] = [new Set<string>(), new Set<string>()];
  for (const { state } of contracts) {
    if (state.kind !== 'limit') continue;
    if ('memory' in state.of) ids.add(state.of.memory);
    else sections.add(state.of.section);
  }
  return memories.filter(({ id, contribution }) => ids.has(id) || sections.has(contribution.section));
}

/** Tokens of memories that are texts written in them: the same in every context. */
async function tokensOfTexts(
  memories: readonly PersistentMemory[],
  needs: Needs<'cancel' | 'ports'>,
  project: OpenProject | undefined,
): Promise<ReadonlyMap<string, number>> {
  const tokensOf = await createMemoryTokens(needs, project);
  const tokens = new Map<string, number>();
  for (const memory of memories.filter(isText))
    tokens.set(memory.id, await tokensOf(memory, { scope_variables: {} }));
  return tokens;
}

const isText = ({ retrieval: { pipeline }, additional_variables: asked }: PersistentMemory): boolean =>
  asked.length === 0 && pipeline.every(step => step.type === 'static' && templateNames(step).length === 0);
