import type {
  AssembledDecision,
  AssembledEntry,
  AssembledLedger,
  CandidateType,
  LedgerRecord,
  RelatedEntity,
} from '../../../shared/model/ledger.ts';
import { fillBudget } from '../../engine/ledger/fill-budget.ts';
import { lazilySorted } from '../../engine/ledger/lazily-sorted.ts';
import { recordTokens } from '../../engine/ledger/ledger-item.ts';
import { betterFirst, isCandidate, type RankedItem, rankLedger } from '../../engine/ledger/rank-ledger.ts';
import { entityTokens, type LinkedEntity, relatedEntities } from '../../engine/ledger/related-entities.ts';
import { factorsOf } from '../../engine/ledger/score-item.ts';
import { redactValue } from '../../engine/redaction/redact-value.ts';
import type { LedgerSettings } from './ledger-settings.ts';
import type { LedgerSource } from './ledger-source.ts';
import { redactRecord } from './redact-record.ts';

export interface AssembleOptions {
  readonly task: string;
  readonly scope: string;
  readonly maxTokens: number;
  readonly nowMs: number;
  readonly settings: LedgerSettings;
  /** False leaves the task out of the ranking. */
  readonly isSearched: boolean;
  readonly isExplained: boolean;
  readonly entities: Iterable<LinkedEntity>;
}

/** Of what did not fit, an explanation shows the best. */
const mostExplained = 50;

/** What the ledger says for a task within a budget (L4): ranked, filled, and shown without secrets. */
export async function assembleLedger(
  source: LedgerSource,
  options: AssembleOptions,
): Promise<AssembledLedger> {
  const { task, scope, maxTokens, nowMs, settings } = options;
  const { index } = source;
  const relevance = options.isSearched ? index.search(task, item => isCandidate(index, item)) : undefined;
  const ranked = rankLedger(index, { scope, nowMs, weights: settings.weights, relevance });
  const { taken, tokens, shown } = await fillShown(source, ranked, options);
  const entities = fittingEntities(options, maxTokens - tokens);
  const chosen = new Set(taken);
  const rest = ranked.filter(item => !chosen.has(item));
  return {
    assembled_at: new Date(nowMs).toISOString(),
    task: redactText(task, settings),
    scope,
    token_estimate: tokens + entities.reduce((sum, entity) => sum + entityTokens(entity), 0),
    ...shownLists(taken, shown, options),
    related_entities: entities,
    omitted: { count: rest.length, by_type: countTypes(rest) },
    warnings: [...settings.warnings],
    ...(options.isExplained && {
      explanation: {
        weights: settings.weights,
        max_tokens: maxTokens,
        search: options.isSearched ? ('keyword' as const) : ('none' as const),
        candidates: ranked.length,
        omitted: await explainOmitted(source, rest, options),
      },
    }),
  };
}

/**
 * Fills the budget with what records cost as they are shown. Secrets are taken out of what was chosen only; where that
 * changes a cost, it is chosen anew, until all that was chosen costs what it was chosen for.
 */
async function fillShown(
  source: LedgerSource,
  ranked: readonly RankedItem[],
  { maxTokens, settings }: AssembleOptions,
) {
  const shown = new Map<RankedItem, LedgerRecord>();
  const costs = new Map<RankedItem, number>();
  for (;;) {
    const filled = fillBudget(ranked, maxTokens, item => costs.get(item) ?? item.item.tokens);
    const unread = filled.taken.filter(item => !shown.has(item));
    const records = await source.read(unread.map(({ item }) => item));
    let hasChanged = false;
    for (const [at, item] of unread.entries()) {
      const read = records[at];
      if (read === undefined) continue;
      const record = redactRecord(read.record, settings.redaction);
      const cost = recordTokens(record);
      shown.set(item, record);
      costs.set(item, cost);
      hasChanged ||= cost !== item.item.tokens;
    }
    if (!hasChanged) return { ...filled, shown };
  }
}

function shownLists(
  taken: readonly RankedItem[],
  shown: ReadonlyMap<RankedItem, LedgerRecord>,
  options: AssembleOptions,
): Pick<
  AssembledLedger,
  'active_decisions' | 'open_needs' | 'recent_findings' | 'active_warnings' | 'recent_questions'
> {
  const entries = (type: CandidateType): AssembledEntry[] =>
    taken.flatMap(ranked => {
      const record = shown.get(ranked);
      if (ranked.item.type !== type || record?.kind !== 'entry') return [];
      const { id, summary, detail = '', scope = '', timestamp } = record.entry;
      return [{ id, summary, detail, scope, timestamp, ...explain(ranked, record, options) }];
    });
  const decisions = taken.flatMap((ranked): AssembledDecision[] => {
    const record = shown.get(ranked);
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
  rest: readonly RankedItem[],
  options: AssembleOptions,
): Promise<NonNullable<AssembledLedger['explanation']>['omitted']> {
  const best: RankedItem[] = [];
  for (const item of lazilySorted(rest, betterFirst)) {
    if (best.length === mostExplained) break;
    best.push(item);
  }
  const records = await source.read(best.map(({ item }) => item));
  return best.flatMap((ranked, at) => {
    const read = records[at];
    if (read === undefined) return [];
    const record = redactRecord(read.record, options.settings.redaction);
    const { id, summary } = record.kind === 'decision' ? record.decision : record.entry;
    return [{ id, type: ranked.item.type, summary, ...explain(ranked, record, options) }];
  });
}

/** Entities as long as they fit what is left (L4). */
function fittingEntities(
  { entities, scope, settings }: AssembleOptions,
  tokensLeft: number,
): RelatedEntity[] {
  const fitting: RelatedEntity[] = [];
  let left = tokensLeft;
  for (const { id, name, type, relations } of relatedEntities(entities, scope)) {
    // Texts stay texts, so an entity stays one (H10).
    const clean = redactValue({ name, type, relations }, settings.redaction) as Omit<RelatedEntity, 'id'>;
    const entity = { id, ...clean };
    left -= entityTokens(entity);
    if (left < 0) break;
    fitting.push(entity);
  }
  return fitting;
}

function countTypes(items: Iterable<RankedItem>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { item } of items) counts[item.type] = (counts[item.type] ?? 0) + 1;
  return counts;
}

const redactText = (text: string, { redaction }: LedgerSettings): string =>
  String(redactValue(text, redaction));
