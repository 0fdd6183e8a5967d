import type { JsonObject } from '../../../../shared/model/json.ts';

/** A text parameter; undefined when absent or empty, which mean the same (a form leaves it empty). */
export function textParam(params: JsonObject, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number parameter; `fallback` when absent. */
export function numberParam<Fallback extends number | undefined>(
  params: JsonObject,
  name: string,
  fallback: Fallback,
): number | Fallback {
  const value = params[name];
  return typeof value === 'number' ? value : fallback;
}

/** A list parameter; empty when absent. */
export function listParam(params: JsonObject, name: string): readonly unknown[] {
  const value = params[name];
  return Array.isArray(value) ? value : [];
}

/** A list parameter of texts. */
export function textsParam(params: JsonObject, name: string): readonly string[] {
  return listParam(params, name).filter(value => typeof value === 'string');
}
