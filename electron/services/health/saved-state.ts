import type { Element } from '../../../shared/model/element.ts';
import {
  parseRecords,
  type RuneEntry,
  type RuneRecord,
  savedDecision,
} from '../../engine/health/rune-record.ts';
import {
  type ConflictsFor,
  conflictWords,
  type MadeDecision,
  sessionConflicts,
} from '../../engine/health/session-conflicts.ts';
import { readRuneFile, runeFolder } from '../../storage/health/rune-files.ts';

/** Decisions of all sessions that are in `.rune/`. */
async function savedDecisions(root: string): Promise<MadeDecision[]> {
  const records = parseRecords(await readRuneFile(root, 'decisions.md'));
  return records.flatMap(({ session_id, entries }) =>
    entries.map(entry => ({ session_id, decision: savedDecision(entry) })),
  );
}

/** Decisions of sessions that contradict each other. Where they cannot be read, nothing contradicts. */
export async function readConflicts(root: string): Promise<ConflictsFor> {
  return sessionConflicts(await savedDecisions(root).catch(() => []));
}

/**
 * The saved state as elements (step `session_state`): conflicts, then what the session itself saved, newest first,
 * then what other sessions did, marked `historical` and told with date and session.
 */
export async function readSavedState(root: string, sessionId: string | undefined): Promise<Element[]> {
  const [decisions, conventions, progress] = await Promise.all(
    (['decisions.md', 'conventions.md', 'progress.md'] as const).map(async file =>
      parseRecords(await readRuneFile(root, file)).map(record => ({ file, record })),
    ),
  );
  const all = [...(decisions ?? []), ...(conventions ?? []), ...newestOfEach(progress ?? [])];
  const elements = all
    .toSorted((left, right) =>
      left.record.at < right.record.at ? 1 : left.record.at > right.record.at ? -1 : 0,
    )
    .map(({ file, record }) => toElement(file, record, record.session_id !== sessionId));
  const made = (decisions ?? []).flatMap(({ record }) =>
    record.entries.map(entry => ({ session_id: record.session_id, decision: savedDecision(entry) })),
  );
  return [
    ...conflictElements(sessionId, made),
    ...elements.filter(({ historical }) => historical !== true),
    ...elements.filter(({ historical }) => historical === true),
  ];
}

interface FiledRecord {
  readonly file: string;
  readonly record: RuneRecord;
}

/** How things stood is told by the last record of a session alone. */
function newestOfEach(records: readonly FiledRecord[]): FiledRecord[] {
  return [...new Map(records.map(filed => [filed.record.session_id, filed])).values()];
}

function toElement(file: string, { at, session_id, entries }: RuneRecord, isHistorical: boolean): Element {
  const ref = `${runeFolder}/${file}`;
  const body = entries.map(entryText).join('\n');
  const lead = isHistorical ? `From ${at.slice(0, 10)}, session ${session_id}:\n` : '';
  return {
    content: lead + body,
    title: file,
    timestamp: at,
    session_id,
    ...(isHistorical && { historical: true }),
    source: { kind: 'session_state', ref, title: file, timestamp: at, trust: 'agent' },
  };
}

function conflictElements(sessionId: string | undefined, made: readonly MadeDecision[]): Element[] {
  const own = made.filter(({ session_id }) => session_id === sessionId).map(({ decision }) => decision);
  return sessionConflicts(made)(sessionId, own).map(conflict => ({
    content: `Conflict, not settled: ${conflictWords(conflict, sessionId)}`,
    title: 'conflict',
    session_id: conflict.session_id,
    source: { kind: 'session_state', ref: `${runeFolder}/decisions.md`, title: 'conflict', trust: 'agent' },
  }));
}

const entryText = ({ text, details }: RuneEntry): string =>
  [`- ${text}`, ...details.map(detail => `  - ${detail.name}: ${detail.text}`)].join('\n');
