import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { checkMemory } from '../../../../shared/model/validate-memory.ts';

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
