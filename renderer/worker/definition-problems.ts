import type { Finding } from '../../shared/model/finding.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { Problem } from '../../shared/model/problem.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { bySeverity } from '../../shared/model/severity.ts';
import { checkMemory } from '../../shared/model/validate-memory.ts';
import { checkEngine } from '../../shared/rules/validate-rule.ts';
import { problemOfFinding } from './problem-of-finding.ts';
import type { DefinitionProblem } from './protocol.ts';

/** Problems of definitions; remembers those of objects that it has judged. */
export function createProblemFinder() {
  const judgedEngines = new WeakMap<object, readonly DefinitionProblem[]>();
  const judgedMemories = new WeakMap<object, readonly DefinitionProblem[]>();
  return {
    /** What is wrong by itself, and what analysis found, and others; what both first say is said once, by the finding. */
    problems(
      engines: readonly ContextRuleEngine[],
      memories: ReadonlyMap<string, PersistentMemory>,
      findings: readonly Finding[],
      others: readonly DefinitionProblem[],
    ): DefinitionProblem[] {
      const found = findings.map(problemOfFinding);
      const said = new Set(found.flatMap(keysOf));
      const plain = [
        ...engines.flatMap(engine => [
          ...remembered(judgedEngines, engine, judgeEngine),
          ...unknownMemories(engine, memories),
        ]),
        ...[...memories.values()].flatMap(memory => remembered(judgedMemories, memory, judgeMemory)),
      ];
      const rest = plain.filter(problem => !keysOf(problem).some(key => said.has(key)));
      return [...rest, ...found, ...others].toSorted(bySeverity);
    },
  };
}

function remembered<Definition extends object>(
  known: WeakMap<object, readonly DefinitionProblem[]>,
  definition: Definition,
  judge: (definition: Definition) => DefinitionProblem[],
): readonly DefinitionProblem[] {
  const problems = known.get(definition) ?? judge(definition);
  known.set(definition, problems);
  return problems;
}

/** Two problems with a key in common say the same. */
function keysOf({ id, ruleId, code, condition, memories }: DefinitionProblem): string[] {
  const about = memories ?? [''];
  return about.map(memory => JSON.stringify([id, ruleId, code, condition, memory]));
}

function judgeEngine(engine: ContextRuleEngine): DefinitionProblem[] {
  return checkEngine(engine).map(problem => {
    const [, rule, , condition] = /^rules\.(\d+)(\.when\.(\d+))?/.exec(problem.path) ?? [];
    const ruleId = rule === undefined ? undefined : engine.rules[Number(rule)]?.id;
    return {
      kind: 'engines',
      id: engine.id,
      ...plainProblem(problem),
      ...(ruleId === undefined ? {} : { ruleId, rules: [{ engine_id: engine.id, rule_id: ruleId }] }),
      ...(condition === undefined ? {} : { condition: Number(condition) }),
    };
  });
}

function judgeMemory(memory: PersistentMemory): DefinitionProblem[] {
  return checkMemory(memory).map(problem => ({ kind: 'memories', id: memory.id, ...plainProblem(problem) }));
}

/** Codes are written as those of findings, which say the same of rules that are on. */
function plainProblem({
  code,
  path,
  message,
}: Problem): Pick<DefinitionProblem, 'code' | 'severity' | 'path' | 'message'> {
  const written = code.replaceAll('_', '-');
  return { code: written, severity: written === 'null-constant' ? 'warning' : 'error', path, message };
}

/** Also of rules that are muted: they are meant to be used again. */
function unknownMemories(
  engine: ContextRuleEngine,
  memories: ReadonlyMap<string, PersistentMemory>,
): DefinitionProblem[] {
  return engine.rules.flatMap((rule, index) =>
    rule.then.add_memories
      .filter(id => !memories.has(id))
      .map(id => ({
        kind: 'engines' as const,
        id: engine.id,
        ruleId: rule.id,
        rules: [{ engine_id: engine.id, rule_id: rule.id }],
        severity: 'warning' as const,
        code: 'unknown-memory',
        path: `rules.${index}.then.add_memories`,
        message: `"${rule.name}" adds "${id}", and no memory has that id.`,
        memories: [id],
      })),
  );
}
