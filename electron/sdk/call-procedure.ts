import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import { type ErrorCode, errorStatus, messageOf } from '../../shared/contract/errors.ts';
import { bodyTooLarge, payloadLimitBytes } from '../../shared/contract/payload-limit.ts';
import { timerMs } from '../../shared/longest-timer.ts';
import { isJsonObject, type JsonObject, textsIn, tryParseJson } from '../../shared/model/json.ts';
import type { CallOptions, ClientOptions } from './client-types.ts';
import type { FindWay, ServerWay, TransportResponse } from './transport.ts';
import { WeftError } from './weft-error.ts';

/** Calls a procedure of the contract; fails with `WeftError`. */
export type CallProcedure = <Name extends ProcedureName>(
  name: Name,
  input: Input<Name>,
  options?: CallOptions,
) => Promise<Output<Name>>;

/** What holds for every call that says nothing else. */
export type CallDefaults = Pick<ClientOptions, 'timeoutMs' | 'onWarning'>;

export function createCall(find: FindWay, defaults: CallDefaults): CallProcedure {
  return async (name, input, options = {}) => {
    const { signal, timeoutMs = defaults.timeoutMs, onWarning = defaults.onWarning } = options;
    const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(readTimeout(timeoutMs));
    const signals = [signal, timeout].filter(one => one !== undefined);
    const way = await find();
    const asked = { headers: headersOf(way, options), body: bodyOf(input) };
    const answered = async () => {
      const response = await way.send(new URL(`/procedures/${encodeURIComponent(name)}`, way.server), {
        ...asked,
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.any(signals),
      });
      // The body is read under the same signals: an answer can stop in its middle.
      return { body: await readAnswer(response), warnings: warningsOf(response) };
    };
    const { body, warnings } = await answered().catch((error: unknown) => {
      if (error instanceof WeftError) throw error;
      throw failureOnTheWay(error, { server: way.server, signal, timeout, timeoutMs });
    });
    // The call is done: what the caller's own function throws is no failure of it.
    for (const warning of warnings) onWarning?.(warning, name);
    return body as Output<typeof name>; // the handler behind the name is typed by the same contract
  };
}

function readTimeout(timeoutMs: number): number {
  const ms = timerMs(timeoutMs);
  if (ms !== undefined) return ms;
  throw new WeftError('invalid_input', `timeoutMs: must be a number of milliseconds, not ${timeoutMs}`);
}

function headersOf(
  { token, headers }: ServerWay,
  { requestId, threadId, idempotencyKey }: CallOptions,
): Record<string, string> {
  return {
    ...headers,
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: headerValue(`Bearer ${token}`, 'the token') }),
    ...(requestId === undefined ? {} : { 'x-request-id': headerValue(requestId, 'requestId') }),
    ...(threadId === undefined ? {} : { 'x-thread-id': headerValue(threadId, 'threadId') }),
    ...(idempotencyKey === undefined
      ? {}
      : { 'idempotency-key': headerValue(idempotencyKey, 'idempotencyKey') }),
  };
}

/** In UTF-8: a header takes bytes, each of them written as one character. */
function headerValue(text: string, what: string): string {
  if (/\p{Cc}/u.test(text))
    throw new WeftError('invalid_input', `${what} cannot be sent: it holds a line break or another control`);
  return String.fromCharCode(...new TextEncoder().encode(text));
}

function bodyOf(input: unknown): string {
  const body = jsonOf(input);
  if (isBeyondLimit(body)) throw new WeftError('too_large', bodyTooLarge);
  return body;
}

function jsonOf(input: unknown): string {
  try {
    const json: unknown = JSON.stringify(input);
    if (typeof json === 'string') return json;
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WeftError('invalid_input', `the input is no JSON: ${reason}`, undefined, { cause });
  }
  throw new WeftError('invalid_input', `the input is no JSON: it is a ${typeof input}`);
}

/** Each character is one byte at least, and three at most: hardly a body has to be counted. */
function isBeyondLimit(body: string): boolean {
  if (body.length > payloadLimitBytes) return true;
  return body.length > payloadLimitBytes / 3 && new TextEncoder().encode(body).length > payloadLimitBytes;
}

async function readAnswer(response: TransportResponse): Promise<unknown> {
  const text = await response.text();
  const body = tryParseJson(text);
  if (response.ok && body !== undefined) return body;
  throw problemOf(response.status, isJsonObject(body) ? body : {});
}

function warningsOf({ headers }: TransportResponse): string[] {
  return textsIn(tryParseJson(headers.get('weft-warnings') ?? '[]'));
}

function problemOf(status: number, { code, message, details }: JsonObject): WeftError {
  if (isErrorCode(code) && typeof message === 'string') return new WeftError(code, message, details);
  return new WeftError('unreachable', `what answers there (${status}) is not Weft; check the url`);
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatus, code);
}

interface Sending {
  readonly server: URL;
  readonly signal: AbortSignal | undefined;
  readonly timeout: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
}

function failureOnTheWay(cause: unknown, { server, signal, timeout, timeoutMs }: Sending): WeftError {
  if (signal?.aborted) return new WeftError('aborted', 'the caller stopped the call', undefined, { cause });
  if (timeout?.aborted)
    return new WeftError('deadline', `no answer within ${timeoutMs} ms`, undefined, { cause });
  const hint = 'start it with "weft serve", and check the url';
  return new WeftError('unreachable', `Weft does not answer at ${server.origin}; ${hint}`, undefined, {
    cause,
  });
}
