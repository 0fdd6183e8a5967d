import type { Command } from 'commander';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly project?: string;
  readonly json?: boolean;
}

export function addGlobalOptions(program: Command): void {
  program
    .option('--project <dir>', 'the project (default: the nearest folder with .codebolt)')
    .option('--json', 'machine output');
}
