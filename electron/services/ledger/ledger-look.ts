import type { Output } from '../../../shared/contract/contract.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { DecisionConflict, LedgerRecord } from '../../../shared/model/ledger.ts';
import { redactValue, redactValueInStretches } from '../../../shared/redaction/redact-value.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { describeConflict, openConflicts } from '../../engine/ledger/find-conflicts.ts';
import type { LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import type { DecisionItem, LedgerItem } from '../../engine/ledger/ledger-item.ts';
import { newerFirst } from '../../engine/ledger/rank-ledger.ts';
import { isWholeProject, plainScope } from '../../engine/ledger/scope-match.ts';
import { createPause } from '../../storage/pause.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Handlers } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { acceptedPlaces, newestItems } from './ledger-filter.ts';
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
    const { items, total } = await newestItems(source, filter, offset + limit);
    const { redaction } = await ledgerSettings(project);
    const read = await source.read(items.slice(offset));
    const records = await redactRecords(
      read.map(({ record }) => record),
      redaction,
    );
    return { records, resolved: resolvedAmong(source.index, records), total };
  },

  async 'ledger.facets'(_, call) {
    const project = await call.project();
    const { index } = await storedLedger(project.content);
    const { redaction } = await ledgerSettings(project);
    const facets = await inStretches(ledgerFacets(index), createPause());
    return redactValueInStretches(facets, redaction, createPause());
  },

  async 'ledger.get'({ id }, call) {
    const project = await call.project();
    const source = await storedLedger(project.content);
    const item = source.index.get('decision', id) ?? source.index.get('entry', id);
    const [stored] = item === undefined ? [] : await source.read([item]);
    if (item === undefined || stored === undefined) throw await noSuch(project.content, 'record', id);
    const { record } = stored;
    const history =
      record.kind === 'entry'
        ? []
        : await project.content.read(database => lifeOf(database, record.decision), []);
    const related = await relatedRecords(source, item);
    const { redaction } = await ledgerSettings(project);
    const shown = {
      history,
      conflicts: item.kind === 'entry' ? [] : await conflictsIn(source.index, item),
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
    const inScope =
      scope === undefined ? undefined : await inStretches(idsOf(index.decisionsIn(scope)), createPause());
    const conflicts = (await conflictsIn(index)).filter(
      ({ newer, older }) => inScope === undefined || inScope.has(newer.id) || inScope.has(older.id),
    );
    const { redaction } = await ledgerSettings(project);
    return { conflicts: await redactValueInStretches(conflicts, redaction, createPause()) };
  },

  async 'ledger.search'({ query, limit = 20, min_relevance = 0, ...filter }, call) {
    const project = await call.project();
    const source = await storedLedger(project.content);
    const accepts = await acceptedPlaces(source, filter, createPause());
    const meaning = await searchMeaning(project, source, query, call);
    const relevance = await source.search(query, accepts, relevanceIn(meaning));
    const hits = relevance
      .best(limit, min_relevance, () => true, newerFirst)
      .map(item => [item, relevance.of(item)] as const);
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

/** Of one decision, or all. */
async function conflictsIn(index: LedgerIndex, of?: DecisionItem): Promise<DecisionConflict[]> {
  const found = await inStretches(openConflicts(index.decisions(), of), createPause());
  return found.map(({ newer, conflict }) => describeConflict(newer, conflict));
}

function* idsOf(items: Iterable<LedgerItem>): Generator<void, Set<string>> {
  const ids = new Set<string>();
  for (const { id } of items) yield void ids.add(id);
  return ids;
}

interface Link {
  readonly item: LedgerItem;
  readonly relation: string;
}

type Related = Output<'ledger.get'>['related'][number];

/** Of what names a record, so much is told. */
const mostRelated = 200;

/** What a record names, and what names it. */
async function relatedRecords(source: LedgerSource, item: LedgerItem): Promise<Related[]> {
  const { index } = source;
  const links: Link[] = [];
  for (const { relation, id } of linksOf(item)) {
    const other = index.get('decision', id) ?? index.get('entry', id);
    if (other !== undefined) links.push({ item: other, relation });
  }
  const pause = createPause();
  for (const others of [index.decisions(), index.entries()])
    links.push(...(await inStretches(linksTo(item.id, others), pause)));
  const shown = links.slice(0, mostRelated);
  const records = await source.read(shown.map(link => link.item));
  return records.map(({ record }, at) => {
    const { id, summary } = record.kind === 'decision' ? record.decision : record.entry;
    return { id, kind: record.kind, relation: shown[at]?.relation ?? '', summary };
  });
}

function* linksTo(id: string, items: Iterable<LedgerItem>): Generator<void, Link[]> {
  const links: Link[] = [];
  for (const item of items) {
    for (const link of linksOf(item))
      if (link.id === id) links.push({ item, relation: `${link.relation}_by` });
    yield;
  }
  return links;
}

function linksOf(item: LedgerItem): { readonly relation: string; readonly id: string }[] {
  if (item.kind === 'entry') return item.relatesTo.map(id => ({ relation: 'relates_to', id }));
  return [
    ...item.dependsOn.map(id => ({ relation: 'depends_on', id })),
    ...(item.supersedes === undefined ? [] : [{ relation: 'supersedes', id: item.supersedes }]),
  ];
}

type Facets = Output<'ledger.facets'>;

/** Of files that decisions affect, so many are named. */
const mostFiles = 5000;

/** What can be filtered by, and how many records have it; stops after each. */
export function* ledgerFacets(index: LedgerIndex): Generator<void, Facets> {
  const counts = { decisions: 0, entries: 0 };
  const [inDecisions, inEntries] = [new Counts(), new Counts()];
  const [domains, agents, types] = [new Counts(), new Counts(), new Counts()];
  const [tags, statuses, files] = [new Counts(), new Counts(), new Counts()];
  const inPlaces = new Counts();
  for (const decision of index.decisions()) {
    counts.decisions += 1;
    inDecisions.add(scopeOf(decision));
    domains.add(decision.domain);
    agents.add(decision.agent);
    statuses.add(decision.status);
    for (const file of decision.files) files.add(file);
    inPlaces.addEach(placesAround([scopeOf(decision), ...decision.files]));
    yield;
  }
  for (const entry of index.entries()) {
    counts.entries += 1;
    inEntries.add(scopeOf(entry));
    inPlaces.addEach(placesAround([scopeOf(entry)]));
    agents.add(entry.agent);
    types.add(entry.type);
    for (const tag of entry.tags) tags.add(tag);
    yield;
  }
  const scopes = scopeCounts(inDecisions, inEntries);
  const told = files.byFrequency().slice(0, mostFiles);
  const named = placesAround([...scopes.map(({ scope }) => scope), ...told.map(({ name }) => name)]);
  return {
    ...counts,
    scopes,
    domains: domains.byFrequency(),
    agents: agents.byFrequency(),
    types: types.byFrequency(),
    tags: tags.byFrequency(),
    statuses: statuses.byFrequency(),
    files: told,
    places: [...named].sort(compareCodeUnits).map(name => ({ name, count: inPlaces.get(name) ?? 0 })),
  };
}

/** What lies around scopes and files, themselves among it, each once; the whole project is no place in it. */
function placesAround(paths: readonly string[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const path of paths) {
    const plain = plainScope(path);
    if (isWholeProject(plain)) continue;
    for (let end = plain.indexOf('/', 1); end !== -1; end = plain.indexOf('/', end + 1))
      places.add(plain.slice(0, end));
    places.add(plain);
  }
  return places;
}

function scopeCounts(inDecisions: Counts, inEntries: Counts): Facets['scopes'] {
  const scopes = [...new Set([...inDecisions.keys(), ...inEntries.keys()])].sort(compareCodeUnits);
  return scopes.map(scope => ({
    scope,
    decisions: inDecisions.get(scope) ?? 0,
    entries: inEntries.get(scope) ?? 0,
  }));
}

const scopeOf = ({ scope }: LedgerItem): string => (scope === '' ? 'project' : scope);

class Counts extends Map<string, number> {
  add(name: string): void {
    this.set(name, (this.get(name) ?? 0) + 1);
  }

  addEach(names: Iterable<string>): void {
    for (const name of names) this.add(name);
  }

  byFrequency(): Facets['agents'] {
    return [...this]
      .map(([name, count]) => ({ name, count }))
      .sort((left, right) => right.count - left.count || compareCodeUnits(left.name, right.name));
  }
}
