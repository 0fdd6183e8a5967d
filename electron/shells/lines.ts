import { failedReply, type Reply } from '../../shared/contract/errors.ts';
import { payloadLimitBytes } from '../../shared/contract/payload-limit.ts';
import { readJsonInTurns } from '../services/app/parse-in-turns.ts';
import { lossInInput, roundedIn, withRounded } from '../services/project/refuse-loss.ts';

const newline = 0x0a;

/**
 * Answers every line of `input` with one envelope, in order; with `invalid_input` a line that is no JSON, or that `procedure`
 * would store otherwise than it is.
 */
export async function answerLines(
  input: AsyncIterable<Uint8Array>,
  procedure: string,
  ask: (value: unknown) => Promise<Reply<unknown>>,
  writeLine: (line: string, reply: Reply<unknown>) => Promise<void>,
): Promise<void> {
  for await (const line of splitLines(input, payloadLimitBytes)) {
    const reply = await answerLine(line, procedure, ask);
    await writeLine(JSON.stringify(reply), reply);
  }
}

async function answerLine(
  line: Buffer | 'too_large',
  procedure: string,
  ask: (value: unknown) => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  if (line === 'too_large') return failedReply('too_large', 'the line is larger than 8 MiB');
  const read = await readJsonInTurns(line);
  if (!read.ok)
    return failedReply(
      read.problem === 'too_large' ? 'too_large' : 'invalid_input',
      `the line ${read.reason}`,
    );
  const loss = await lossInInput(procedure, read.text, read.value);
  if (loss !== undefined) return failedReply('invalid_input', loss);
  return withRounded(await ask(read.value), roundedIn(read.text));
}

/**
 * Splits at line feeds only, as bytes: other separators may stand inside JSON texts. The last line needs no end; a
 * blank line says nothing and is passed over.
 */
export async function* splitLines(
  input: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Buffer | 'too_large'> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (): (Buffer | 'too_large')[] => {
    const line = length > limitBytes ? 'too_large' : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line !== 'too_large' && line.every(isSpace) ? [] : [line];
  };
  const keep = (part: Uint8Array): void => {
    length += part.length;
    // What is too large is counted and let go.
    if (length <= limitBytes) parts.push(part);
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end));
      yield* take();
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  yield* take();
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;
