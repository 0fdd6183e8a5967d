import type { Element, ElementSource } from '../../../../shared/model/element.ts';
import { isJsonObject, isMissing, type JsonObject } from '../../../../shared/model/json.ts';
import { PipelineError } from '../check-result.ts';
import { contentOf } from '../element-value.ts';
import type { StepResult } from '../step-result.ts';
import { textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/**
 * M2 `handler`: what a function that the embedding program registered gives: a text, a yes or no, a list, one element,
 * or nothing. The memory names it; it cannot bring one. Codes: `unknown_handler`, else as any step that throws.
 */
export const runHandler: StepRunner = async ({ params, source, intent, ports, cancel }) => {
  const name = textParam(params, 'name') ?? '';
  const handler = ports.handlers?.get(name);
  if (handler === undefined) throw unknownHandler(name, [...(ports.handlers?.keys() ?? [])]);
  const args = isJsonObject(params.args) ? params.args : {};
  return toResult(name, await handler({ args, query: intent.query, elements: source }, cancel));
};

function unknownHandler(name: string, known: readonly string[]): PipelineError {
  const there = known.length === 0 ? 'none is registered' : `there are ${known.toSorted().join(', ')}`;
  return new PipelineError('unknown_handler', `there is no handler "${name}"; ${there}`);
}

function toResult(name: string, given: unknown): StepResult {
  if (typeof given === 'string') return { kind: 'text', text: given };
  if (typeof given === 'boolean') return { kind: 'boolean', value: given };
  if (isMissing(given)) return listOf([]);
  const entries: readonly unknown[] = Array.isArray(given) ? given : [given];
  return listOf(entries.map(entry => toElement(name, entry)));
}

/** What a handler does not vouch for is trusted least (T18). */
function toElement(name: string, entry: unknown): Element {
  const fields: JsonObject = isJsonObject(entry) ? entry : {};
  const given: Partial<ElementSource> = isJsonObject(fields.source) ? fields.source : {};
  const source: ElementSource = { ref: name, trust: 'imported', ...given, kind: given.kind ?? 'handler' };
  return { ...fields, content: contentOf(entry), source };
}
