import { z } from 'zod';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { type ContextContract, contextContractSchema } from '../../../shared/model/context-contract.ts';
import { memorySchema, type PersistentMemory } from '../../../shared/model/memory.ts';
import { engineSchema } from '../../../shared/model/rule.ts';
import { templateNames } from '../../../shared/pipeline/template-names.ts';
import { decideContract } from '../../../shared/rules/contracts/decide-contract.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createTurns } from '../../storage/turns.ts';
import type { Needs } from '../project/call.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseMisshaped } from '../project/refuse-problems.ts';
import { createMemoryTokens } from './memory-tokens.ts';

/** What contracts come to, in their order; of engines and memories that are not given, the open project's. */
export async function checkContracts(
  { contracts, engines, memories }: Input<'contracts.check'>,
  needs: Needs<'cancel' | 'regexes' | 'compiled' | 'ports' | 'project' | 'projectIfOpen'>,
): Promise<Output<'contracts.check'>> {
  await refuseMisshaped('a contract', z.array(contextContractSchema).max(1000), contracts);
  if (engines !== undefined) await refuseMisshaped('an engine', z.array(engineSchema), engines);
  if (memories !== undefined) await refuseMisshaped('a memory type', z.array(memorySchema), memories);
  const project = engines === undefined ? await needs.project() : await needs.projectIfOpen();
  const known = project && (await knownDefinitions(project));
  const all = engines ?? known?.engines ?? [];
  const types = memories ?? known?.memories ?? [];
  const tokens = await tokensOfTexts(countedBy(contracts, types), needs, project);
  const { inOrder, actingIn } = needs.compiled;
  const ground = {
    engines: all,
    rules: inOrder(all).flatMap(engine => actingIn(engine).rules),
    memories: types,
    tokensOf: (id: string) => tokens.get(id),
  };
  const results = [];
  for (const contract of contracts) {
    const deciding = decideContract(contract, ground, needs.regexes);
    results.push({ id: contract.id, ...(await inStretches(deciding, createTurns())) });
  }
  return { results };
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
