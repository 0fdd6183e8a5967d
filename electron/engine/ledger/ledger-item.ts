import { chars4 } from '../../../shared/model/chars4.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import type {
  CandidateType,
  LedgerDecision,
  LedgerEntry,
  LedgerRecord,
} from '../../../shared/model/ledger.ts';
import type { Confidence, DecisionStatus, EntryType } from '../../../shared/model/ledger-words.ts';
import { textHead } from '../../../shared/text-head.ts';

interface ItemBase {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly scope: string;
  readonly agent: string;
  /** What the item costs in a context, before redaction. */
  readonly tokens: number;
  /** Where its text stands in the index of words. */
  readonly place: number;
}

/** What ranking and filters need of an entry, without its texts. */
export interface EntryItem extends ItemBase {
  readonly kind: 'entry';
  readonly type: EntryType;
  /** By its own fields; an answer elsewhere resolves as well. */
  readonly isResolved: boolean;
  /** Ids that it names. */
  readonly relatesTo: readonly string[];
  readonly tags: readonly string[];
}

/** What ranking, filters and conflicts need of a decision. */
export interface DecisionItem extends ItemBase {
  readonly kind: 'decision';
  readonly type: 'decision';
  readonly status: DecisionStatus;
  readonly statusChangedMs: number;
  readonly isOverridden: boolean;
  readonly confidence: Confidence;
  readonly domain: string;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly summary: string;
  readonly dependsOn: readonly string[];
  readonly supersedes: string | undefined;
}

export type LedgerItem = DecisionItem | EntryItem;

/** What may stand in a context. */
export type Candidate = DecisionItem | (EntryItem & { readonly type: CandidateType });

/** What is kept of a record in memory; `place` is that of its text in the index of words. */
export function toItem(record: LedgerRecord, place = 0): LedgerItem {
  return record.kind === 'decision' ? decisionItem(record.decision, place) : entryItem(record.entry, place);
}

function decisionItem(decision: LedgerDecision, place: number): DecisionItem {
  const { id, timestamp, scope = '', summary, status, confidence, domain = '', agent_id = '' } = decision;
  const atMs = instantMs(timestamp) ?? 0;
  return {
    kind: 'decision',
    type: 'decision',
    id,
    atMs,
    scope,
    agent: agent_id,
    tokens: recordTokens({ kind: 'decision', decision }),
    place,
    status,
    statusChangedMs: instantMs(decision.status_changed_at || timestamp) ?? atMs,
    isOverridden: status === 'overridden' || (decision.overridden_by ?? '') !== '',
    confidence,
    domain,
    files: decision.affected_files ?? [],
    symbols: decision.affected_symbols ?? [],
    summary,
    dependsOn: decision.depends_on ?? [],
    supersedes: decision.supersedes ?? undefined,
  };
}

function entryItem(entry: LedgerEntry, place: number): EntryItem {
  const { id, timestamp, scope = '', entry_type, agent_id = '' } = entry;
  return {
    kind: 'entry',
    type: entry_type,
    id,
    atMs: instantMs(timestamp) ?? 0,
    scope,
    agent: agent_id,
    tokens: recordTokens({ kind: 'entry', entry }),
    place,
    isResolved: (entry.resolved_at ?? '') !== '' || entry.dismissed === true,
    relatesTo: entry.relates_to ?? [],
    tags: entry.tags ?? [],
  };
}

/** What a record costs in a context: a quarter of the characters that are shown of it, rounded up. */
export function recordTokens(record: LedgerRecord): number {
  if (record.kind === 'entry') return chars4(`${record.entry.summary} ${record.entry.detail ?? ''}`);
  const { summary, rationale = '', confidence, affected_files = [] } = record.decision;
  return chars4(`${summary} ${rationale} ${confidence} ${affected_files.join(', ')}`);
}

/** The text that searches look at. */
export function recordText(record: LedgerRecord): string {
  if (record.kind === 'entry') {
    const { summary, detail = '', tags = [] } = record.entry;
    return [summary, detail, ...tags].join('\n');
  }
  const {
    summary,
    context = '',
    rationale = '',
    affected_files = [],
    affected_symbols = [],
  } = record.decision;
  const options = (record.decision.alternatives ?? []).map(({ option }) => option);
  return [summary, context, rationale, ...options, ...affected_files, ...affected_symbols].join('\n');
}

/** What a record is about is said by then, and longer texts take several times as long to embed. */
const longestMeaning = 400;

/** The text that stands for a record where meaning is compared: its summary, and how what explains it begins. */
export function meaningText(record: LedgerRecord): string {
  const { summary } = record.kind === 'entry' ? record.entry : record.decision;
  const rest = record.kind === 'entry' ? record.entry.detail : record.decision.rationale;
  return textHead(`${summary}\n${rest ?? ''}`.trim(), longestMeaning);
}
