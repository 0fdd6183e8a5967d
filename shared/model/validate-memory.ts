import { refuseCode } from '../pipeline/code-refusal.ts';
import { stepAlias } from '../pipeline/step-alias.ts';
import { checkStepParams, stepSpec } from '../pipeline/step-specs.ts';
import { compilePattern } from '../rules/compile-pattern.ts';
import { isJsonObject } from './json.ts';
import { memorySchema, type PersistentMemory, type Step } from './memory.ts';
import { type Problem, problemsFromIssues } from './problem.ts';

/**
 * All problems of a memory (M1, M2): code in it (`code_refused`), its shape, the parameters of its steps, aliases used
 * twice (`duplicate_alias`), sources that no earlier step makes (`unknown_source`). Paths start at the memory.
 */
export function checkMemory(value: unknown): Problem[] {
  const refused = rawSteps(value).flatMap((step, index) => refuseCode(step, stepPath(index)));
  const parsed = memorySchema.safeParse(value);
  const found = parsed.success ? checkContent(parsed.data) : problemsFromIssues(parsed.error.issues);
  // The same place is not complained about twice: "would run code" says more than "unknown".
  const paths = new Set(refused.map(problem => problem.path));
  return [...refused, ...found.filter(problem => !paths.has(problem.path))];
}

const stepPath = (index: number): string => `retrieval.pipeline.${index}`;

function rawSteps(value: unknown): readonly unknown[] {
  const retrieval = isJsonObject(value) ? value.retrieval : undefined;
  const pipeline = isJsonObject(retrieval) ? retrieval.pipeline : undefined;
  return Array.isArray(pipeline) ? pipeline : [];
}

function checkContent(memory: PersistentMemory): Problem[] {
  const { pipeline } = memory.retrieval;
  return [
    ...duplicateNames(memory),
    ...pipeline.flatMap((step, index) =>
      [...checkStepParams(step), ...checkSources(step, pipeline.slice(0, index)), ...checkFilter(step)].map(
        problem => ({ ...problem, path: `${stepPath(index)}.${problem.path}` }),
      ),
    ),
    ...duplicateAliases(pipeline),
  ];
}

function duplicateNames(memory: PersistentMemory): Problem[] {
  const names = memory.additional_variables.map(variable => variable.name);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [
          {
            code: 'duplicate_variable',
            path: `additional_variables.${index}.name`,
            message: `"${name}" is declared twice`,
          },
        ],
  );
}

function duplicateAliases(pipeline: readonly Step[]): Problem[] {
  const aliases = pipeline.map(stepAlias);
  return aliases.flatMap((alias, index) =>
    aliases.indexOf(alias) === index
      ? []
      : [
          {
            code: 'duplicate_alias',
            path: `${stepPath(index)}.alias`,
            message: `an earlier step has the alias "${alias}" already`,
          },
        ],
  );
}

/** A source must be the alias of an earlier step (M2). */
function checkSources(step: Step, earlier: readonly Step[]): Problem[] {
  const known = earlier.map(stepAlias);
  return Object.entries(step.params ?? {}).flatMap(([name, value]) => {
    const spec = stepSpec(step.type).params;
    const kind = Object.hasOwn(spec, name) ? spec[name]?.kind : undefined;
    if (kind !== 'source' && kind !== 'sources') return [];
    const named = Array.isArray(value) ? value : [value];
    return named
      .filter(alias => typeof alias === 'string' && alias !== '' && !known.includes(alias))
      .map(alias => ({
        code: 'unknown_source',
        path: `params.${name}`,
        message: `no earlier step is called "${String(alias)}"; ${
          known.length === 0 ? 'this is the first step' : `there are ${known.join(', ')}`
        }`,
      }));
  });
}

/** A filter's pattern is refused when it is saved, not when it runs (R4); templates are known only then. */
function checkFilter(step: Step): Problem[] {
  const pattern = step.params?.value;
  if (step.type !== 'filter' || step.params?.operator !== 'regex' || typeof pattern !== 'string') return [];
  if (pattern.includes('${')) return [];
  const compiled = compilePattern(pattern);
  return compiled.ok ? [] : [{ code: 'bad_pattern', path: 'params.value', message: compiled.reason }];
}
