import type { Command } from 'commander';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly project?: string;
  readonly json?: boolean;
  /** This run trusts the project, whoever made it (T11). */
  readonly trust?: boolean;
}

export function addGlobalOptions(program: Command): void {
  program
    .option('--project <dir>', 'the project (default: the nearest folder with .codebolt)')
    .option('--json', 'machine output')
    .option('--trust', 'let the project act in this run, whoever made it (also: WEFT_TRUST=1)');
}

/** Whether the user trusts whatever this process opens. */
export function isTrustGiven(
  env: Readonly<Record<string, string | undefined>>,
  options: GlobalOptions,
): boolean {
  return options.trust === true || env.WEFT_TRUST === '1';
}
