import { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { AppError, messageOf, type Reply } from '../../../shared/contract/errors.ts';
import { bodyTooLarge, payloadLimitBytes } from '../../../shared/contract/payload-limit.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { createJsonScale, maxJsonValues, maxObjectKeys } from '../../../shared/model/json-limits.ts';
import { parseInTurns } from '../../services/app/parse-in-turns.ts';
import type { Caller } from '../../services/project/call.ts';
import { refuseLoss, withRounded } from '../../services/project/refuse-loss.ts';
import { cancelFromClose, cancelFromSignal } from '../cancel-from-signal.ts';
import type { Dispatch } from '../dispatch-port.ts';
import { answerUnread, type NodeEnds } from './answer-unread.ts';
import { type Answer, problemAnswer, respond } from './problem-response.ts';

/** Both ends of Node's own connection, which its adapter passes on; asking the adapter's `Request` costs more than most answers. */
export function nodeEnds({ env }: Context): NodeEnds | undefined {
  if (!isJsonObject(env)) return undefined;
  const { incoming, outgoing } = env;
  const isNode = incoming instanceof IncomingMessage && outgoing instanceof ServerResponse;
  return isNode ? { incoming, outgoing } : undefined;
}

/** A header of the request; several of one name with commas between them. */
export function headerOf(context: Context, name: string): string | undefined {
  const ends = nodeEnds(context);
  if (ends === undefined) return context.req.header(name);
  const value = ends.incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** What was rounded of the body, which is told beside what the answer may lack. */
const roundedKey = 'rounded';

/** Calls a procedure on behalf of a request; the client's going away stops it. */
export async function ask(
  dispatch: Dispatch,
  context: Context,
  name: string,
  input: unknown,
): Promise<Reply<unknown>> {
  const ends = nodeEnds(context);
  const requestId = shortHeader(context, 'x-request-id');
  const threadId = shortHeader(context, 'x-thread-id');
  const key = shortHeader(context, 'idempotency-key');
  const reply = await dispatch(
    {
      door: doorOf(context),
      access: headerOf(context, 'weft-access') === 'read' ? 'read' : 'write',
      cancel: ends === undefined ? cancelFromSignal(context.req.raw.signal) : cancelFromClose(ends.outgoing),
      ...(requestId === undefined ? {} : { requestId }),
      ...(threadId === undefined ? {} : { threadId }),
      ...(key === undefined ? {} : { key }),
    },
    name,
    input,
  );
  return withRounded(reply, context.get(roundedKey));
}

/** What asks on behalf of another door says which, and never gets more by it than whoever has the token. */
function doorOf(context: Context): Caller['door'] {
  const said = headerOf(context, 'weft-door');
  return said === 'mcp' || said === 'cli' ? said : 'http';
}

// Without `stream` nothing of one text stays in it.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** In characters. */
export const longestHeader = 200;

/** What a header says: the bytes of UTF-8, as shells and the SDK send them, else of Latin-1, as Node reads all of them. */
export function headerText(value: string): string {
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

function shortHeader(context: Context, name: string): string | undefined {
  const value = headerText(headerOf(context, name) ?? '');
  if (value === '') return undefined;
  if (value.length > longestHeader)
    throw new AppError('invalid_input', `the header ${name} may have at most ${longestHeader} characters`);
  return value;
}

/** What an address asks behind its `?`. Who writes something there means it, so what nothing reads is refused: `?dry_run=true` would write. */
export function queryOf(url: string, known: readonly string[], instead: string): URLSearchParams {
  const start = url.indexOf('?');
  const query = new URLSearchParams(start < 0 ? '' : url.slice(start));
  const keys = [...query.keys()];
  const bad = keys.find((key, index) => !known.includes(key) || keys.indexOf(key) < index);
  if (bad === undefined) return query;
  const named = JSON.stringify(bad.slice(0, longestHeader));
  const reason = known.includes(bad) ? `has ${named} twice` : `has ${named}, which nothing reads; ${instead}`;
  throw new AppError('invalid_input', `the address ${reason}`);
}

/** Hands on the parsed body, or answers what is wrong with it. */
export function withBody(
  context: Context,
  handle: (body: unknown) => Promise<Answer>,
  how?: BodyHow,
): Promise<Response> {
  return orProblem(context, async () => {
    const { text, value } = await readJsonBody(nodeEnds(context)?.incoming ?? context.req.raw, how);
    if (how?.procedure !== undefined) context.set(roundedKey, await refuseLoss(how.procedure, text, value));
    return handle(value);
  });
}

/** Answers what a caller did wrong; our own mistakes go on to the log. */
export async function orProblem(context: Context, handle: () => Promise<Answer>): Promise<Response> {
  try {
    return respond(context, await handle());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const answer = problemAnswer(error);
    return error.code === 'too_large' ? respondUnread(context, answer) : respond(context, answer);
  }
}

/** Sends an answer to what was not read to its end. */
export function respondUnread(context: Context, answer: Answer): Response {
  const ends = nodeEnds(context);
  if (ends === undefined) return respond(context, answer);
  answerUnread(ends, answer);
  return RESPONSE_ALREADY_SENT;
}

interface BodyHow {
  readonly limitBytes?: number;
  /** What it is the input of. */
  readonly procedure?: string;
}

/** The JSON of a request's body, and what it says; `{}` when it is empty. Counts what really arrives, whatever the head says. */
export async function readJsonBody(
  source: IncomingMessage | Request,
  { limitBytes = payloadLimitBytes }: BodyHow = {},
): Promise<{ readonly text: string; readonly value: unknown }> {
  const { headers } = source;
  const said = headers instanceof Headers ? headers.get('content-length') : headers['content-length'];
  if (Number(said) > limitBytes) throw largerThan(limitBytes);
  const bytes = await readBytes(source, limitBytes);
  if (bytes.length === 0) return { text: '{}', value: {} };
  try {
    const text = utf8.decode(bytes);
    return { text, value: await parseInTurns(text) };
  } catch (error) {
    const reason = messageOf(error);
    throw new AppError('invalid_input', `the body is not valid JSON: ${reason}`);
  }
}

async function readBytes(source: IncomingMessage | Request, limitBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const scale = createJsonScale(maxJsonValues, maxObjectKeys);
  const take = (chunk: Uint8Array): void => {
    length += chunk.length;
    if (length > limitBytes) throw largerThan(limitBytes);
    const excess = scale.add(chunk);
    if (excess !== undefined)
      throw new AppError(
        excess.code === 'too_large' ? 'too_large' : 'invalid_input',
        `the body ${excess.reason}`,
      );
    chunks.push(chunk);
  };
  if (source instanceof IncomingMessage) await eachChunk(source, take);
  else for await (const chunk of source.body ?? []) take(chunk);
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
}

/** Hands on what arrives until it ends, or until `take` throws. An iterator over it takes several times as long. */
function eachChunk(incoming: IncomingMessage, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      incoming.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      settle();
    };
    const onData = (chunk: Uint8Array): void => {
      try {
        take(chunk);
      } catch (error) {
        incoming.pause();
        end(() => reject(error));
      }
    };
    const onEnd = (): void => end(resolve);
    const onError = (error: Error): void => end(() => reject(error));
    const onClose = (): void => end(() => reject(new Error('the client went away before its body ended')));
    incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

function largerThan(limitBytes: number): AppError {
  const isUsual = limitBytes === payloadLimitBytes;
  return new AppError('too_large', isUsual ? bodyTooLarge : `the body is larger than ${limitBytes} bytes`);
}
