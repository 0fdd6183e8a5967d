import { useMemo } from 'react';
import type { FileProblem, Problem } from '../../shared/model/problem.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { checkMemory } from '../../shared/model/validate-memory.ts';
import { checkEngine } from '../../shared/rules/validate-rule.ts';
import { useDocuments } from './documents.ts';
import type { DocumentKind, Documents } from './history.ts';

/** Something to mend: a file that could not be read, or a part of a definition. */
export interface StudioProblem {
  readonly kind: 'file' | DocumentKind;
  /** Id of the definition, or the file's path. */
  readonly id: string;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly ruleId?: string;
}

/** Every problem of the working copy, files first. */
export function useProblems(): readonly StudioProblem[] {
  const working = useDocuments(state => state.working);
  const files = useDocuments(state => state.problems);
  return useMemo(() => [...files.map(fileProblem), ...definitionProblems(working)], [working, files]);
}

/** Problems of the definitions; unchanged ones are judged once. */
export function definitionProblems(documents: Documents): StudioProblem[] {
  const engines = Object.values(documents.engines).flatMap(engine => [
    ...remembered(engine, judgeEngine),
    ...unknownMemories(engine, documents.memories),
  ]);
  const memories = Object.values(documents.memories).flatMap(memory => remembered(memory, judgeMemory));
  return [...engines, ...memories];
}

const judged = new WeakMap<object, StudioProblem[]>();

function remembered<Definition extends object>(
  definition: Definition,
  judge: (definition: Definition) => StudioProblem[],
): StudioProblem[] {
  const known = judged.get(definition) ?? judge(definition);
  judged.set(definition, known);
  return known;
}

function judgeEngine(engine: ContextRuleEngine): StudioProblem[] {
  return checkEngine(engine).map(problem => {
    const ruleId = ruleOf(engine, problem.path);
    return { ...common('engines', engine.id, problem), ...(ruleId === undefined ? {} : { ruleId }) };
  });
}

function judgeMemory(memory: Documents['memories'][string]): StudioProblem[] {
  return checkMemory(memory).map(problem => common('memories', memory.id, problem));
}

function common(kind: DocumentKind, id: string, { code, path, message }: Problem): StudioProblem {
  const severity = code === 'null-constant' ? 'warning' : 'error';
  return { kind, id, severity, code, message, path };
}

function ruleOf(engine: ContextRuleEngine, path: string): string | undefined {
  const index = /^rules\.(\d+)/.exec(path)?.[1];
  return index === undefined ? undefined : engine.rules[Number(index)]?.id;
}

function unknownMemories(engine: ContextRuleEngine, memories: Documents['memories']): StudioProblem[] {
  return engine.rules.flatMap((rule, index) =>
    rule.then.add_memories
      .filter(id => !Object.hasOwn(memories, id))
      .map(id => ({
        kind: 'engines' as const,
        id: engine.id,
        ruleId: rule.id,
        severity: 'warning' as const,
        code: 'unknown-memory',
        path: `rules.${index}.then.add_memories`,
        message: `"${rule.name}" adds "${id}", and no memory has that id.`,
      })),
  );
}

function fileProblem(problem: FileProblem): StudioProblem {
  const { file, line, column, reason } = problem;
  return {
    kind: 'file',
    id: file,
    severity: 'error',
    code: 'unreadable-file',
    message: reason,
    file,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
