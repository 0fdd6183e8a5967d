import { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { type ErrorBody, type ErrorCode, errorStatus, type Reply } from '../../../shared/contract/errors.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { securityHeaders } from '../security-headers.ts';

/** What is answered: a JSON text, with all its headers but those of the connection. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const jsonHeaders = {
  ...securityHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
} as const;

const problemHeaders = { ...jsonHeaders, 'content-type': 'application/problem+json' } as const;

/** An error as `application/problem+json` (RFC 9457), with Weft's code beside the standard members. */
export function problemAnswer(error: ErrorBody, status: number = errorStatus[error.code]): Answer {
  const { code, message, details } = error;
  const body = { type: 'about:blank', title: code, status, detail: message, code, message, details };
  return { status, headers: problemHeaders, text: JSON.stringify(body) };
}

export function problem(code: ErrorCode, message: string): Answer {
  return problemAnswer({ code, message });
}

/** A plain value, without envelope. */
export function valueAnswer(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...jsonHeaders, ...headers }, text: JSON.stringify(value ?? null) };
}

/** A JSON file to keep, byte for byte. */
export function fileAnswer(filename: string, text: string, headers: Record<string, string> = {}): Answer {
  // Names of files are ids of definitions, which need no quoting.
  const named = { 'content-disposition': `attachment; filename="${filename}"` };
  return { status: 200, headers: { ...jsonHeaders, ...named, ...headers }, text };
}

/** What a value may lack travels beside it, as a JSON list in ASCII, and of which definitions it is, so that the value keeps its shape. */
export function replyHeaders(reply: Reply<unknown> & { readonly ok: true }): Record<string, string> {
  const { warnings = [], generation } = reply;
  const named = generation === undefined ? {} : { 'weft-generation': String(generation) };
  if (warnings.length === 0) return named;
  const json = JSON.stringify(warnings);
  const ascii = json.replace(/[^ -~]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { ...named, 'weft-warnings': ascii };
}

export function replyAnswer(reply: Reply<unknown>): Answer {
  if (!reply.ok) return problemAnswer(reply.error);
  return valueAnswer(reply.value, 200, replyHeaders(reply));
}

/**
 * Sends an answer. Node's own way is taken where the request came over it: a `Response` and the streams behind it take
 * longer than most answers.
 */
export function respond(context: Context, { status, headers, text }: Answer): Response {
  const outgoing = isJsonObject(context.env) ? context.env.outgoing : undefined;
  if (!(outgoing instanceof ServerResponse)) return new Response(text, { status, headers });
  sendOver(outgoing, { status, headers, text });
  return RESPONSE_ALREADY_SENT;
}

/** Node joins a text with the head: written in UTF-8, bytes of headers beyond ASCII would be encoded once more. */
function sendOver(outgoing: ServerResponse, { status, headers, text }: Answer): void {
  const length = Buffer.byteLength(text);
  outgoing.writeHead(status, { ...headers, 'content-length': length });
  // A text of ASCII alone, as most are, needs no encoding.
  if (length === text.length) outgoing.end(text, 'latin1');
  else outgoing.end(Buffer.from(text));
}
