import type { Context } from 'hono';
import { AppError, type Reply } from '../../../shared/contract/errors.ts';
import { cancelFromSignal } from '../cancel-from-signal.ts';
import type { Dispatch } from '../dispatch-port.ts';
import { problemResponse } from './problem-response.ts';
import { readJsonBody } from './read-body.ts';

/** Calls a procedure on behalf of a request; the client's going away stops it. */
export function ask(
  dispatch: Dispatch,
  context: Context,
  name: string,
  input: unknown,
): Promise<Reply<unknown>> {
  const requestId = shortHeader(context, 'x-request-id');
  const threadId = shortHeader(context, 'x-thread-id');
  return dispatch(
    {
      door: 'http',
      access: 'write',
      cancel: cancelFromSignal(context.req.raw.signal),
      ...(requestId === undefined ? {} : { requestId }),
      ...(threadId === undefined ? {} : { threadId }),
    },
    name,
    input,
  );
}

/** In characters. */
export const longestHeader = 200;

function shortHeader(context: Context, name: string): string | undefined {
  const value = context.req.header(name);
  if (value === undefined || value === '') return undefined;
  if (value.length > longestHeader)
    throw new AppError('invalid_input', `the header ${name} may have at most ${longestHeader} characters`);
  return value;
}

/** Hands on the parsed body, or answers what is wrong with it. */
export function withBody(
  context: Context,
  handle: (body: unknown) => Promise<Response>,
  limitBytes?: number,
): Promise<Response> {
  return orProblem(async () => handle(await readJsonBody(context.req.raw, limitBytes)));
}

/** Answers what a caller did wrong; our own mistakes go on to the log. */
export async function orProblem(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const response = problemResponse(error);
    // The rest of such a body is not read, so the connection cannot be used again.
    if (error.code === 'too_large') response.headers.set('connection', 'close');
    return response;
  }
}
