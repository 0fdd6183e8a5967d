import { z } from 'zod';
import { mostContracts } from '../../../shared/contract/contracts.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { mostTests } from '../../../shared/contract/tests.ts';
import { checkShapeInStretches } from '../../../shared/model/check-shape.ts';
import { contextContractSchema } from '../../../shared/model/context-contract.ts';
import { contextTestSchema } from '../../../shared/model/context-test.ts';
import { layoutSchema } from '../../../shared/model/layout.ts';
import { memorySchema } from '../../../shared/model/memory.ts';
import {
  firstProblems,
  type Problem,
  problemsFromIssues,
  sumUpProblems,
} from '../../../shared/model/problem.ts';
import { engineSchema } from '../../../shared/model/rule.ts';
import { sampleSchema } from '../../../shared/model/sample.ts';
import { createPause } from '../../storage/pause.ts';

/** `invalid_input` with the first problems, when there are any. `what` begins the sentence, as in "the engine". */
export function refuseProblems(what: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const errors = firstProblems(problems);
  throw new AppError('invalid_input', `${what} cannot be used: ${sumUpProblems(errors, '')}`, { errors });
}

/** The same for what a schema says; the value itself is kept as it is. */
export async function refuseMisshaped(what: string, schema: z.ZodType, value: unknown): Promise<void> {
  const checked = await checkShapeInStretches(schema, value, createPause());
  if (!checked.ok) refuseProblems(what, problemsFromIssues(checked.issues));
}

/** An update keeps the id, by which others name the definition; `instead`: how it gets another one. */
export function refuseNewId(id: string, changed: string | undefined, instead: string): void {
  if (changed !== undefined && changed !== id)
    throw new AppError('invalid_input', `"${id}" cannot become "${changed}" by an update; ${instead}`);
}

/** Lists of definitions that a call may bring, in the order in which they are judged. */
const givenLists = [
  ['engines', 'an engine', z.array(engineSchema)],
  ['memories', 'a memory type', z.array(memorySchema)],
  ['samples', 'a sample', z.array(sampleSchema)],
  ['tests', 'a test', z.array(contextTestSchema).max(mostTests)],
  ['contracts', 'a contract', z.array(contextContractSchema).max(mostContracts)],
  ['layouts', 'a layout', z.array(layoutSchema)],
] as const;
type Given = { readonly [Kind in (typeof givenLists)[number][0]]?: unknown };

/** The same for definitions that come with a call, each list under its name; what is not given is not judged. */
export async function refuseMisshapedGiven(given: Given): Promise<void> {
  for (const [kind, what, schema] of givenLists)
    if (given[kind] !== undefined) await refuseMisshaped(what, schema, given[kind]);
}
