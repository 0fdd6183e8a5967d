import { checkShape } from '../../../../shared/model/check-shape.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/model/json.ts';
import { type Problem, problemsFromIssues } from '../../../../shared/model/problem.ts';
import { requestSchema } from '../../../../shared/model/request.ts';
import { t } from '../../../texts/texts.ts';
import { judgeJson, type LocatedProblem } from '../../../ui/judge-json.ts';

/** What a pasted text holds. A request with problems can still become a sample: it is judged when used. */
type PastedRequest =
  | { readonly ok: true; readonly request: JsonObject; readonly name?: string; readonly problems: Problem[] }
  | { readonly ok: false; readonly reason: string };

/** Everything wrong with a request, as assembly would say it. */
export function requestProblems(request: unknown): Problem[] {
  const judged = checkShape(requestSchema, request);
  return judged.ok ? [] : problemsFromIssues(judged.issues);
}

/**
 * Reads a request from a paste: bare JSON, a sample file, a log line or a `curl` command around it.
 * Requests wrapped in `request`, `input` or `body` are unwrapped.
 */
export function parsePastedRequest(text: string): PastedRequest {
  const json = jsonPart(text);
  if (json === undefined) return { ok: false, reason: t('There is no JSON object in this text.') };
  const { parsed, problems } = judgeJson(json, () => []);
  if (!parsed) return { ok: false, reason: syntaxReason(problems[0]) };
  const { value } = parsed;
  const found = findRequest(value, 0);
  if (!found) {
    const keys = isJsonObject(value) ? Object.keys(value).slice(0, 6).join(', ') : t('no object');
    return {
      ok: false,
      reason: t('A request has "scope_variables"; this has {keys}.', { keys: keys || t('no keys') }),
    };
  }
  return { ok: true, ...found, problems: requestProblems(found.request) };
}

function jsonPart(text: string): string | undefined {
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  if (first < 0) return undefined;
  return last > first ? text.slice(first, last + 1) : text.slice(first);
}

const wrappers = ['request', 'input', 'body', 'params', 'arguments'] as const;

function findRequest(value: unknown, depth: number): { request: JsonObject; name?: string } | undefined {
  if (!isJsonObject(value) || depth > 3) return undefined;
  if (Object.hasOwn(value, 'scope_variables')) return { request: value };
  for (const key of wrappers) {
    const found = findRequest(value[key], depth + 1);
    if (found)
      return typeof value.name === 'string' && value.name !== '' ? { ...found, name: value.name } : found;
  }
  return undefined;
}

function syntaxReason(problem: LocatedProblem | undefined): string {
  if (!problem) return t('This is not JSON.');
  return t('Line {line}, column {column} of the object: {message}', {
    line: String(problem.line),
    column: String(problem.column),
    message: problem.message,
  });
}
