import { z } from 'zod';
import { AppError } from '../../shared/contract/errors.ts';
import { checkShape } from '../../shared/model/check-shape.ts';
import { problemsFromIssues, sumUpProblems } from '../../shared/model/problem.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { analyzeRules } from '../../shared/rules/analysis/analyze-rules.ts';
import { fixRule as fix } from '../../shared/rules/analysis/fix-rule.ts';
import { createCompiledEngines } from '../../shared/rules/compiled/compiled-engines.ts';
import { possibleVariables as variablesOf } from '../../shared/rules/evaluation/possible-variables.ts';
import { createRegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { testCondition as test } from '../../shared/rules/evaluation/test-condition.ts';
import { operatorNames, operators as table } from '../../shared/rules/operators.ts';
import { sentenceText } from '../../shared/rules/rule-sentence.ts';
import { checkEngine as check } from '../../shared/rules/validate-rule.ts';
import { evaluateKnown } from '../engine/assembly/evaluate-known.ts';
import type { Rules } from './rules-types.ts';

export { AppError as WeftError } from '../../shared/contract/errors.ts';

const regexes = createRegexCache();

export const createEvaluator: Rules['createEvaluator'] = given => {
  const checked = checkShape(z.array(engineSchema), given);
  if (!checked.ok) {
    const errors = problemsFromIssues(checked.issues, 'engines');
    throw new AppError('invalid_input', `the engines cannot be used: ${sumUpProblems(errors, '')}`, {
      errors,
    });
  }
  const engines = structuredClone(given);
  const compiled = createCompiledEngines(createRegexCache(Infinity));
  return {
    evaluate: (request, { explain = false, engineId } = {}) =>
      evaluateKnown(request, { engines }, { explain, engineId, regexes, compiled, redaction: 'off' }),
  };
};

export const checkEngine: Rules['checkEngine'] = check;

export const testCondition: Rules['testCondition'] = (condition, variables) =>
  test(condition, new Map(Object.entries(variables)), regexes);

export const analyze: Rules['analyze'] = ({ engines, memories, samples = [] }) =>
  analyzeRules({ engines, ...(memories && { memories }), samples });

export const fixRule: Rules['fixRule'] = (rule, request) => fix(rule, request, regexes);

export const describeRule: Rules['describeRule'] = rule => sentenceText(rule);

export const possibleVariables: Rules['possibleVariables'] = ({ engines, memories = [], samples = [] }) =>
  variablesOf(engines, memories, samples);

export const operators: Rules['operators'] = operatorNames.map(operator => {
  const { label, takes } = table[operator];
  return { operator, label, takes };
});
