import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { checkMemory } from '../../../../shared/model/validate-memory.ts';

/**
 * The memory up to the first step that cannot run yet, so that the steps before it keep their results while that
 * one is being filled in. Undefined when not even the first can run, or something beside the steps is wrong.
 */
export function runnablePart(memory: PersistentMemory): PersistentMemory | undefined {
  const firstBad = stepProblems(memory).findIndex(problems => problems.length > 0);
  if (firstBad < 0) return memory;
  if (firstBad === 0) return undefined;
  const pipeline = memory.retrieval.pipeline.slice(0, firstBad);
  return { ...memory, retrieval: { ...memory.retrieval, pipeline } };
}

/** Problems of each step by position, with paths from the step: `params.topK`, `alias`. */
export function stepProblems(memory: PersistentMemory): Problem[][] {
  const problems = checkMemory(memory);
  return memory.retrieval.pipeline.map((_step, index) => {
    const prefix = `retrieval.pipeline.${index}.`;
    return problems
      .filter(problem => problem.path.startsWith(prefix))
      .map(problem => ({ ...problem, path: problem.path.slice(prefix.length) }));
  });
}
