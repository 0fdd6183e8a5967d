import { isJsonObject } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import { branches, maxBranchDepth, rawBranch } from './branches.ts';

const codeWords = [
  'code',
  'cmd',
  'command',
  'eval',
  'exec',
  'fn',
  'function',
  'handlercode',
  'handlerfile',
  'handlerpath',
  'handlerurl',
  'javascript',
  'js',
  'lambda',
  'module',
  'modulepath',
  'python',
  'require',
  'script',
  'scriptpath',
  'scripturl',
  'shell',
  'typescript',
];
const codeTypes = new Set([...codeWords, 'custom']);
const codeKeys: ReadonlySet<string> = new Set(codeWords);
/** Where a program would be taken from. Parameters are a closed list, so that these can stand only beside them. */
const placeKeys: ReadonlySet<string> = new Set(['file', 'handler', 'import', 'path', 'uri', 'url']);

/**
 * Code, or paths to run, in a pipeline step: a memory file must not be able to run code.
 * Judged on the raw value, because such steps have no valid shape; branches included. `path` is the step's.
 */
export function refuseCode(step: unknown, path: string, depth = 0): Problem[] {
  if (!isJsonObject(step)) return [];
  const params = isJsonObject(step.params) ? step.params : {};
  const type = step.type;
  return [
    ...(isCodeType(type) ? [refusal(`${path}.type`, String(type))] : []),
    ...Object.keys(step)
      .filter(key => isCodeKey(key) || placeKeys.has(plainWord(key)))
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

/** Why a step, or a key of it, that would run code is refused. */
export const codeRefusal = (name: string): string =>
  `"${name}" would run code, which a memory file must not be able to do; use a named step type`;

/** Whether a step of this type would run code; such a type is refused by that name, not as one nobody knows. */
export const isCodeType = (type: unknown): boolean =>
  typeof type === 'string' && codeTypes.has(plainWord(type));

const isCodeKey = (key: string): boolean => codeKeys.has(plainWord(key));

/** `handler_path`, `handlerPath` and `Handler-Path` are one word. */
const plainWord = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

function refusal(path: string, name: string): Problem {
  return { code: 'code_refused', path, message: codeRefusal(name) };
}
