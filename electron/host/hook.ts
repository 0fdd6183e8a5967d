import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { version } from '../../package.json' with { type: 'json' };
import { runHook } from './run-hook.ts';

// `weft hook`, a program of its own that the launcher loads before it looks at anything else.

process.on('uncaughtException', () => process.exit(0));
const options = {
  values: process.argv.slice(2),
  env: process.env,
  version,
  distDir: import.meta.dirname,
  cwd: workingFolder(),
  openStdin,
  write: (text: string) => writeAll(1, text),
  writeError: (text: string) => writeAll(2, text),
};
// Whoever waits for it, this is not in the way any longer.
void runHook(options).then(code => process.exit(code));

function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Streams of the process would be made for this alone. */
function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** Pipes and sockets without what `process.stdin` makes around them; it is for terminals and files. */
function openStdin(): Readable {
  try {
    return new Socket({ fd: 0, readable: true, writable: false });
  } catch {
    return process.stdin;
  }
}
