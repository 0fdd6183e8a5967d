import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContentScope } from '../ports.ts';
import type { PipelineCache, RememberedRun } from './pipeline-cache.ts';
import type { PipelineInputs } from './pipeline-inputs.ts';
import { pipelineKey } from './pipeline-key.ts';
import { type PipelineProgress, runSteps, type StepsEnv } from './run-steps.ts';
import { versionedStores } from './versioned-stores.ts';

/**
 * Runs the steps of a pipeline into `progress`, or takes over what they gave before when neither the definition, nor
 * what it reads of the request, nor the stores it read have changed since (A7 `cached`). Only runs that went well are
 * remembered. Resolves to whether it was taken over.
 */
export async function runRememberedSteps(
  memory: PersistentMemory,
  inputs: PipelineInputs,
  env: StepsEnv,
  progress: PipelineProgress,
): Promise<boolean> {
  const { pipelines, stores } = env.ports;
  const versionsOf = stores.contentVersions?.bind(stores);
  const key = pipelines && versionsOf && pipelineKey(memory, inputs);
  if (pipelines === undefined || versionsOf === undefined || key === undefined) {
    await runSteps(memory, inputs, env, progress);
    return false;
  }
  const known = await stillTrue(pipelines, key, versionsOf);
  if (known !== undefined) {
    if (!env.cancel.cancelled) takeOver(progress, known);
    return true;
  }
  const versioned = versionedStores(stores, versionsOf);
  const ports = { ...env.ports, stores: versioned.stores };
  await runSteps(memory, inputs, { ...env, ports }, progress);
  const { output, steps, results } = progress;
  // A note tells of more than was read by version, such as the names of all collections.
  const hasNote = steps.some(({ note }) => note !== undefined);
  if (!env.cancel.cancelled && !hasNote)
    pipelines.set(key, { output, steps, results, versions: versioned.versions });
  return false;
}

async function stillTrue(
  pipelines: PipelineCache,
  key: string,
  versionsOf: (scopes: readonly ContentScope[]) => Promise<readonly string[]>,
): Promise<RememberedRun | undefined> {
  const known = pipelines.get(key);
  if (known === undefined || known.versions.size === 0) return known;
  const now = await versionsOf([...known.versions.keys()]);
  return [...known.versions.values()].every((version, index) => version === now[index]) ? known : undefined;
}

/** The steps took no time now. */
function takeOver(progress: PipelineProgress, known: RememberedRun): void {
  progress.steps.push(...known.steps.map(step => ({ ...step, duration_ms: 0 })));
  for (const [alias, result] of known.results) progress.results.set(alias, result);
  progress.output = known.output;
}
