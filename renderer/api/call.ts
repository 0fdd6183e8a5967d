import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import {
  AppError,
  type ErrorBody,
  errorStatus,
  messageOf,
  type Reply,
} from '../../shared/contract/errors.ts';
import { keysOf } from '../../shared/model/entries.ts';
import { isJsonObject, tryParseJson } from '../../shared/model/json.ts';
import './bridge.ts';
import { t, told } from '../texts/texts.ts';
import { noteLost } from './connection.ts';
import { type Answer, type LargePost, post } from './post.ts';

/** Calls a procedure through whatever shell serves this page; throws `AppError`. */
export async function call<Name extends ProcedureName>(
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const reply = await (window.weft ? window.weft.call(name, input) : callOverHttp(name, input));
  if (!reply.ok) throw new AppError(reply.error.code, told(reply.error.message), reply.error.details);
  return reply.value as Output<Name>; // the handler behind `name` is typed by the same contract
}

/** Any thrown value as what a reply would carry. */
export function errorBody(error: unknown): ErrorBody {
  const message = told(messageOf(error));
  return error instanceof AppError
    ? { code: error.code, message, details: error.details }
    : { code: 'internal', message };
}

async function callOverHttp(name: string, input: unknown): Promise<Reply<unknown>> {
  const body = JSON.stringify(input);
  const send = body.length > mostAtOnce ? postFromWorker : post;
  const answer = await send(`/procedures/${name}`, body);
  const value = tryParseJson(answer?.text ?? '');
  const isGiven = answer !== undefined && answer.status < 400;
  // One that breaks off is none.
  if (!answer || (isGiven && value === undefined)) {
    const message = t(
      'Weft does not answer: the process that serves this page has ended. Start it again and open the address that it prints.',
    );
    noteLost({ kind: 'gone', message });
    return failure('internal', message);
  }
  const reply: Reply<unknown> = isGiven ? { ok: true, value } : problemReply(answer.status, value);
  const isUnknown = !reply.ok && answer.status === 401;
  noteLost(isUnknown ? { kind: 'unknown_page', message: told(reply.error.message) } : undefined);
  return reply;
}

/** Characters of a body. The page's own thread copies one of 600,000 for 35 ms, which who types would feel. */
const mostAtOnce = 50_000;
const sender: { worker?: Promise<Worker | undefined> | undefined } = {};

async function postFromWorker(path: string, body: string): Promise<Answer | undefined> {
  sender.worker ??= startSender();
  const worker = await sender.worker;
  if (worker === undefined) return post(path, body);
  const { port1, port2 } = new MessageChannel();
  const answered = Promise.withResolvers<Answer | undefined>();
  port1.onmessage = ({ data }: MessageEvent<Answer | undefined>) => {
    port1.close();
    answered.resolve(data);
  };
  worker.postMessage({ path, body, answer: port2 } satisfies LargePost, [port2]);
  return answered.promise;
}

/** Undefined where its program cannot be had, as when the server is gone; then it is tried again with the next body. */
function startSender(): Promise<Worker | undefined> {
  const worker = new Worker(new URL('./post.worker.ts', import.meta.url), { type: 'module' });
  const started = Promise.withResolvers<Worker | undefined>();
  worker.addEventListener('message', () => started.resolve(worker), { once: true });
  worker.addEventListener('error', () => {
    sender.worker = undefined;
    started.resolve(undefined);
  });
  return started.promise;
}

function problemReply(status: number, body: unknown): Reply<unknown> {
  const problem = isJsonObject(body) ? body : {};
  const code = keysOf(errorStatus).find(known => known === problem.code) ?? 'internal';
  const message = [problem.detail, problem.message].find(text => typeof text === 'string');
  return failure(code, message ?? t('The server answered {status}.', { status }), problem.details);
}

function failure(code: ErrorBody['code'], message: string, details?: unknown): Reply<unknown> {
  return { ok: false, error: { code, message, details } };
}
