import { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import { type CheckedShape, checkShape } from '../../../shared/model/check-shape.ts';
import { type MemoryDraft, memoryDraftSchema, type PersistentMemory } from '../../../shared/model/memory.ts';
import {
  firstProblems,
  type Problem,
  problemsFromIssues,
  sumUpProblems,
} from '../../../shared/model/problem.ts';
import { redactionModes } from '../../../shared/model/redaction-mode.ts';
import { type ContextRuleEngine, type EngineDraft, engineDraftSchema } from '../../../shared/model/rule.ts';
import { checkMemory } from '../../../shared/model/validate-memory.ts';
import { completeMemory } from '../../services/memories/complete-memory.ts';
import { completeEngine } from '../../services/rules/complete-engine.ts';
import { checkObject } from '../check-given.ts';
import type { DefinitionSource, GivenDefinitions } from '../weft-types.ts';
import type { Acting, ActingSource } from './acting-source.ts';

/** Definitions of the program itself. They are copied, so that changing the given ones changes nothing here. */
export function givenSource(given: GivenDefinitions): ActingSource {
  return { read: async () => judgeDefinitions(given), follow: async () => {}, close: async () => {} };
}

/** Definitions of any place that the program knows how to read. */
export function programSource({ source }: DefinitionSource): ActingSource {
  checkObject('source', source, '; give one with read()');
  if (typeof source.read !== 'function')
    throw new AppError('invalid_input', 'source.read: must be a function that gives engines and memories');
  const state: { stop?: (() => void) | undefined } = {};
  return {
    read: async () => judgeDefinitions(await source.read()),
    follow: async onTouched => {
      state.stop = source.subscribe?.(onTouched);
    },
    close: async () => state.stop?.(),
  };
}

const givenSchema = z.object({
  engines: z.array(engineDraftSchema),
  memories: z.array(memoryDraftSchema),
  redaction: z.enum(redactionModes).optional(),
});

/** `invalid_input` with what is wrong where they are none that can act: nobody has looked at them before. */
export function judgeDefinitions(given: GivenDefinitions): Acting {
  const checked: CheckedShape<unknown> = checkShape(givenSchema, given);
  if (!checked.ok) throw refused(problemsFromIssues(checked.issues));
  const { redaction = 'pattern_only' } = given;
  const drafts = copied(given);
  const engines = completed<EngineDraft, ContextRuleEngine>(drafts.engines, completeEngine);
  const memories = completed<MemoryDraft, PersistentMemory>(drafts.memories, completeMemory);
  const problems = [
    ...twice('engines', engines),
    ...twice('memories', memories),
    ...brokenMemories(memories),
  ];
  if (problems.length > 0) throw refused(problems);
  return { engines, memories, redaction, problems: [] };
}

function copied({ engines, memories }: GivenDefinitions): Pick<GivenDefinitions, 'engines' | 'memories'> {
  try {
    return structuredClone({ engines, memories });
  } catch {
    throw new AppError(
      'invalid_input',
      'the definitions cannot be used: they hold a function, or what is no JSON',
    );
  }
}

/** One after the other, so that two of one name get two ids. */
function completed<Draft, Whole extends { readonly id: string }>(
  drafts: readonly Draft[],
  complete: (draft: Draft, takenIds: Iterable<string>) => Whole,
): Whole[] {
  const taken = new Set<string>();
  return drafts.map(draft => {
    const whole = complete(draft, taken);
    taken.add(whole.id);
    return whole;
  });
}

function refused(problems: readonly Problem[]): AppError {
  const errors = firstProblems(problems);
  const message = `the definitions cannot be used: ${sumUpProblems(errors, '')}`;
  return new AppError('invalid_input', message, { errors });
}

function twice(list: 'engines' | 'memories', definitions: readonly { readonly id: string }[]): Problem[] {
  const seen = new Set<string>();
  return definitions.flatMap(({ id }, index) => {
    if (seen.size < seen.add(id.toLowerCase()).size) return [];
    const path = `${list}.${index}.id`;
    return [{ code: 'duplicate_id', path, message: `${path}: "${id}" is given twice` }];
  });
}

const brokenMemories = (memories: readonly PersistentMemory[]): Problem[] =>
  memories.flatMap((memory, index) =>
    checkMemory(memory).map(problem => {
      const path = `memories.${index}.${problem.path}`;
      return { ...problem, path, message: `${path}: ${problem.message}` };
    }),
  );
