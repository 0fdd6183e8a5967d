import { type ErrorBody, type ErrorCode, errorStatus, type Reply } from '../../../shared/contract/errors.ts';
import { securityHeaders } from '../security-headers.ts';

/** An error as `application/problem+json` (RFC 9457), with Weft's code beside the standard members. */
export function problemResponse(error: ErrorBody, status: number = errorStatus[error.code]): Response {
  const { code, message, details } = error;
  const body = { type: 'about:blank', title: code, status, detail: message, code, message, details };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...securityHeaders, 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  });
}

export function problem(code: ErrorCode, message: string): Response {
  return problemResponse({ code, message });
}

/** A plain value, without envelope. */
export function valueResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value ?? null), {
    status,
    headers: {
      ...securityHeaders,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

/** A JSON file to keep, byte for byte. */
export function fileResponse(filename: string, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    headers: {
      ...securityHeaders,
      'content-type': 'application/json; charset=utf-8',
      // Names of files are ids of definitions, which need no quoting.
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

/** What a value may lack travels beside it, as a JSON list in ASCII, so that the value keeps its shape. */
export function warningHeaders(warnings: readonly string[] = []): Record<string, string> {
  if (warnings.length === 0) return {};
  const json = JSON.stringify(warnings);
  const ascii = json.replace(/[^ -~]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { 'weft-warnings': ascii };
}

export function replyResponse(reply: Reply<unknown>): Response {
  if (!reply.ok) return problemResponse(reply.error);
  return valueResponse(reply.value, 200, warningHeaders(reply.warnings));
}
