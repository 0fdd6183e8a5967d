import { isJsonObject } from '../model/json.ts';
import type { Step } from '../model/memory.ts';
import type { Problem } from '../model/problem.ts';
import { parseExpression } from './expression/parse-expression.ts';
import type { ParamKind, ParamSpec, StepKind } from './step-kind.ts';
import { stepKind } from './step-kinds.ts';

/** Complaints about one step's parameters: missing, unknown, wrong kind, out of range. */
export function checkStepParams(step: Step): Problem[] {
  const spec = stepKind(step.type);
  const params = step.params ?? {};
  const missing = Object.entries(spec.params)
    // An empty field of a form says nothing, as when the engine reads it.
    .filter(([name, param]) => param.required === true && (params[name] === undefined || params[name] === ''))
    .map(([name]) => ({
      code: 'missing_param',
      path: `params.${name}`,
      message: `${step.type} needs "${name}"`,
    }));
  const wrong = Object.entries(params).flatMap(([name, value]) => checkParam(step, spec, name, value));
  const absent = new Set(missing.map(({ path }) => path));
  return [...missing, ...wrong.filter(({ path }) => !absent.has(path))];
}

function checkParam(step: Step, spec: StepKind, name: string, value: unknown): Problem[] {
  const param = Object.hasOwn(spec.params, name) ? spec.params[name] : undefined;
  const path = `params.${name}`;
  if (param === undefined) {
    const known = Object.keys(spec.params).join(', ');
    return [{ code: 'unknown_param', path, message: `${step.type} has no "${name}"; it knows ${known}` }];
  }
  const wrong = whatIsWrong(param, value);
  return wrong === undefined ? [] : [{ code: 'wrong_param', path, message: `${name} ${wrong}` }];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** What is to be said after the parameter's name, or undefined when the value is right. */
function whatIsWrong(param: ParamSpec, value: unknown): string | undefined {
  if (param.kind === 'condition' && isText(value)) return unreadable(value);
  const expected = expectation(param, value);
  if (expected !== undefined) return `must be ${expected}`;
  // An empty one is missing, which is said already.
  return param.form && isText(value) && value !== '' && !param.form.pattern.test(value)
    ? param.form.words
    : undefined;
}

function unreadable(condition: string): string | undefined {
  const parsed = parseExpression(condition);
  return parsed.ok ? undefined : `cannot be read at character ${parsed.at + 1}: ${parsed.reason}`;
}

/** What the value should have been, or undefined when it is right. */
function expectation(param: ParamSpec, value: unknown): string | undefined {
  switch (param.kind) {
    case 'choice':
      return isText(value) && param.choices?.includes(value)
        ? undefined
        : `one of ${param.choices?.join(', ')}`;
    case 'number':
      return numberExpectation(param, value);
    case 'condition':
      return 'a condition, written as text'; // one that is text was read before
    default: {
      const shape = shapes[param.kind];
      return shape.fits(value) ? undefined : shape.words;
    }
  }
}

interface Shape {
  readonly fits: (value: unknown) => boolean;
  readonly words: string;
}

/** Kinds that are known by their shape alone. */
const shapes: Readonly<Record<Exclude<ParamKind, 'choice' | 'number' | 'condition'>, Shape>> = {
  text: { fits: isText, words: 'a text' },
  source: { fits: isText, words: 'a text' },
  texts: { fits: isTexts, words: 'a list of texts' },
  sources: { fits: isTexts, words: 'a list of texts' },
  items: {
    fits: value => Array.isArray(value) && value.every(isItem),
    words: 'a list of texts or objects with "content"',
  },
  weights: { fits: isWeights, words: 'an object of field names and numbers' },
  steps: { fits: Array.isArray, words: 'a list of steps' },
  object: { fits: isJsonObject, words: 'an object' },
  value: { fits: () => true, words: 'any value' },
};

function numberExpectation(param: ParamSpec, value: unknown): string | undefined {
  const { min = -Infinity, max = Infinity, whole = false } = param;
  const fits =
    typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value));
  if (fits) return undefined;
  const range = [min > -Infinity ? `at least ${min}` : '', max < Infinity ? `at most ${max}` : '']
    .filter(Boolean)
    .join(' and ');
  return `a ${whole ? 'whole ' : ''}number${range === '' ? '' : ` of ${range}`}`;
}

function isItem(value: unknown): boolean {
  return (
    isText(value) ||
    (typeof value === 'object' && value !== null && 'content' in value && isText(value.content))
  );
}

function isWeights(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(weight => typeof weight === 'number' && Number.isFinite(weight));
}
