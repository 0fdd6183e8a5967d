import type { z } from 'zod';
import { ownValue } from '../../../shared/model/entries.ts';
import { isJsonObject, isMissing } from '../../../shared/model/json.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { scopes } from '../../../shared/model/scope.ts';

/** Complaints of the request's schema as problems: a code, the path, and a sentence naming what was given. */
export function problemsOfRequest(request: unknown, issues: readonly z.core.$ZodIssue[]): Problem[] {
  if (!isJsonObject(request))
    return [{ code: 'wrong_type', path: '', message: `a request must be an object, not ${kindOf(request)}` }];
  return issues.flatMap(issue => problemsOfIssue(request, issue));
}

function problemsOfIssue(request: unknown, issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map(String);
  if (path[0] === 'scope_variables' && issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({
      code: 'unknown_scope',
      path: `scope_variables.${key}`,
      message: `"${key}" is no scope; the scopes are ${scopes.join(', ')}`,
    }));
  const given = valueAt(request, path);
  const joined = path.join('.');
  if (joined === 'scope_variables' && isMissing(given))
    return [
      {
        code: 'missing_scope_variables',
        path: joined,
        message: 'scope_variables is missing; give an object of scopes, {} at the least',
      },
    ];
  return [
    {
      code: codeOf(path),
      path: joined,
      message: `${joined}: ${expectation(path, issue)}, not ${kindOf(given)}`,
    },
  ];
}

function codeOf(path: readonly string[]): string {
  if (path[0] !== 'constraints' || path.length === 1) return 'wrong_type';
  return path[1] === 'max_tokens' ? 'invalid_max_tokens' : 'invalid_constraint';
}

function expectation(path: readonly string[], issue: z.core.$ZodIssue): string {
  if (path[0] === 'input' && issue.code === 'invalid_union') return 'must be a text or { text }';
  // A limit is a whole number before it is anything else.
  if (issue.code === 'invalid_type' && path[0] === 'constraints' && path.length > 1)
    return 'must be a whole number >= 1';
  if (issue.code === 'invalid_type') return `must be ${article(issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return /^must /.test(issue.message) ? issue.message : lowerFirst(issue.message);
}

function article(type: string): string {
  const words: Readonly<Record<string, string>> = {
    array: 'a list',
    object: 'an object',
    string: 'a text',
  };
  return Object.hasOwn(words, type) ? (words[type] ?? type) : type;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isJsonObject(inner) ? ownValue(inner, key) : undefined;
  }, value);
}

/** What was given, in words: short values themselves, else their type. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return value.length > 40 ? 'a text' : JSON.stringify(value);
  return String(value);
}
