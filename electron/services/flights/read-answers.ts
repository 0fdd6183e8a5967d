import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { FlightUsage } from '../../../shared/model/flight.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { createJsonScale } from '../../../shared/model/json-limits.ts';

/** An answer of a model, as a transcript has it. */
export interface ReadAnswer {
  readonly answer_id: string;
  readonly usage: FlightUsage;
  readonly model?: string | undefined;
  readonly at?: string | undefined;
  readonly window?: number | undefined;
}

export interface NewAnswers {
  /** In bytes, up to which whole line was read. */
  readonly to: number;
  readonly answers: readonly ReadAnswer[];
}

/** At most so much is read at once; the rest with the next event. */
const mostBytes = 8 * 1024 * 1024;
/** Of one line. */
const mostValues = 100_000;

/** Whether a line begins at a byte of a transcript, as in a copy of one that was read up to there. */
export async function isLineStart(transcript: string | undefined, at: number): Promise<boolean> {
  if (transcript === undefined || at === 0) return true;
  try {
    return (await readFrom(transcript, at - 1, 1)).toString('latin1') === '\n';
  } catch {
    return false;
  }
}

/** The answers that a transcript has from a byte on; none where it cannot be read, or is no file of JSON lines. */
export async function readAnswers(transcript: string | undefined, from: number): Promise<NewAnswers> {
  const none = { to: from, answers: [] };
  if (transcript?.endsWith('.jsonl') !== true) return none;
  try {
    const bytes = await readFrom(transcript, from, mostBytes);
    // What follows the last line break is still being written; a line beyond all bounds is passed over.
    const end = bytes.lastIndexOf('\n') + 1 || (bytes.length === mostBytes ? mostBytes : 0);
    const lines = bytes.subarray(0, end).toString('utf8').split('\n');
    return { to: from + end, answers: lines.flatMap(answerOfLine) };
  } catch {
    return none;
  }
}

async function readFrom(path: string, from: number, most: number): Promise<Buffer> {
  const stats = await lstat(path);
  if (!stats.isFile() || stats.size <= from) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  // Its end counts as well.
  const part = { start: from, end: Math.min(stats.size, from + most) - 1 };
  for await (const chunk of createReadStream(path, part)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Who fails to ask the model says so as an answer, for which nothing was read. */
export const hasRead = ({ usage }: Pick<ReadAnswer, 'usage'>): boolean =>
  usage.input_tokens + usage.cache_read_tokens + usage.cache_creation_tokens > 0;

function answerOfLine(line: string): ReadAnswer[] {
  if (!line.includes('tokens"')) return [];
  if (createJsonScale(mostValues).add(Buffer.from(line)) !== undefined) return [];
  try {
    const value: unknown = JSON.parse(line);
    const answer = isJsonObject(value)
      ? (messageAnswer(value) ?? countedAnswer(value) ?? geminiAnswer(value))
      : undefined;
    return answer === undefined || !hasRead(answer) ? [] : [answer];
  } catch {
    return [];
  }
}

/** Claude Code: `{"type": "assistant", "message": {"id", "model", "usage"}}`. */
function messageAnswer(line: JsonObject): ReadAnswer | undefined {
  const { type, message, timestamp, isSidechain, isApiErrorMessage } = line;
  if (type !== 'assistant' || isSidechain === true || !isJsonObject(message)) return undefined;
  const { id, model, usage } = message;
  // What it says itself, no model has said.
  if (isApiErrorMessage === true || model === '<synthetic>') return undefined;
  if (typeof id !== 'string' || !isJsonObject(usage)) return undefined;
  return {
    answer_id: id.slice(0, 200),
    model: typeof model === 'string' ? model.slice(0, 200) : undefined,
    at: instantOf(timestamp),
    usage: {
      input_tokens: count(usage.input_tokens),
      cache_read_tokens: count(usage.cache_read_input_tokens),
      cache_creation_tokens: count(usage.cache_creation_input_tokens),
      output_tokens: count(usage.output_tokens),
    },
  };
}

/** Codex: `{"type": "event_msg", "payload": {"type": "token_count", "info": {"last_token_usage"}}}`. */
function countedAnswer({ type, payload, timestamp }: JsonObject): ReadAnswer | undefined {
  if (type !== 'event_msg' || !isJsonObject(payload) || payload.type !== 'token_count') return undefined;
  const { info } = payload;
  if (!isJsonObject(info) || !isJsonObject(info.last_token_usage)) return undefined;
  const { last_token_usage: last, total_token_usage: total, model_context_window } = info;
  const cached = count(last.cached_input_tokens);
  return {
    // It has no id; the same count is told again where nothing was asked of the model in between.
    answer_id: `total-${isJsonObject(total) ? count(total.total_tokens) : 0}`,
    at: instantOf(timestamp),
    window: count(model_context_window) || undefined,
    usage: {
      // Theirs includes what came from the cache.
      input_tokens: Math.max(0, count(last.input_tokens) - cached),
      cache_read_tokens: cached,
      cache_creation_tokens: 0,
      output_tokens: count(last.output_tokens),
    },
  };
}

/** Gemini CLI: `{"type": "gemini", "id", "model", "tokens": {"input", "cached", "output", "thoughts"}}`, again with its calls. */
function geminiAnswer({ type, id, tokens, model, timestamp }: JsonObject): ReadAnswer | undefined {
  if (type !== 'gemini' || typeof id !== 'string' || !isJsonObject(tokens)) return undefined;
  const cached = count(tokens.cached);
  return {
    answer_id: id.slice(0, 200),
    model: typeof model === 'string' ? model.slice(0, 200) : undefined,
    at: instantOf(timestamp),
    usage: {
      // Theirs includes what came from the cache.
      input_tokens: Math.max(0, count(tokens.input) - cached),
      cache_read_tokens: cached,
      cache_creation_tokens: 0,
      output_tokens: count(tokens.output) + count(tokens.thoughts),
    },
  };
}

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

const instantOf = (value: unknown): string | undefined =>
  typeof value === 'string' && instantMs(value) !== undefined ? value : undefined;
