import type { z } from 'zod';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { createJsonScale } from '../../../shared/model/json-limits.ts';
import {
  decisionSchema,
  entrySchema,
  type LedgerDecision,
  type LedgerEntry,
} from '../../../shared/model/ledger.ts';
import { type FileProblem, problemsFromIssues, shortened } from '../../../shared/model/problem.ts';
import type { Pause } from '../../../shared/stretches.ts';
import type { KeptFile } from '../../storage/ledger/exchange-table.ts';
import { indexRowOf } from '../../storage/ledger/index-row.ts';
import { readLedgerConfig } from './ledger-settings.ts';

/** A ledger on disk, understood as far as it can be. */
export interface ParsedLedger {
  readonly decisions: { readonly decision: LedgerDecision; readonly indexRow: string | undefined }[];
  readonly entries: LedgerEntry[];
  readonly entities: JsonObject[];
  readonly relations: JsonObject[];
  /** Files that mean nothing here, and those that could not be read as what they should be. */
  readonly others: KeptFile[];
  /** Of files that are read in parts: what of each could not be read, to be written again as it stands. */
  readonly unread: Map<string, { readonly lines: Buffer[]; readonly items: unknown[] }>;
  readonly refused: FileProblem[];
  readonly notes: string[];
}

const newline = 0x0a;
const blackboardFile = 'blackboard.jsonl';
const indexFile = 'decisions/index.json';
const decisionFile = /^decisions\/[^/]+\.json$/;
const graphFiles = { 'graph/entities.json': 'entities', 'graph/relations.json': 'relations' } as const;

/** Reads the files of a ledger, with pauses. What is wrong with one is told and touches no other. */
export async function parseLedger(files: readonly KeptFile[], pause: Pause): Promise<ParsedLedger> {
  const parsed: ParsedLedger = {
    decisions: [],
    entries: [],
    entities: [],
    relations: [],
    others: [],
    unread: new Map(),
    refused: [],
    notes: [],
  };
  const rows = new Map<string, JsonObject>();
  const ids = new Set<string>();
  for (const file of files) {
    const { path } = file;
    if (path === blackboardFile) await parseBlackboard(file, parsed, pause);
    else if (path === indexFile) parseIndex(file, rows, parsed);
    else if (decisionFile.test(path)) parseDecision(file, ids, parsed);
    else if (path === 'graph/entities.json' || path === 'graph/relations.json')
      parseGraph(file, parsed[graphFiles[path]], parsed);
    else if (path === 'config.yml') keepConfig(file, parsed);
    else parsed.others.push(file);
    await pause();
  }
  return inIndexOrder(parsed, rows, pause);
}

async function parseBlackboard(
  { path, content }: KeptFile,
  parsed: ParsedLedger,
  pause: Pause,
): Promise<void> {
  const seen = new Set<string>();
  const { lines: unread } = unreadOf(path, parsed);
  const refuse = (text: Buffer, reason: string) => {
    unread.push(text, Buffer.from('\n'));
    parsed.refused.push({ file: path, line, reason });
  };
  let line = 0;
  for (const text of linesOf(content)) {
    line += 1;
    const others = pause();
    if (others !== undefined) await others;
    if (text.length === 0 || text.toString().trim() === '') continue;
    const judged = judge(parseJson(text), entrySchema);
    if (judged.kind === 'refused') refuse(text, judged.reason);
    else if (seen.has(judged.value.id)) refuse(text, `the id "${judged.value.id}" stands on an earlier line`);
    else {
      seen.add(judged.value.id);
      parsed.entries.push(judged.value);
    }
  }
}

function* linesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start <= content.length; ) {
    const end = content.indexOf(newline, start);
    yield content.subarray(start, end < 0 ? undefined : end);
    if (end < 0) return;
    start = end + 1;
  }
}

function parseDecision(file: KeptFile, ids: Set<string>, parsed: ParsedLedger): void {
  const judged = judge(parseJson(file.content), decisionSchema);
  if (judged.kind === 'refused') {
    keepUnread(file, judged.reason, parsed);
    return;
  }
  const { id } = judged.value;
  if (ids.has(id)) {
    keepUnread(file, `the id "${id}" stands in another file`, parsed);
    return;
  }
  ids.add(id);
  parsed.decisions.push({ decision: judged.value, indexRow: undefined });
}

function parseIndex(file: KeptFile, rows: Map<string, JsonObject>, parsed: ParsedLedger): void {
  const list = parseJson(file.content);
  if (!Array.isArray(list)) {
    keepUnread(file, 'is no list; it is made anew from the decisions', parsed);
    return;
  }
  const { items } = unreadOf(file.path, parsed);
  for (const row of list)
    if (isJsonObject(row) && typeof row.id === 'string') rows.set(row.id, row);
    else items.push(row);
}

function parseGraph(file: KeptFile, into: JsonObject[], parsed: ParsedLedger): void {
  const list = parseJson(file.content);
  if (!Array.isArray(list)) {
    keepUnread(file, 'is no list', parsed);
    return;
  }
  const { items } = unreadOf(file.path, parsed);
  const ids = new Set<unknown>();
  for (const [at, value] of list.entries()) {
    const id = isJsonObject(value) && value.id !== '' ? value.id : undefined;
    if (isJsonObject(value) && !ids.has(id)) into.push(value);
    else {
      const reason = isJsonObject(value)
        ? `item ${at + 1}: the id ${JSON.stringify(id)} stands at an earlier one`
        : `item ${at + 1} is no object`;
      items.push(value);
      parsed.refused.push({ file: file.path, reason });
    }
    if (typeof id === 'string') ids.add(id);
  }
}

/** It is kept as it is in any case; who wrote it wants to know that nothing of it counts. */
function keepConfig(file: KeptFile, parsed: ParsedLedger): void {
  const { problem } = readLedgerConfig(file.content);
  if (problem !== undefined) parsed.refused.push({ file: file.path, ...problem });
  parsed.others.push(file);
}

function keepUnread(file: KeptFile, reason: string, parsed: ParsedLedger): void {
  parsed.others.push(file);
  parsed.refused.push({ file: file.path, reason });
}

/** Where to put the parts of a file that cannot be read. */
function unreadOf(path: string, { unread }: ParsedLedger) {
  const parts: { lines: Buffer[]; items: unknown[] } = { lines: [], items: [] };
  unread.set(path, parts);
  return parts;
}

/** Decisions as the index lists them, then the others; with rows of the index that say more than their decision. */
async function inIndexOrder(
  parsed: ParsedLedger,
  rows: ReadonlyMap<string, JsonObject>,
  pause: Pause,
): Promise<ParsedLedger> {
  const places = new Map([...rows.keys()].map((id, place) => [id, place]));
  const placeOf = (id: string): number => places.get(id) ?? places.size;
  const known = new Set(parsed.decisions.map(({ decision }) => decision.id));
  const orphans = [...rows].filter(([id]) => !known.has(id));
  parsed.unread.get(indexFile)?.items.push(...orphans.map(([, row]) => row));
  if (orphans.length > 0)
    parsed.notes.push(
      `${indexFile} lists decisions without a file: ${orphans
        .slice(0, 5)
        .map(([id]) => id)
        .join(', ')}`,
    );
  const decisions: (typeof parsed.decisions)[number][] = [];
  for (const { decision } of parsed.decisions) {
    const row = rows.get(decision.id);
    const text = row === undefined ? undefined : JSON.stringify(row);
    decisions.push({
      decision,
      indexRow: text === undefined || text === indexRowOf(decision) ? undefined : text,
    });
    const others = pause();
    if (others !== undefined) await others;
  }
  decisions.sort((left, right) => placeOf(left.decision.id) - placeOf(right.decision.id));
  return { ...parsed, decisions };
}

type Judged<Value> =
  | { readonly kind: 'sound'; readonly value: Value }
  | { readonly kind: 'refused'; readonly reason: string };

/** The value itself, not zod's copy: unknown keys must survive. */
function judge<Value>(value: unknown, schema: z.ZodType<Value>): Judged<Value> {
  if (value instanceof SyntaxError) return { kind: 'refused', reason: `is no JSON: ${value.message}` };
  const checked = checkShape(schema, value);
  if (checked.ok) return { kind: 'sound', value: checked.itself };
  const problems = problemsFromIssues(checked.issues).map(({ message }) => message);
  return { kind: 'refused', reason: shortened(problems.join('; ')) };
}

/** Values in one file: the index of 200,000 decisions is one. */
const mostValues = 4_000_000;

function parseJson(content: Buffer): unknown {
  const excess = createJsonScale(mostValues).add(content);
  if (excess !== undefined) return new SyntaxError(excess.reason);
  try {
    return JSON.parse(content.toString('utf8'));
  } catch (error) {
    return error;
  }
}
