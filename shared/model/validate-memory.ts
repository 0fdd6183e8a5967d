import { z } from 'zod';
import { checkPipeline } from '../pipeline/check-pipeline.ts';
import { refuseCode } from '../pipeline/code-refusal.ts';
import { checkShape } from './check-shape.ts';
import { isJsonObject } from './json.ts';
import { memorySchema, type PersistentMemory, stepSchema } from './memory.ts';
import { type Problem, problemsFromIssues } from './problem.ts';

/**
 * All problems of a memory: code in it (`code_refused`), its shape, names declared twice
 * (`duplicate_variable`), and what is wrong with its steps (`checkPipeline`). Paths start at the memory.
 */
export function checkMemory(value: unknown): Problem[] {
  const parsed = checkShape(memorySchema, value);
  return withCodeFirst(value, parsed.ok ? checkContent(parsed.value) : misshaped(value, parsed.issues));
}

/** Problems of a memory that is not complete, such as a draft or a change: code in it, and its shape by `schema`. */
export function checkPartOfMemory(value: unknown, schema: z.ZodType): Problem[] {
  const parsed = checkShape(schema, value);
  return withCodeFirst(value, parsed.ok ? [] : misshaped(value, parsed.issues));
}

/** What a wrong shape elsewhere must not hide: parameters of steps that have theirs. */
const stepsSchema = z.array(stepSchema);

function misshaped(value: unknown, issues: readonly z.core.$ZodIssue[]): Problem[] {
  const steps = checkShape(stepsSchema, rawSteps(value));
  return [...problemsFromIssues(issues), ...(steps.ok ? checkPipeline(steps.value) : [])];
}

/** The same place is not complained about twice: "would run code" says more than "unknown". */
function withCodeFirst(value: unknown, found: readonly Problem[]): Problem[] {
  const refused = rawSteps(value).flatMap((step, index) => refuseCode(step, `retrieval.pipeline.${index}`));
  const paths = new Set(refused.map(problem => problem.path));
  return [...refused, ...found.filter(problem => !paths.has(problem.path))];
}

function rawSteps(value: unknown): readonly unknown[] {
  const retrieval = isJsonObject(value) ? value.retrieval : undefined;
  const pipeline = isJsonObject(retrieval) ? retrieval.pipeline : undefined;
  return Array.isArray(pipeline) ? pipeline : [];
}

function checkContent(memory: PersistentMemory): Problem[] {
  return [...duplicateNames(memory), ...checkPipeline(memory.retrieval.pipeline)];
}

function duplicateNames(memory: PersistentMemory): Problem[] {
  const seen = new Set<string>();
  return memory.additional_variables.flatMap(({ name }, index) => {
    if (seen.size < seen.add(name).size) return [];
    const path = `additional_variables.${index}.name`;
    return [{ code: 'duplicate_variable', path, message: `"${name}" is declared twice` }];
  });
}
