#!/usr/bin/env node
import { version } from '../package.json' with { type: 'json' };
import type { ExitCode } from './cli/exit-codes.ts';
import { reportFailure, runCommand } from './cli/run-command.ts';
import { openTerminal } from './cli/terminal.ts';

/** The `weft` command. */
const terminal = openTerminal();
const context = {
  terminal,
  env: process.env,
  version,
  distDir: import.meta.dirname,
  finish: (code: ExitCode) => {
    process.exitCode = code;
  },
};

// What nobody caught would be printed by Node as it is, names in it included.
process.on('uncaughtException', error => process.exit(reportFailure(terminal, error)));

await runCommand(context, process.argv.slice(2));
