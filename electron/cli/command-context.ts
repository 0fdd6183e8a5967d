import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** What every command gets from the process it runs in. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Folder of the built program: beside it lie the studio, the workers and the sample project. */
  readonly distDir: string;
  /** Of a call that a host may have done already. */
  readonly key?: string;
  /** Since when the host was found to be silent, as `performance.now()` counts. */
  readonly silentSince?: number;
  /** Sets the exit code of the process; the last call counts. */
  finish(code: ExitCode): void;
}
