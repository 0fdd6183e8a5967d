import type { Element, ElementSource } from '../../../../shared/model/element.ts';
import { isJsonObject, isMissing, type JsonObject } from '../../../../shared/model/json.ts';
import { handler as kind } from '../../../../shared/pipeline/steps/handler.ts';
import { PipelineError } from '../check-result.ts';
import { defineStep, listOf } from '../define-step.ts';
import { contentOf } from '../element-value.ts';
import type { StepResult } from '../step-result.ts';
import { believedAs, leastTrusted } from '../trust.ts';
import { askedSource } from './derive-query.ts';

/** What a function that the embedding program registered gives: a text, a yes or no, a list, one element, or nothing.
 * Codes: `unknown_handler`, else as any step that throws. */
export const handler = defineStep(kind, {
  reads: ['handlers', 'intent'],
  run: async ({ params: { name, args }, source, intent, handlers, cancel, namedIn }) => {
    const handler = handlers?.get(name);
    if (handler === undefined) throw unknownHandler(name, [...(handlers?.keys() ?? [])]);
    const given = toResult(name, await handler({ args, query: intent.query, elements: source }, cancel));
    // Whatever it was given may stand in what it makes.
    const asked = intent.query === '' ? [] : [{ source: askedSource(intent) }];
    const named = namedIn('args');
    const argued = named === undefined ? [] : [{ source: { kind: 'handler', ...named } }];
    const least = leastTrusted([
      ...source,
      ...asked,
      ...argued,
      { source: { kind: 'handler', trust: 'user' } },
    ]);
    return given.kind === 'elements'
      ? listOf(given.elements.map(element => believedAs(element, least)))
      : given;
  },
});

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

/** What a handler does not vouch for is trusted least. */
function toElement(name: string, entry: unknown): Element {
  const fields: JsonObject = isJsonObject(entry) ? entry : {};
  const given: Partial<ElementSource> = isJsonObject(fields.source) ? fields.source : {};
  const source: ElementSource = { ref: name, trust: 'imported', ...given, kind: given.kind ?? 'handler' };
  return { ...fields, content: contentOf(entry), source };
}
