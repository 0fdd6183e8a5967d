import { checkShape } from '../model/check-shape.ts';
import { type Step, stepSchema } from '../model/memory.ts';
import { type Problem, problemsFromIssues } from '../model/problem.ts';
import { compilePattern } from '../rules/compile-pattern.ts';
import { withKnownPrefix } from '../rules/field-name.ts';
import { checkField } from '../rules/validate-rule.ts';
import { branches, maxBranchDepth, rawBranch } from './branches.ts';
import { checkStepParams } from './check-step-params.ts';
import { walkExpression } from './expression/expression.ts';
import { parseExpression } from './expression/parse-expression.ts';
import { type PlacedStep, placeSteps } from './nested-steps.ts';
import { stepKind } from './step-kinds.ts';
import { templateNames } from './template-names.ts';

/** Steps of one pipeline, those in branches included. */
const maxSteps = 256;

/**
 * What is wrong with steps that have their shape, those of branches too: parameters (`missing_param`,
 * `unknown_param`, `wrong_param`), aliases used twice (`duplicate_alias`), sources that no earlier step makes
 * (`unknown_source`), names in templates (`unknown_field`, `unknown_scope`), patterns (`bad_pattern`), too many or too deep branches. Paths start at the memory.
 */
export function checkPipeline(pipeline: readonly Step[]): Problem[] {
  const placed = placeSteps(pipeline);
  return [
    ...placed.flatMap(place => checkPlaced(place)),
    ...duplicateAliases(placed),
    ...(placed.length > maxSteps
      ? [
          {
            code: 'too_many_steps',
            path: 'retrieval.pipeline',
            message: `there are ${placed.length} steps with those of branches; at most ${maxSteps} are allowed`,
          },
        ]
      : []),
  ];
}

function checkPlaced(placed: PlacedStep): Problem[] {
  const { step, path, earlier } = placed;
  return [
    ...checkStepParams(step),
    ...checkSources(step, earlier),
    ...checkConditionSources(step, earlier),
    ...checkTemplates(step),
    ...checkPatterns(step),
    ...checkBranches(placed),
  ].map(problem => ({ ...problem, path: `${path}.${problem.path}` }));
}

function duplicateAliases(placed: readonly PlacedStep[]): Problem[] {
  return placed
    .filter(({ alias, earlier }) => earlier.includes(alias))
    .map(({ alias, path }) => ({
      code: 'duplicate_alias',
      path: `${path}.alias`,
      message: `an earlier step has the alias "${alias}" already`,
    }));
}

/** A source must be the alias of an earlier step. */
function checkSources(step: Step, known: readonly string[]): Problem[] {
  return Object.entries(step.params ?? {}).flatMap(([name, value]) => {
    const spec = stepKind(step.type).params;
    const kind = Object.hasOwn(spec, name) ? spec[name]?.kind : undefined;
    if (kind !== 'source' && kind !== 'sources') return [];
    const named = Array.isArray(value) ? value : [value];
    return named
      .filter(alias => typeof alias === 'string' && alias !== '' && !known.includes(alias))
      .map(alias => unknownSource(`params.${name}`, String(alias), known));
  });
}

/** `results.<alias>` in a condition must be an earlier step as well; its place is said. */
function checkConditionSources({ params }: Step, known: readonly string[]): Problem[] {
  const parsed = typeof params?.condition === 'string' ? parseExpression(params.condition) : undefined;
  if (parsed?.ok !== true) return [];
  return walkExpression(parsed.expression).flatMap(part =>
    part.kind === 'result' && !known.includes(part.alias)
      ? [unknownSource('params.condition', part.alias, known, `at character ${part.at + 1}: `)]
      : [],
  );
}

function unknownSource(path: string, alias: string, known: readonly string[], where = ''): Problem {
  const there = known.length === 0 ? 'this is the first step' : `there are ${known.join(', ')}`;
  return {
    code: 'unknown_source',
    path,
    message: `${where}no earlier step is called "${alias}"; ${there}`,
  };
}

/** Names in templates that have a prefix of rules, or nearly one, and that nobody can ever provide. */
function checkTemplates({ type, params = {} }: Step): Problem[] {
  return Object.entries(params).flatMap(([param, value]) => {
    const { params: specs } = stepKind(type);
    // Steps of branches are looked at in their own places.
    if (Object.hasOwn(specs, param) && specs[param]?.kind === 'steps') return [];
    return templateNames(value).flatMap(name => checkTemplateName(name, `params.${param}`));
  });
}

function checkTemplateName(name: string, path: string): Problem[] {
  const meant = withKnownPrefix(name);
  if (meant === undefined) return [];
  if (meant !== name)
    return [{ code: 'unknown_field', path, message: `nobody provides "${name}"; write \${${meant}}` }];
  return checkField(name, path);
}

/** A pattern is refused when it is saved, not when it runs; templates are known only then. */
function checkPatterns({ type, params = {} }: Step): Problem[] {
  return Object.entries(stepKind(type).params).flatMap(([name, { isPattern }]) => {
    const pattern = params[name];
    if (isPattern?.(params) !== true || typeof pattern !== 'string' || pattern.includes('${')) return [];
    const compiled = compilePattern(pattern);
    return compiled.ok ? [] : [{ code: 'bad_pattern', path: `params.${name}`, message: compiled.reason }];
  });
}

/** Entries of a branch that are no steps, and branches that are nested too deep. */
function checkBranches({ step, path }: PlacedStep): Problem[] {
  const depth = path.split('.params.').length - 1;
  return branches.flatMap(branch => {
    const raw = rawBranch(step, branch);
    if (raw.length > 0 && depth >= maxBranchDepth)
      return [
        {
          code: 'too_deep',
          path: `params.${branch}`,
          message: `branches are nested deeper than ${maxBranchDepth} levels`,
        },
      ];
    return raw.flatMap((entry, index) => {
      const parsed = checkShape(stepSchema, entry);
      const problems = parsed.ok ? [] : problemsFromIssues(parsed.issues);
      return problems.map(problem => ({
        ...problem,
        path: [`params.${branch}.${index}`, problem.path].filter(Boolean).join('.'),
      }));
    });
  });
}
