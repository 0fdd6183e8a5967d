import { isJsonObject, isMissing } from '../../../shared/model/json.ts';
import { estimators } from '../../../shared/model/request.ts';
import { isScope } from '../../../shared/model/scope.ts';

/**
 * True for a request that surely has the shape of the schema, which most have; of all others the schema judges.
 * Looking by hand takes a fraction of the time, above all where other work has filled the processor's caches.
 */
export function isPlainRequest(request: unknown): boolean {
  if (!isJsonObject(request)) return false;
  const { scope_variables, additional_variables, request_id } = request;
  return (
    areScopes(scope_variables) &&
    (additional_variables === undefined || isJsonObject(additional_variables)) &&
    isInput(request.input) &&
    areIds(request.explicit_memory) &&
    areIds(request.rule_engine_ids) &&
    areConstraints(request.constraints) &&
    (request_id === undefined || (isText(request_id) && request_id.length > 0 && request_id.length <= 200))
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

function areScopes(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return Object.keys(value).every(
    scope => isScope(scope) && (isMissing(value[scope]) || isJsonObject(value[scope])),
  );
}

function isInput(value: unknown): boolean {
  if (value === undefined || isText(value)) return true;
  return isJsonObject(value) && (value.text === undefined || isText(value.text));
}

function areIds(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isText));
}

/** Budget and estimator are what requests usually set. */
function areConstraints(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isJsonObject(value)) return false;
  return Object.keys(value).every(name => {
    if (name === 'max_tokens') return Number.isSafeInteger(value[name]) && Number(value[name]) >= 1;
    return name === 'estimator' && estimators.some(known => known === value[name]);
  });
}
