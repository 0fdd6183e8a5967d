import type { ErrorCode } from '../../shared/contract/errors.ts';

/** What the process tells its caller: fine, findings, bad usage, or our own fault. */
export const exitCodes = { ok: 0, findings: 1, usage: 2, internal: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of a command that could not do its work. */
export const exitCodeOf = {
  invalid_input: exitCodes.usage,
  unauthorized: exitCodes.usage,
  forbidden: exitCodes.usage,
  untrusted_project: exitCodes.usage,
  not_found: exitCodes.usage,
  conflict: exitCodes.findings,
  too_large: exitCodes.usage,
  unsupported: exitCodes.usage,
  message_too_long: exitCodes.usage,
  busy: exitCodes.findings,
  moved: exitCodes.findings,
  deadline: exitCodes.findings,
  storage_failed: exitCodes.internal,
  internal: exitCodes.internal,
} as const satisfies Record<ErrorCode, ExitCode>;
