#!/usr/bin/env node
import { version } from '../package.json' with { type: 'json' };
import { type ExitCode, exitCodes } from './cli/exit-codes.ts';
import { openTerminal, takeConsole } from './cli/terminal.ts';
import { callWarmHost, type WarmCall } from './host/warm-call.ts';

/** The `weft` command. */
const terminal = openTerminal();
const values = process.argv.slice(2);
const warm: WarmCall =
  values[0] === 'call'
    ? await callWarmHost({ values, env: process.env, version, terminal })
    : { reply: undefined };
if (warm.reply === undefined) await runAll(warm);
else {
  await terminal.writeJson(warm.reply, warm.json ? 0 : 2);
  process.exitCode = warm.reply.ok ? exitCodes.ok : exitCodes.findings;
  // Where writing to a stream is done when it returns, nothing is left to wait for.
  if (process.platform === 'linux') process.exit();
}

/** All of Weft is loaded where a host that runs has not answered. */
async function runAll({ stdin, reply: _, ...found }: Extract<WarmCall, { reply: undefined }>): Promise<void> {
  takeConsole(terminal);
  const { reportFailure, runCommand } = await import('./cli/run-command.ts');
  const context = {
    terminal: stdin === undefined ? terminal : { ...terminal, stdin: replay(stdin) },
    env: process.env,
    version,
    distDir: import.meta.dirname,
    ...found,
    finish: (code: ExitCode) => {
      process.exitCode = code;
    },
  };
  // What nobody caught would be printed by Node as it is, names in it included.
  process.on('uncaughtException', error => process.exit(reportFailure(terminal, error)));
  await runCommand(context, values);
}

/** What was read of the input already. */
async function* replay(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
