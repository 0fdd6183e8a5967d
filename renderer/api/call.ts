import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import {
  AppError,
  type ErrorBody,
  errorStatus,
  messageOf,
  type Reply,
} from '../../shared/contract/errors.ts';
import { keysOf } from '../../shared/model/entries.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import './bridge.ts';
import { t, told } from '../texts/texts.ts';
import { noteLost } from './connection.ts';

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
  const answer = await request(name, input);
  if (!answer) {
    const message = t(
      'Weft does not answer: the process that serves this page has ended. Start it again and open the address that it prints.',
    );
    noteLost({ kind: 'gone', message });
    return failure('internal', message);
  }
  const { response, body } = answer;
  const reply: Reply<unknown> = response.ok ? { ok: true, value: body } : problemReply(response, body);
  const isUnknown = !reply.ok && response.status === 401;
  noteLost(isUnknown ? { kind: 'unknown_page', message: told(reply.error.message) } : undefined);
  return reply;
}

/** One that breaks off is none. */
async function request(
  name: string,
  input: unknown,
): Promise<{ readonly response: Response; readonly body: unknown } | undefined> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  };
  const response = await fetch(`/procedures/${name}`, init).catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  return response && (body !== undefined || !response.ok) ? { response, body } : undefined;
}

function problemReply(response: Response, body: unknown): Reply<unknown> {
  const problem = isJsonObject(body) ? body : {};
  const code = keysOf(errorStatus).find(known => known === problem.code) ?? 'internal';
  const message = [problem.detail, problem.message].find(text => typeof text === 'string');
  return failure(
    code,
    message ?? t('The server answered {status}.', { status: response.status }),
    problem.details,
  );
}

function failure(code: ErrorBody['code'], message: string, details?: unknown): Reply<unknown> {
  return { ok: false, error: { code, message, details } };
}
