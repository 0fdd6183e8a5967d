import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import { type ErrorCode, errorStatus } from '../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import type { CallOptions, ClientOptions } from './client-types.ts';
import { serverAddress } from './server-address.ts';
import type { Answer, Transport } from './transport.ts';
import { WeftError } from './weft-error.ts';

/** Calls a procedure of the contract; fails with `WeftError`. */
export type CallProcedure = <Name extends ProcedureName>(
  name: Name,
  input: Input<Name>,
  options?: CallOptions,
) => Promise<Output<Name>>;

export function createCall(client: ClientOptions, transport: Transport): CallProcedure {
  const server = serverAddress(client);
  return async (name, input, options = {}) => {
    const { signal, timeoutMs = client.timeoutMs, onWarning = client.onWarning } = options;
    const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
    const signals = [signal, timeout].filter(one => one !== undefined);
    try {
      const response = await transport.send(new URL(`/procedures/${encodeURIComponent(name)}`, server), {
        method: 'POST',
        headers: headersOf(client, options),
        body: JSON.stringify(input),
        redirect: 'error',
        signal: AbortSignal.any(signals),
      });
      // The body is read under the same signals: an answer can stop in its middle.
      const body = await readAnswer(response);
      for (const warning of warningsOf(response)) onWarning?.(warning, name);
      return body as Output<typeof name>; // the handler behind the name is typed by the same contract
    } catch (error) {
      if (error instanceof WeftError) throw error;
      throw failureOnTheWay(error, { server, signal, timeout, timeoutMs });
    }
  };
}

function headersOf(client: ClientOptions, { requestId, threadId }: CallOptions): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(client.token === undefined ? {} : { authorization: `Bearer ${client.token}` }),
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    ...(threadId === undefined ? {} : { 'x-thread-id': threadId }),
  };
}

async function readAnswer(response: Answer): Promise<unknown> {
  const text = await response.text();
  const body = parse(text);
  if (response.ok && body !== undefined) return body.value;
  throw problemOf(response.status, isJsonObject(body?.value) ? body.value : {});
}

function warningsOf({ headers }: Answer): string[] {
  const list = parse(headers.get('weft-warnings') ?? '[]')?.value;
  return Array.isArray(list) ? list.filter(warning => typeof warning === 'string') : [];
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function problemOf(status: number, { code, message, details }: JsonObject): WeftError {
  if (isErrorCode(code) && typeof message === 'string') return new WeftError(code, message, details);
  return new WeftError('unreachable', `what answers there (${status}) is not Weft; check the url`);
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatus, code);
}

interface Way {
  readonly server: URL;
  readonly signal: AbortSignal | undefined;
  readonly timeout: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
}

function failureOnTheWay(cause: unknown, { server, signal, timeout, timeoutMs }: Way): WeftError {
  if (signal?.aborted) return new WeftError('aborted', 'the caller stopped the call', undefined, { cause });
  if (timeout?.aborted)
    return new WeftError('deadline', `no answer within ${timeoutMs} ms`, undefined, { cause });
  const hint = 'start it with "weft serve", and check the url';
  return new WeftError('unreachable', `Weft does not answer at ${server.origin}; ${hint}`, undefined, {
    cause,
  });
}
