import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError, messageOf } from '../../shared/contract/errors.ts';
import { payloadLimitBytes } from '../../shared/contract/payload-limit.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { createJsonScale } from '../../shared/model/json-limits.ts';
import { roundedIn } from '../services/project/refuse-loss.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** The JSON of a file, or of standard input for `-`. What is only asked is told where a number of it was rounded. */
export async function readJsonInput(
  terminal: Terminal,
  name: string,
  judge: (text: string, value: unknown) => Promise<void> | void = text => tellRounded(terminal, text),
): Promise<unknown> {
  const source = name === '-' ? 'standard input' : name;
  const bytes = name === '-' ? await readAll(terminal.stdin) : await readInputFile(terminal, name);
  if (bytes.length > payloadLimitBytes) throw new UsageError(`${source} is larger than 8 MiB; send less`);
  const excess = createJsonScale().add(bytes);
  if (excess !== undefined) throw new UsageError(`${source} ${excess.reason}; send less`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    await judge(text, value);
    return value;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = messageOf(error).replaceAll('\n', ' ');
    throw new UsageError(`${source} is not valid JSON: ${reason}`);
  }
}

function tellRounded(terminal: Terminal, text: string): void {
  const rounded = roundedIn(text);
  if (rounded !== undefined) terminal.writeErrorLine(`weft: ${rounded}`);
}

/** The request of a file or of standard input; a sample's file has it inside. Judged by whoever takes it. */
export async function readRequest(terminal: Terminal, name: string): Promise<unknown> {
  const value = await readJsonInput(terminal, name);
  const isSample = isJsonObject(value) && isJsonObject(value.request) && value.scope_variables === undefined;
  return isSample ? value.request : value;
}

async function readInputFile(terminal: Terminal, name: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(terminal.cwd, name));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : String(error);
    const what = reason === 'ENOENT' ? 'there is no such file' : `it cannot be read (${reason})`;
    throw new UsageError(`${name}: ${what}; give the path of a JSON file, or - for standard input`);
  }
}

async function readAll(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of input) parts.push(part);
  return Buffer.concat(parts);
}
