import type { Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { DecisionConflict, LedgerRecord } from '../../../shared/model/ledger.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { describeConflict, openConflicts } from '../../engine/ledger/find-conflicts.ts';
import type { LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import type { LedgerItem } from '../../engine/ledger/ledger-item.ts';
import { newerFirst } from '../../engine/ledger/rank-ledger.ts';
import type { Handlers } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { ledgerFacets } from './ledger-facets.ts';
import { filteredItems } from './ledger-filter.ts';
import { ledgerSettings } from './ledger-settings.ts';
import { type LedgerSource, storedLedger } from './ledger-source.ts';
import { lifeOf } from './ledger-writer.ts';
import { redactRecord, redactRecords } from './redact-record.ts';
import { relevanceIn, searchMeaning } from './search-meaning.ts';

type Look = 'ledger.list' | 'ledger.facets' | 'ledger.get' | 'ledger.conflicts' | 'ledger.search';

/** For whoever looks through the ledger. */
export const lookHandlers: Handlers<Look> = {
  async 'ledger.list'({ offset = 0, limit = 100, ...filter }, call) {
    const project = await call.project();
    const source = await storedLedger(project.content);
    const items = (await filteredItems(source, filter)).sort(newerFirst);
    const { redaction } = await ledgerSettings(project);
    const read = await source.read(items.slice(offset, offset + limit));
    const records = await redactRecords(
      read.map(({ record }) => record),
      redaction,
    );
    return { records, resolved: resolvedAmong(source.index, records), total: items.length };
  },

  async 'ledger.facets'(_, call) {
    const project = await call.project();
    const { index } = await storedLedger(project.content);
    const { redaction } = await ledgerSettings(project);
    const facets = ledgerFacets(index);
    // As above.
    return redactValue(facets, redaction);
  },

  async 'ledger.get'({ id }, call) {
    const project = await call.project();
    const source = await storedLedger(project.content);
    const item = source.index.get('decision', id) ?? source.index.get('entry', id);
    const [stored] = item === undefined ? [] : await source.read([item]);
    if (item === undefined || stored === undefined)
      throw new AppError('not_found', `there is neither a decision nor an entry "${id}" in the ledger`, {
        id,
      });
    const { record } = stored;
    const history =
      record.kind === 'entry'
        ? []
        : await project.content.read(database => lifeOf(database, record.decision), []);
    const related = await relatedRecords(source, item);
    const { redaction } = await ledgerSettings(project);
    const shown = {
      history,
      conflicts: conflictsIn(source.index).filter(({ newer, older }) => newer.id === id || older.id === id),
      related,
    };
    return {
      record: redactRecord(record, redaction),
      ...(item.kind === 'entry' && { resolved: source.index.isResolved(item) }),
      ...redactValue(shown, redaction),
    };
  },

  async 'ledger.conflicts'({ scope }, call) {
    const project = await call.project();
    const { index } = await storedLedger(project.content);
    const inScope = scope === undefined ? undefined : new Set(index.decisionsIn(scope).map(({ id }) => id));
    const conflicts = conflictsIn(index).filter(
      ({ newer, older }) => inScope === undefined || inScope.has(newer.id) || inScope.has(older.id),
    );
    const { redaction } = await ledgerSettings(project);
    // As above.
    return { conflicts: redactValue(conflicts, redaction) };
  },

  async 'ledger.search'({ query, limit = 20, min_relevance = 0, ...filter }, call) {
    const project = await call.project();
    const source = await storedLedger(project.content);
    const accepted = new Set((await filteredItems(source, filter)).map(({ place }) => place));
    const meaning = await searchMeaning(project, source, query, call);
    const relevance = await source.search(query, place => accepted.has(place), relevanceIn(meaning));
    const hits = relevance
      .hits()
      .map(item => [item, relevance.of(item)] as const)
      .filter(([, found]) => found >= min_relevance)
      .sort(([left, one], [right, other]) => other - one || newerFirst(left, right))
      .slice(0, limit);
    const note = meaning.note === undefined ? {} : { search_note: meaning.note };
    return { hits: await readHits(project, hits), search: meaning.kind, ...note };
  },
};

function resolvedAmong(index: LedgerIndex, records: readonly LedgerRecord[]): string[] {
  return records.flatMap(record => {
    const item = record.kind === 'entry' ? index.get('entry', record.entry.id) : undefined;
    return item?.kind === 'entry' && index.isResolved(item) ? [item.id] : [];
  });
}

async function readHits(
  project: OpenProject,
  hits: readonly (readonly [LedgerItem, number])[],
): Promise<Output<'ledger.search'>['hits']> {
  const source = await storedLedger(project.content);
  const { redaction } = await ledgerSettings(project);
  const read = await source.read(hits.map(([item]) => item));
  return read.map(({ record }, at) => ({
    relevance: hits[at]?.[1] ?? 0,
    record: redactRecord(record, redaction),
  }));
}

function conflictsIn(index: LedgerIndex): DecisionConflict[] {
  return openConflicts([...index.decisions()]).map(({ newer, conflict }) =>
    describeConflict(newer, conflict),
  );
}

type Related = Output<'ledger.get'>['related'][number];

/** Of what names a record, so much is told. */
const mostRelated = 200;

/** What a record names, and what names it. */
async function relatedRecords(source: LedgerSource, item: LedgerItem): Promise<Related[]> {
  const { index } = source;
  const links: { readonly item: LedgerItem; readonly relation: string }[] = [];
  for (const { relation, id } of linksOf(item)) {
    const other = index.get('decision', id) ?? index.get('entry', id);
    if (other !== undefined) links.push({ item: other, relation });
  }
  for (const other of [...index.decisions(), ...index.entries()])
    for (const { relation, id } of linksOf(other))
      if (id === item.id) links.push({ item: other, relation: `${relation}_by` });
  const shown = links.slice(0, mostRelated);
  const records = await source.read(shown.map(link => link.item));
  return records.map(({ record }, at) => {
    const { id, summary } = record.kind === 'decision' ? record.decision : record.entry;
    return { id, kind: record.kind, relation: shown[at]?.relation ?? '', summary };
  });
}

function linksOf(item: LedgerItem): { readonly relation: string; readonly id: string }[] {
  if (item.kind === 'entry') return item.relatesTo.map(id => ({ relation: 'relates_to', id }));
  return [
    ...item.dependsOn.map(id => ({ relation: 'depends_on', id })),
    ...(item.supersedes === undefined ? [] : [{ relation: 'supersedes', id: item.supersedes }]),
  ];
}
