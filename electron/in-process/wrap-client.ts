import { AppError } from '../../shared/contract/errors.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import type { ShapeName } from '../../shared/shapes/shape-names.ts';
import { shapeOfCall } from '../engine/fitting/shape-of-request.ts';
import { type CallSystem, callSpan } from './tracing.ts';
import type { PrepareOptions, Weft, WeftTracer } from './weft-types.ts';

/** What is known of a request by the call that takes it. A gateway takes models of any name. */
interface KnownCall {
  readonly system: CallSystem;
  readonly shape: ShapeName;
}

/** The calls of a client that take a request for a model, by the way to them. */
const preparedCalls: Readonly<Record<string, KnownCall>> = {
  'chat.completions.create': { system: 'openai', shape: 'openai_chat' },
  'responses.create': { system: 'openai', shape: 'openai_responses' },
  'messages.create': { system: 'anthropic', shape: 'anthropic' },
  'beta.messages.create': { system: 'anthropic', shape: 'anthropic' },
};

const onTheWay = (way: string): boolean =>
  Object.keys(preparedCalls).some(call => call.startsWith(`${way}.`));

/**
 * A client whose calls are prepared. Nothing of the given one is changed, and helpers such as `stream`, `parse` and
 * `runTools` go through the same calls, since they see the wrapped client as their own.
 */
export function wrapClient<Client extends object>(
  weft: Pick<Weft, 'prepare'>,
  client: Client,
  options: PrepareOptions,
  tracer: WeftTracer | undefined,
): Client {
  if (!Object.keys(preparedCalls).some(way => hasCall(client, way)))
    throw new AppError(
      'unsupported',
      `the client has none of ${Object.keys(preparedCalls).join(', ')}; use prepare() on the request instead`,
    );
  const work: Wrapping = {
    prepared: (call, known) => preparedCall(weft, call, options, { ...known, tracer }),
    again: other => wrapClient(weft, other, options, tracer),
  };
  const root = wrapPart(client, '', work);
  work.root = root;
  return root;
}

interface Wrapping {
  readonly prepared: (call: AnyCall, known: KnownCall) => AnyCall;
  readonly again: (other: object) => object;
  /** The wrapped client, once there is one. */
  root?: object;
}

function wrapPart<Part extends object>(part: Part, way: string, work: Wrapping): Part {
  return new Proxy(part, {
    get(target, key) {
      // Resources reach their client by this name; helpers built on a call then find the prepared one.
      if (key === '_client' && work.root !== undefined) return work.root;
      const value: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol') return value;
      const here = way === '' ? key : `${way}.${key}`;
      if (isMethod(value)) return wrapMethod(target, value, here, work);
      return typeof value === 'object' && value !== null && onTheWay(here)
        ? wrapPart(value, here, work)
        : value;
    },
  });
}

function wrapMethod(target: object, method: AnyCall, here: string, work: Wrapping): unknown {
  const call: AnyCall = (...given) => Reflect.apply(method, target, given);
  const known = Object.hasOwn(preparedCalls, here) ? preparedCalls[here] : undefined;
  if (known !== undefined) return work.prepared(call, known);
  // The same client with other options.
  if (here === 'withOptions')
    return (...given: unknown[]) => {
      const other = call(...given);
      return typeof other === 'object' && other !== null ? work.again(other) : other;
    };
  // Helpers beside a prepared call are to find it on themselves; all else may have what only the client itself can reach.
  const isHelper = Object.hasOwn(preparedCalls, here.replace(/[^.]+$/, 'create'));
  return isHelper ? method : call;
}

const isMethod = (value: unknown): value is AnyCall => typeof value === 'function';

function hasCall(client: object, way: string): boolean {
  let value: unknown = client;
  for (const key of way.split('.')) {
    if (typeof value !== 'object' || value === null) return false;
    value = Reflect.get(value, key);
  }
  return typeof value === 'function';
}

type AnyCall = (...given: unknown[]) => unknown;

interface TracedCall extends KnownCall {
  readonly tracer: WeftTracer | undefined;
}

/** The call with its first argument prepared; what is of no known shape goes on as it is, for the client to judge. */
function preparedCall(
  weft: Pick<Weft, 'prepare'>,
  call: AnyCall,
  options: PrepareOptions,
  known: TracedCall,
): AnyCall {
  return (body, ...others) => {
    if (!isJsonObject(body)) return call(body, ...others);
    const shape = shapeOfCall(body, known.shape);
    const begun = callSpan(known, body, async () => {
      const prepared = shape === undefined ? body : await weft.prepare(body, { ...options, shape });
      // In a box: what a client gives is awaited by whoever called, in the way they choose.
      return { answer: call(prepared, ...others) };
    });
    return laterAnswer(begun);
  };
}

interface Boxed {
  readonly answer: unknown;
}

/**
 * What a call gives before it was made: a promise with the methods of the client's own (`withResponse`, `asResponse`, ...),
 * each asked for when the call was made.
 */
function laterAnswer(begun: Promise<Boxed>): Promise<unknown> {
  const state: { answer?: Promise<unknown> } = {};
  // Only who awaits the answer parses it; a second method may want the response instead.
  const answer = () => (state.answer ??= begun.then(({ answer }) => answer));
  return new Proxy<Promise<unknown>>(begun, {
    get(target, key) {
      if (key === 'then' || key === 'catch' || key === 'finally') {
        const promise = answer();
        return promise[key].bind(promise);
      }
      if (typeof key === 'symbol') return Reflect.get(target, key);
      return (...given: unknown[]) =>
        laterAnswer(begun.then(({ answer }) => ({ answer: callMethod(answer, key, given) })));
    },
  });
}

function callMethod(answer: unknown, name: string, given: readonly unknown[]): unknown {
  const method: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
  if (typeof method !== 'function') throw new TypeError(`${name} is no method of what the client answers`);
  return Reflect.apply(method, answer, given);
}
