import type { WeftErrorCode } from './client-types.ts';

/** Why a call failed: a code to act on, a sentence, and the server's details, such as all errors of an input. */
export class WeftError extends Error {
  readonly code: WeftErrorCode;
  readonly details: unknown;

  constructor(code: WeftErrorCode, message: string, details?: unknown, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WeftError';
    this.code = code;
    this.details = details;
  }
}
