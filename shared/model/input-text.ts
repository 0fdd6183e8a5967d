import type { ContextRequest } from './request.ts';

/** The request's input text, however it was written. Apart from the schema, for who reads and does not check. */
export function inputText(request: ContextRequest): string | undefined {
  return typeof request.input === 'string' ? request.input : request.input?.text;
}
