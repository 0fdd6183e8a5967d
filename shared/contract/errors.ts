/** Error codes and their HTTP status (surfaces). */
export const errorStatus = {
  invalid_input: 400,
  unauthorized: 401,
  forbidden: 403,
  untrusted_project: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  message_too_long: 422,
  busy: 423,
  moved: 503,
  deadline: 504,
  storage_failed: 507,
  internal: 500,
} as const;
export type ErrorCode = keyof typeof errorStatus;

/** An outcome a caller can act on. The message says what was wrong, with the value, and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    // Programs that have the engine within them know it as this.
    this.name = 'WeftError';
    this.code = code;
    this.details = details;
  }
}

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: unknown;
}

/** What crosses every door. */
export type Reply<Value> =
  /**
   * `warnings`: what the value may lack, in sentences; absent where there is nothing to say. `generation`: of the
   * definitions it was made from. Two values of one generation were made from the same; absent where that cannot be said.
   */
  | {
      readonly ok: true;
      readonly value: Value;
      readonly warnings?: readonly string[];
      readonly generation?: number;
    }
  | { readonly ok: false; readonly error: ErrorBody };

export function failedReply(code: ErrorCode, message: string): Reply<never> {
  return { ok: false, error: { code, message } };
}

export const isFailure = (reply: Reply<unknown>, code: ErrorCode): boolean =>
  !reply.ok && reply.error.code === code;

/** What something that was thrown says, be it an error or not. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Our own mistake, not the user's: fails loudly. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** Ends a switch over a closed union. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
