import { AppError } from '../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { fieldOf, listOf, textOf } from '../../shared/shapes/fields.ts';
import type { Weft, WeftSpan, WeftTracer } from './weft-types.ts';

/** Whose client is called, by the names of the conventions. */
export type CallSystem = 'openai' | 'anthropic';

type Attributes = Record<string, string | number | boolean | string[]>;

/** Kinds and states of spans as OpenTelemetry numbers them. */
const spanKind = { internal: 0, client: 2 } as const;
const failedStatus = 2;

const retrieval = {
  'gen_ai.operation.name': 'retrieval',
  'gen_ai.provider.name': 'weft',
  'gen_ai.data_source.id': 'weft',
} as const;

/** The same engine with a span for each thing that is asked of it. Only names, ids and figures go in, never content. */
export function traced<Own extends Pick<Weft, 'evaluate' | 'assemble' | 'fit'>>(
  weft: Own,
  tracer: WeftTracer,
): Own {
  return {
    ...weft,
    evaluate: (request, options) =>
      inSpan(tracer, 'weft.evaluate', {}, span => {
        const evaluation = weft.evaluate(request, options);
        span.setAttributes({
          'weft.engines': evaluation.engineResults.length,
          'weft.rules_fired': evaluation.engineResults.reduce(
            (sum, one) => sum + one.matched_rules.length,
            0,
          ),
          'weft.memories': evaluation.matchedMemories,
        });
        return evaluation;
      }),
    assemble: (request, options) =>
      inSpan(tracer, 'retrieval weft', retrieval, async span => {
        const assembled = await weft.assemble(request, options);
        const { meta, trace, request_id } = assembled;
        span.setAttributes({
          'weft.request_id': request_id,
          'weft.items': meta.total_items,
          'weft.tokens': meta.token_estimate,
          'weft.truncated': meta.truncated,
          'weft.degraded': meta.degraded,
        });
        for (const { memory_id, status, items, kept, duration_ms } of trace.memory_calls)
          span.addEvent('weft.memory', {
            'weft.memory_id': memory_id,
            'weft.status': status,
            'weft.items': items,
            'weft.kept': kept,
            'weft.duration_ms': duration_ms,
          });
        return assembled;
      }),
    fit: (body, options) =>
      inSpan(tracer, 'weft.fit', numbersOf(options, { budget: 'weft.budget' }), async span => {
        const fitted = await weft.fit(body, options);
        const { tokens_before, tokens_after, kept, summarised, shortened } = fitted.report;
        span.setAttributes({
          'weft.shape': fitted.shape,
          'weft.tokens_before': tokens_before,
          'weft.tokens_after': tokens_after,
          'weft.kept': kept,
          'weft.summarised': summarised,
          'weft.shortened': shortened,
        });
        return fitted;
      }),
  };
}

/**
 * A call of a model's client, by the conventions for generative AI: the span ends with the answer, of a stream with its
 * beginning, since what reads it is the caller's.
 */
export function callSpan<Boxed extends { readonly answer: unknown }>(
  { system, tracer }: { readonly system: CallSystem; readonly tracer: WeftTracer | undefined },
  body: JsonObject,
  call: () => Promise<Boxed>,
): Promise<Boxed> {
  if (tracer === undefined) return call();
  const model = textOf(body, 'model') ?? 'unknown';
  const asked = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': system,
    'gen_ai.request.model': model,
    ...(body.stream === true && { 'gen_ai.request.stream': true }),
  };
  const attributes = { ...asked, ...numbersOf(body, requestNumbers) };
  return inSpan(
    tracer,
    `chat ${model}`,
    attributes,
    async span => {
      const boxed = await call();
      span.setAttributes(answerAttributes(await seenAnswer(boxed.answer)));
      return boxed;
    },
    spanKind.client,
  );
}

const requestNumbers: Readonly<Record<string, string>> = {
  max_tokens: 'gen_ai.request.max_tokens',
  max_completion_tokens: 'gen_ai.request.max_tokens',
  max_output_tokens: 'gen_ai.request.max_tokens',
  temperature: 'gen_ai.request.temperature',
  top_p: 'gen_ai.request.top_p',
  top_k: 'gen_ai.request.top_k',
};

const usageNumbers: Readonly<Record<string, string>> = {
  prompt_tokens: 'gen_ai.usage.input_tokens',
  input_tokens: 'gen_ai.usage.input_tokens',
  cache_read_input_tokens: 'gen_ai.usage.cache_read.input_tokens',
  cache_creation_input_tokens: 'gen_ai.usage.cache_creation.input_tokens',
  completion_tokens: 'gen_ai.usage.output_tokens',
  output_tokens: 'gen_ai.usage.output_tokens',
};

function numbersOf(value: unknown, names: Readonly<Record<string, string>>): Attributes {
  const found = Object.entries(names).flatMap(([key, name]) => {
    const number = fieldOf(value, key);
    return typeof number === 'number' ? [[name, number] as const] : [];
  });
  return Object.fromEntries(found);
}

/**
 * An answer without taking it from who asked: clients with a response of their own parse that once, so a copy of it is
 * read; of a stream nothing is.
 */
async function seenAnswer(answer: unknown): Promise<unknown> {
  const method: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'asResponse') : undefined;
  if (typeof method !== 'function') return answer;
  const response: unknown = await Reflect.apply(method, answer, []);
  const isJson = response instanceof Response && response.headers.get('content-type')?.includes('json');
  return isJson ? response.clone().json() : undefined;
}

/** What an answer says of itself; a stream says nothing yet. */
function answerAttributes(answer: unknown): Attributes {
  if (!isJsonObject(answer)) return {};
  const id = textOf(answer, 'id');
  const model = textOf(answer, 'model');
  const reasons = [
    ...listOf(answer, 'choices').map(choice => textOf(choice, 'finish_reason')),
    textOf(answer, 'stop_reason'),
  ].filter(reason => reason !== undefined);
  return {
    ...(id !== undefined && { 'gen_ai.response.id': id }),
    ...(model !== undefined && { 'gen_ai.response.model': model }),
    ...(reasons.length > 0 && { 'gen_ai.response.finish_reasons': reasons }),
    ...usageOf(answer.usage),
  };
}

/** Anthropic counts what came from its cache beside the rest, OpenAI within it; the conventions count all. */
function usageOf(usage: unknown): Attributes {
  const found = numbersOf(usage, usageNumbers);
  const cached = fieldOf(
    fieldOf(usage, 'prompt_tokens_details') ?? fieldOf(usage, 'input_tokens_details'),
    'cached_tokens',
  );
  const beside = ['cache_read_input_tokens', 'cache_creation_input_tokens'].map(key => fieldOf(usage, key));
  const input = [fieldOf(usage, 'input_tokens'), ...beside].filter(count => typeof count === 'number');
  return {
    ...found,
    ...(typeof cached === 'number' && { 'gen_ai.usage.cache_read.input_tokens': cached }),
    ...(input.length > 1 && { 'gen_ai.usage.input_tokens': input.reduce((sum, count) => sum + count, 0) }),
  };
}

/** Work within a span, which ends with it, also where it fails. */
function inSpan<Result>(
  tracer: WeftTracer,
  name: string,
  attributes: Attributes,
  work: (span: WeftSpan) => Result,
  kind: number = spanKind.internal,
): Result {
  return tracer.startActiveSpan(name, { kind, attributes }, span => {
    const fail = (error: unknown): never => {
      const code = error instanceof AppError ? error.code : error instanceof Error ? error.name : '_OTHER';
      span.setAttributes({ 'error.type': code });
      span.setStatus({ code: failedStatus });
      span.end();
      throw error;
    };
    try {
      const result = work(span);
      if (!(result instanceof Promise)) {
        span.end();
        return result;
      }
      const ended: unknown = result.then(value => {
        span.end();
        return value;
      }, fail);
      // The same promise, which also ends the span.
      return ended as Result;
    } catch (error) {
      return fail(error);
    }
  });
}
