import { isJsonObject } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import { branches, maxBranchDepth, rawBranch } from './nested-steps.ts';

const codeTypes = [
  'code',
  'custom',
  'eval',
  'exec',
  'function',
  'javascript',
  'lambda',
  'python',
  'script',
  'shell',
];
const codeKeys = [
  'code',
  'cmd',
  'command',
  'eval',
  'exec',
  'fn',
  'function',
  'handlerCode',
  'handlerPath',
  'javascript',
  'js',
  'module',
  'python',
  'require',
  'script',
  'scriptPath',
  'shell',
];

/**
 * Code, or paths to run, in a pipeline step (M2): a memory file must not be able to run code.
 * Judged on the raw value, because such steps have no valid shape; branches included. `path` is the step's.
 */
export function refuseCode(step: unknown, path: string, depth = 0): Problem[] {
  if (!isJsonObject(step)) return [];
  const params = isJsonObject(step.params) ? step.params : {};
  const type = step.type;
  return [
    ...(typeof type === 'string' && codeTypes.includes(type) ? [refusal(`${path}.type`, type)] : []),
    ...Object.keys(step)
      .filter(isCodeKey)
      .map(key => refusal(`${path}.${key}`, key)),
    ...Object.keys(params)
      .filter(isCodeKey)
      .map(key => refusal(`${path}.params.${key}`, key)),
    // Deeper branches are refused whole by `checkPipeline`.
    ...(depth > maxBranchDepth ? [] : branches).flatMap(branch =>
      rawBranch(step, branch).flatMap((inner, index) =>
        refuseCode(inner, `${path}.params.${branch}.${index}`, depth + 1),
      ),
    ),
  ];
}

const isCodeKey = (key: string): boolean => codeKeys.includes(key);

function refusal(path: string, name: string): Problem {
  return {
    code: 'code_refused',
    path,
    message: `"${name}" would run code, which a memory file must not be able to do; use a named step type`,
  };
}
