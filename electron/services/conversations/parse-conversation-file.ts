import { isJsonObject } from '../../../shared/model/json.ts';
import { createJsonScale, type JsonExcess } from '../../../shared/model/json-limits.ts';
import { parseJsonInParts } from '../../../shared/model/parse-json.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { findLoss } from '../../storage/files/json-text.ts';
import { mayLose } from '../project/refuse-loss.ts';

/** What the text of a file is read as. */
type Parsed =
  | { readonly kind: 'json'; readonly value: unknown; readonly lost: Lost | undefined }
  | { readonly kind: 'lines'; readonly lines: readonly unknown[]; readonly lost: Lost | undefined }
  | { readonly kind: 'broken'; readonly problems: readonly Omit<FileProblem, 'file'>[] };

/** What the values of a file lack first of its text, such as digits of a number. */
interface Lost {
  readonly line: number;
  readonly reason: string;
}

/** Files are what others wrote, and are taken all the same: what is lost is told. */
export const lossNotes = (lost: Lost | undefined): string[] =>
  lost === undefined ? [] : [`line ${lost.line}: ${lost.reason}`];

const broken = (reason: string): Parsed => ({ kind: 'broken', problems: [{ reason }] });

/** JSON, or a JSON value on each line. */
export function* parseConversationFile(text: string): Generator<void, Parsed> {
  if (text.trim() === '') return broken('is empty');
  const excess = yield* excessOf(Buffer.from(text));
  if (excess !== undefined) return broken(excess.reason);
  const whole = yield* tryJson(text);
  if (whole === undefined) return yield* parseLines(text);
  const { value } = whole;
  const lost = yield* lossIn(text, value);
  // A transcript of one line.
  const isLine = isJsonObject(value) && 'type' in value && !isWhole(value);
  return isLine ? { kind: 'lines', lines: [value], lost } : { kind: 'json', value, lost };
}

/** Bytes that are weighed without a stop. */
const weighedBytes = 262_144;

function* excessOf(bytes: Uint8Array): Generator<void, JsonExcess | undefined> {
  const scale = createJsonScale();
  for (let from = 0; from < bytes.length; from += weighedBytes) {
    const excess = scale.add(bytes.subarray(from, from + weighedBytes));
    if (excess !== undefined) return excess;
    yield;
  }
  return undefined;
}

/** Bad lines or messages that are told, where others can be read: of what has no end nothing behind them is looked at. */
export const mostTold = 20;

function* parseLines(text: string): Generator<void, Parsed> {
  const lines: unknown[] = [];
  let lost: Lost | undefined;
  const problems: Omit<FileProblem, 'file'>[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = yield* tryJson(line);
    if (value !== undefined) {
      lines.push(value.value);
      lost ??= yield* lossIn(line, value.value, at);
    } else problems.push({ reason: notLines, line: at + 1 });
    // What does not even begin as lines of JSON is no such file.
    if (problems.length > 0 && lines.length === 0) return broken(notLines);
    if (problems.length === mostTold) break;
  }
  return problems.length === 0 ? { kind: 'lines', lines, lost } : { kind: 'broken', problems };
}

const notLines = 'is neither JSON nor a JSON value on each line';

function* lossIn(text: string, value: unknown, linesBefore = 0): Generator<void, Lost | undefined> {
  const found = (yield* mayLose(text, value)) ? findLoss(text) : undefined;
  return found && { line: found.line + linesBefore, reason: found.reason };
}

function* tryJson(text: string): Generator<void, { readonly value: unknown } | undefined> {
  yield;
  try {
    return { value: yield* parseJsonInParts(text) };
  } catch {
    return undefined;
  }
}

/** What each shape keeps its entries under. */
export const isWhole = (entry: unknown): boolean =>
  isJsonObject(entry) &&
  ('mapping' in entry ||
    'chat_messages' in entry ||
    ['messages', 'conversations', 'contents', 'input'].some(key => Array.isArray(entry[key])) ||
    (isJsonObject(entry.inputs) && !('role' in entry)));
