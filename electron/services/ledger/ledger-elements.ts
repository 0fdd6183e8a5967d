import type { Element } from '../../../shared/model/element.ts';
import type { BlackboardQuery, DecisionQuery } from '../../engine/ports.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { type LedgerFilter, newestItems } from './ledger-filter.ts';
import { type SourcedRecord, storedLedger } from './ledger-source.ts';

const wholeProject = 'project';

/** Decisions as elements, newest first (`decisions`). */
export async function readDecisions(
  content: ContentDatabase,
  { scope = wholeProject, statuses, limit }: DecisionQuery,
): Promise<Element[]> {
  const source = await storedLedger(content);
  const { items } = await newestItems(source, { kinds: ['decision'], scope, statuses: [...statuses] }, limit);
  return (await source.read(items)).map(toElement);
}

/** Unresolved entries as elements, newest first (`blackboard`). */
export async function readBlackboard(
  content: ContentDatabase,
  { scope = wholeProject, entryTypes, limit }: BlackboardQuery,
): Promise<Element[]> {
  const source = await storedLedger(content);
  const entry_types = entryTypes === undefined ? undefined : [...entryTypes];
  const filter: LedgerFilter = { kinds: ['entry'], scope, entry_types, resolved: false };
  const { items } = await newestItems(source, filter, limit);
  return (await source.read(items)).map(toElement);
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
