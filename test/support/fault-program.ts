import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLong } from './property-runs.ts';
import { repository } from './run-weft.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A program that is started again and again, and killed; it finds what it is given in `process.argv.at(-1)`, as JSON. */
export type FaultProgram = (given: unknown) => ChildProcess & { readonly stdout: NodeJS.ReadableStream };

/**
 * Prepares a program that imports our sources by their URLs. The long tier starts it hundreds of times: there it is one
 * file, which is ready in a third of the time.
 */
export async function prepareProgram(source: string): Promise<FaultProgram> {
  const program = isLong ? [await inOneFile(source)] : ['--input-type=module', '--eval', source];
  return given =>
    spawn(process.execPath, [...program, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function inOneFile(source: string): Promise<string> {
  const { build } = await import('vite');
  const entry = join(temporaryFolder(), 'program.js');
  writeFileSync(
    entry,
    source.replaceAll(/file:\/\/[^'"]+/g, url => fileURLToPath(url)),
  );
  const name = createHash('sha256').update(source).digest('hex').slice(0, 16);
  // There it finds the packages that are not put into it.
  const outDir = join(repository, 'node_modules/.cache/fault-programs', name);
  await build({
    configFile: false,
    logLevel: 'error',
    root: repository,
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
  return join(outDir, 'program.mjs');
}

/** Kills a program so many milliseconds after it has printed something; what it printed until then. */
export async function killAfterFirstLine(
  child: ReturnType<FaultProgram>,
  delayMs: number,
): Promise<readonly string[]> {
  let output = '';
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs));
  for await (const part of child.stdout) output += String(part);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  assert(child.signalCode === 'SIGKILL', 'the program ended by itself');
  // What was cut off was not acknowledged.
  return output.slice(0, output.lastIndexOf('\n')).split('\n');
}
