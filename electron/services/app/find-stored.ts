import type { Input, Output } from '../../../shared/contract/contract.ts';
import { type FoundThing, type StoredKind, storedKinds } from '../../../shared/contract/project.ts';
import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { scoreMatch } from '../../../shared/search/score-match.ts';
import { newerFirst } from '../../engine/ledger/rank-ledger.ts';
import { listConversations } from '../../storage/conversations/conversation-table.ts';
import { findDocuments } from '../../storage/documents/document-table.ts';
import { searchDocuments } from '../../storage/documents/search-documents.ts';
import { listFlights } from '../../storage/flights/flight-table.ts';
import { createPause } from '../../storage/pause.ts';
import { listCauses } from '../../storage/recordings/recording-table.ts';
import { newestItems } from '../ledger/ledger-filter.ts';
import { storedLedger } from '../ledger/ledger-source.ts';
import type { Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';
import { readyToRead } from '../recordings/recorder.ts';

interface Search {
  readonly project: OpenProject;
  /** In lower case. */
  readonly words: readonly string[];
  readonly query: string;
  /** How many may be the best of their kind. */
  readonly limit: number;
  readonly needs: Needs<'world'>;
}

type Finder = (search: Search) => Promise<FoundThing[]>;

const usualLimit = 8;
/** So many that answer are ranked; of more, the first. */
const mostRanked = 400;
/** So many records of the ledger are looked at, the newest; older ones answer by whole words. */
const mostRecords = 4000;
const recordsAtOnce = 200;
const leastRelevance = 0.01;
const mostFlights = 500;

const finders: Readonly<Record<StoredKind, Finder>> = {
  record: findRecords,
  document: findKeptDocuments,
  conversation: findConversations,
  session: findSessions,
  recording: findRecordings,
};

/** What is stored under names that hold all words of the query; bounded, so that it may be asked with every letter. */
export async function findStored(
  { query, kinds, limit = usualLimit }: Input<'project.find'>,
  needs: Needs<'project' | 'world'>,
): Promise<Output<'project.find'>> {
  const project = await needs.project();
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  if (words.length === 0) return { found: [] };
  const mode = await redactionModeOf(project);
  const found: FoundThing[] = [];
  for (const kind of storedKinds.filter(name => kinds?.includes(name) ?? true)) {
    const answers = await finders[kind]({ project, words, query, limit, needs });
    found.push(...best(answers, query, limit).map(thing => shown(thing, mode)));
  }
  return { found };
}

/** The id stays: it is what the thing is opened by. */
const shown = (thing: FoundThing, mode: RedactionMode): FoundThing => ({
  ...thing,
  ...redactValue({ title: thing.title, detail: thing.detail }, mode),
});

/** Those whose title answers come before those that answer with the rest. */
function best(answers: readonly FoundThing[], query: string, limit: number): FoundThing[] {
  return answers
    .map(thing => ({ thing, score: scoreMatch(query, thing.title) ?? -1 }))
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ thing }) => thing);
}

const holds = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return words.every(word => lower.includes(word));
};

async function findRecords({ project, words, query, limit }: Search): Promise<FoundThing[]> {
  const source = await storedLedger(project.content);
  const pause = createPause();
  const found = new Map<string, FoundThing>();
  const { items } = await newestItems(source, {}, mostRecords);
  for (let from = 0; from < items.length && found.size < mostRanked; from += recordsAtOnce) {
    for (const { record } of await source.read(items.slice(from, from + recordsAtOnce))) {
      const thing = thingOf(record);
      if (holds(`${thing.title} ${thing.id}`, words)) found.set(thing.id, thing);
    }
    await pause();
  }
  if (found.size >= limit || items.length < mostRecords) return [...found.values()];
  const relevance = await source.search(query, () => true);
  const older = relevance.best(limit, leastRelevance, () => true, newerFirst);
  for (const { record } of await source.read(older)) found.set(thingOf(record).id, thingOf(record));
  return [...found.values()];
}

function thingOf(record: LedgerRecord): FoundThing {
  if (record.kind === 'decision') {
    const { id, summary, scope, status } = record.decision;
    return { kind: 'record', id, title: summary, detail: `${status} decision · ${scope}` };
  }
  const { id, summary, scope, entry_type } = record.entry;
  return { kind: 'record', id, title: summary, detail: `${entry_type} · ${scope}` };
}

/** So many parts are looked at for all words where fewer documents than asked for have them in their names. */
const mostParts = 100;

/** By their names, and after them by what a part of their text says. */
async function findKeptDocuments({ project, words, query, limit }: Search): Promise<FoundThing[]> {
  const found = new Map<string, FoundThing>();
  const add = (collection: string, path: string, title: string, detail: string) => {
    const place = `${collection}/${path}`;
    if (!found.has(place)) found.set(place, { kind: 'document', id: path, title, detail, collection });
  };
  const rows = await project.content.read(database => findDocuments(database, words, mostRanked), []);
  for (const { collection, path, title } of rows) add(collection, path, title, `${collection}/${path}`);
  if (found.size >= limit) return [...found.values()];
  const parts = await project.content.read(
    database => searchDocuments(database, { query, topK: mostParts, minScore: 0 }),
    [],
  );
  for (const { collection, path, title, content } of parts) {
    if (typeof collection !== 'string' || typeof path !== 'string' || !holds(content, words)) continue;
    const said = around(content, words[0] ?? '');
    add(collection, path, title ?? path, `${collection}/${path} · “${said}”`);
  }
  return [...found.values()];
}

const lettersAround = 40;

/** What a text says around a word, on one line. */
function around(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const from = Math.max(0, at - lettersAround);
  const to = Math.min(text.length, at + word.length + lettersAround);
  const said = text.slice(from, to).replaceAll(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${said}${to < text.length ? '…' : ''}`;
}

async function findConversations({ project, words }: Search): Promise<FoundThing[]> {
  const all = await project.content.read(listConversations, []);
  return all
    .filter(({ id, title }) => holds(`${title} ${id}`, words))
    .slice(0, mostRanked)
    .map(({ id, title, messages }) => ({
      kind: 'conversation',
      id,
      title,
      detail: messages === 1 ? '1 message' : `${messages} messages`,
    }));
}

async function findSessions({ project, words }: Search): Promise<FoundThing[]> {
  const { flights } = await project.content.read(database => listFlights(database, mostFlights), {
    flights: [],
    total: 0,
  });
  return flights
    .filter(({ session_id, agent, title = '' }) => holds(`${title} ${agent} ${session_id}`, words))
    .map(({ session_id, agent, title, started_at }) => ({
      kind: 'session',
      id: session_id,
      title: title ?? `Session of ${agent}`,
      detail: `${agent} · ${started_at.slice(0, 10)}`,
    }));
}

const mostNamed = 2;

/** Recorded requests go by the rules that fired for them, and are found by the memories that they got as well. */
async function findRecordings({ project, words, needs }: Search): Promise<FoundThing[]> {
  const { since } = await readyToRead(needs, project);
  const causes = await project.content.read(database => listCauses(database, since), []);
  if (causes.length === 0) return [];
  const { engines } = await knownDefinitions(project);
  const names = new Map<string, string>(
    engines.flatMap(engine => engine.rules.map(rule => [`${engine.id}/${rule.id}`, rule.name] as const)),
  );
  return causes
    .map(cause => ({ ...cause, named: cause.rules.map(rule => names.get(rule) ?? rule) }))
    .filter(({ named, rules, memories }) => holds([...named, ...rules, ...memories].join(' '), words))
    .slice(0, mostRanked)
    .map(({ id, named, requests }) => ({
      kind: 'recording',
      id,
      title: titleOf(named),
      detail: requests === 1 ? '1 request' : `${requests} requests`,
    }));
}

function titleOf(named: readonly string[]): string {
  if (named.length === 0) return 'No rule fired';
  const more = named.length - mostNamed;
  return `${named.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
