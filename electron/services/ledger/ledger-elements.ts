import type { Element } from '../../../shared/model/element.ts';
import type { LedgerItem } from '../../engine/ledger/ledger-item.ts';
import { newerFirst } from '../../engine/ledger/rank-ledger.ts';
import type { BlackboardQuery, DecisionQuery } from '../../engine/ports.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { type LedgerSource, type SourcedRecord, storedLedger } from './ledger-source.ts';

const wholeProject = 'project';

/** Decisions as elements, newest first (`decisions`). */
export async function readDecisions(
  content: ContentDatabase,
  { scope = wholeProject, statuses, limit }: DecisionQuery,
): Promise<Element[]> {
  const source = await storedLedger(content);
  const decisions = source.index.decisionsIn(scope).filter(({ status }) => statuses.includes(status));
  return readNewest(source, decisions, limit);
}

/** Unresolved entries as elements, newest first (`blackboard`). */
export async function readBlackboard(
  content: ContentDatabase,
  { scope = wholeProject, entryTypes, limit }: BlackboardQuery,
): Promise<Element[]> {
  const source = await storedLedger(content);
  const { index } = source;
  const open = index
    .entriesIn(scope)
    .filter(entry => (entryTypes?.includes(entry.type) ?? true) && !index.isResolved(entry));
  return readNewest(source, open, limit);
}

async function readNewest(source: LedgerSource, items: LedgerItem[], limit: number): Promise<Element[]> {
  const records = await source.read(items.sort(newerFirst).slice(0, limit));
  return records.map(toElement);
}

function toElement({ record, trust }: SourcedRecord): Element {
  const bare = record.kind === 'decision' ? record.decision : record.entry;
  const { id, summary: title, timestamp, scope = '', agent_id = '' } = bare;
  const source = { kind: 'ledger', ref: id, title, timestamp, trust };
  const shared = { id, title, timestamp, source, scope, agent_id };
  if (record.kind === 'entry') {
    const { entry_type, tags = [], detail = '' } = record.entry;
    return { ...shared, content: joined(title, detail), tags, entry_type };
  }
  const { status, confidence, domain = '', rationale = '', affected_files = [] } = record.decision;
  return { ...shared, content: joined(title, rationale), status, confidence, domain, affected_files };
}

const joined = (summary: string, rest: string): string => (rest === '' ? summary : `${summary}\n${rest}`);
