import {
  type AssembledDecision,
  type AssembledEntry,
  type AssembledLedger,
  type CandidateType,
  candidateTypes,
  type LedgerRecord,
  type RelatedEntity,
} from '../../../shared/model/ledger.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { bestFirst } from '../../engine/ledger/best-first.ts';
import { fillBudget } from '../../engine/ledger/fill-budget.ts';
import { recordTokens } from '../../engine/ledger/ledger-item.ts';
import { type RankedItem, type Ranking, rankLedger } from '../../engine/ledger/rank-ledger.ts';
import { entityTokens, type LinkedEntity, relatedEntities } from '../../engine/ledger/related-entities.ts';
import { factorsOf } from '../../engine/ledger/score-item.ts';
import { createPause } from '../../storage/pause.ts';
import type { LedgerSettings } from './ledger-settings.ts';
import type { LedgerSource } from './ledger-source.ts';
import { redactRecord } from './redact-record.ts';
import { type FoundMeaning, relevanceIn } from './search-meaning.ts';

interface AssembleOptions {
  readonly task: string;
  readonly scope: string;
  readonly maxTokens: number;
  readonly nowMs: number;
  readonly settings: LedgerSettings;
  /** How the task is looked for; absent, it is left out of the ranking. */
  readonly meaning?: FoundMeaning | undefined;
  readonly isExplained: boolean;
  readonly entities: Iterable<LinkedEntity>;
}

/** Of what did not fit, an explanation shows the best. */
const mostExplained = 50;

/** What the ledger says for a task within a budget: ranked, filled, and shown without secrets. */
export async function assembleLedger(
  source: LedgerSource,
  options: AssembleOptions,
): Promise<AssembledLedger> {
  const { task, scope, maxTokens, nowMs, settings, meaning } = options;
  const { index } = source;
  const relevance =
    meaning === undefined ? undefined : await source.search(task, index.isCandidateAt, relevanceIn(meaning));
  const ranking = rankLedger(index, { scope, nowMs, weights: settings.weights, relevance });
  const { taken, tokens, shown } = await fillShown(source, ranking, options);
  const entities = fittingEntities(options, maxTokens - tokens);
  return {
    assembled_at: new Date(nowMs).toISOString(),
    task: redactText(task, settings),
    scope,
    token_estimate: tokens + entities.reduce((sum, entity) => sum + entityTokens(entity), 0),
    ...shownLists(taken, shown, options),
    related_entities: entities,
    omitted: countOmitted(ranking, taken),
    warnings: [...settings.warnings],
    ...(options.isExplained && {
      explanation: {
        weights: settings.weights,
        max_tokens: maxTokens,
        search: meaning?.kind ?? 'none',
        ...(meaning?.note !== undefined && { search_note: meaning.note }),
        candidates: ranking.columns.places.length,
        omitted: await explainOmitted(source, ranking, taken, options),
      },
    }),
  };
}

/**
 * Fills the budget with what records cost as they are shown. Secrets are taken out of what was chosen only; where that
 * changes a cost, it is chosen anew, until all that was chosen costs what it was chosen for.
 */
async function fillShown(source: LedgerSource, ranking: Ranking, { maxTokens, settings }: AssembleOptions) {
  // By place: an item is made anew whenever it is asked for.
  const shown = new Map<number, LedgerRecord>();
  const costs = new Map<number, number>();
  const pause = createPause();
  for (;;) {
    const filled = fillBudget(ranking, maxTokens, costs);
    const unread = filled.taken.filter(({ item }) => !shown.has(item.place));
    const records = await source.read(unread.map(({ item }) => item));
    let hasChanged = false;
    for (const [place, { item, at }] of unread.entries()) {
      const read = records[place];
      if (read === undefined) continue;
      const record = redactRecord(read.record, settings.redaction);
      const cost = recordTokens(record);
      shown.set(item.place, record);
      await pause();
      if (cost === item.tokens) continue;
      costs.set(at, cost);
      hasChanged = true;
    }
    if (!hasChanged) return { ...filled, shown };
  }
}

function shownLists(
  taken: readonly RankedItem[],
  shown: ReadonlyMap<number, LedgerRecord>,
  options: AssembleOptions,
): Pick<
  AssembledLedger,
  'active_decisions' | 'open_needs' | 'recent_findings' | 'active_warnings' | 'recent_questions'
> {
  const entries = (type: CandidateType): AssembledEntry[] =>
    taken.flatMap(ranked => {
      const record = shown.get(ranked.item.place);
      if (ranked.item.type !== type || record?.kind !== 'entry') return [];
      const { id, summary, detail = '', scope = '', timestamp } = record.entry;
      return [{ id, summary, detail, scope, timestamp, ...explain(ranked, record, options) }];
    });
  const decisions = taken.flatMap((ranked): AssembledDecision[] => {
    const record = shown.get(ranked.item.place);
    if (record?.kind !== 'decision') return [];
    const { id, summary, rationale = '', confidence, affected_files = [] } = record.decision;
    return [{ id, summary, rationale, confidence, affected_files, ...explain(ranked, record, options) }];
  });
  return {
    active_decisions: decisions,
    open_needs: entries('need'),
    recent_findings: entries('finding'),
    active_warnings: entries('warning'),
    recent_questions: entries('question'),
  };
}

function explain(
  { item, score, relevance, isInScope }: RankedItem,
  record: LedgerRecord,
  { isExplained, nowMs }: AssembleOptions,
) {
  if (!isExplained) return { score };
  return {
    score,
    tokens: recordTokens(record),
    factors: factorsOf(item, nowMs, relevance),
    found_by: isInScope ? ('scope' as const) : ('search' as const),
  };
}

async function explainOmitted(
  source: LedgerSource,
  ranking: Ranking,
  taken: readonly RankedItem[],
  options: AssembleOptions,
): Promise<NonNullable<AssembledLedger['explanation']>['omitted']> {
  const chosen = new Set(taken.map(({ at }) => at));
  const rest = [...ranking.scores.keys()].filter(at => !chosen.has(at));
  const { best: first } = bestFirst(rest, mostExplained, ranking.scores, ranking.compare);
  const best = first.slice(0, mostExplained).map(at => ranking.at(at));
  const records = await source.read(best.map(({ item }) => item));
  return best.flatMap((ranked, at) => {
    const read = records[at];
    if (read === undefined) return [];
    const record = redactRecord(read.record, options.settings.redaction);
    const { id, summary } = record.kind === 'decision' ? record.decision : record.entry;
    return [{ id, type: ranked.item.type, summary, ...explain(ranked, record, options) }];
  });
}

/** Entities as long as they fit what is left. */
function fittingEntities(
  { entities, scope, settings }: AssembleOptions,
  tokensLeft: number,
): RelatedEntity[] {
  const fitting: RelatedEntity[] = [];
  let left = tokensLeft;
  for (const { id, name, type, relations } of relatedEntities(entities, scope)) {
    // Texts stay texts, so an entity stays one.
    const clean = redactValue({ name, type, relations }, settings.redaction);
    const entity = { id, ...clean };
    left -= entityTokens(entity);
    if (left < 0) break;
    fitting.push(entity);
  }
  return fitting;
}

function countOmitted(
  { columns: { types } }: Ranking,
  taken: readonly RankedItem[],
): AssembledLedger['omitted'] {
  const counts = candidateTypes.map(() => 0);
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1;
  for (const { at } of taken) counts[types[at] ?? 0] = (counts[types[at] ?? 0] ?? 0) - 1;
  const omitted = candidateTypes.map((type, at) => [type, counts[at] ?? 0] as const);
  return {
    count: types.length - taken.length,
    by_type: Object.fromEntries(omitted.filter(([, count]) => count > 0)),
  };
}

const redactText = (text: string, { redaction }: LedgerSettings): string =>
  String(redactValue(text, redaction));
