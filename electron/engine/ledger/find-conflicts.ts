import type { DecisionConflict } from '../../../shared/model/ledger.ts';
import { stopWords } from '../../../shared/search/stop-words.ts';
import { wordsOf } from '../../../shared/search/words-of.ts';
import type { DecisionItem } from './ledger-item.ts';
import { decisionMatches, isWholeProject, plainScope } from './scope-match.ts';

/** Summaries that have less in common speak of different things. */
const leastSimilarity = 0.2;

/** A contradiction of two decisions, by what they share. */
export interface FoundConflict {
  readonly older: DecisionItem;
  /** Files and symbols that both affect; empty when it is the scope that is the same. */
  readonly shared: readonly string[];
  readonly similarity: number;
}

/**
 * The decisions among `others` that a decision contradicts: same domain, a file, symbol or scope in common, and
 * summaries that speak of the same without being the same. Whether they are in force is the caller's matter.
 */
export function findConflicts(decision: DecisionItem, others: Iterable<DecisionItem>): FoundConflict[] {
  const words = tellingOf(decision.summary);
  const found: FoundConflict[] = [];
  for (const older of others) {
    if (older.id === decision.id || older.domain !== decision.domain || isSuccession(decision, older))
      continue;
    const shared = sharedReach(decision, older);
    if (shared.length === 0 && !isSameScope(decision.scope, older.scope)) continue;
    const similarity = similarityOf(words, tellingOf(older.summary));
    if (similarity >= leastSimilarity && similarity < 1) found.push({ older, shared, similarity });
  }
  return found;
}

/** Decisions of the domain in the same scope that do not contradict it: worth a look, no more. */
export function findHints(
  decision: DecisionItem,
  others: Iterable<DecisionItem>,
  conflicts: readonly FoundConflict[],
): DecisionItem[] {
  const known = new Set([decision.id, ...conflicts.map(({ older }) => older.id)]);
  return [...others].filter(
    other =>
      !known.has(other.id) &&
      other.domain === decision.domain &&
      !isSuccession(decision, other) &&
      decisionMatches(other, decision.scope),
  );
}

/** A decision in force with one before it that it contradicts. */
interface OpenConflict {
  readonly newer: DecisionItem;
  readonly conflict: FoundConflict;
}

/**
 * Provisional decisions with those in force that they contradict: those before them, and active ones after them, which
 * took their place until they were thought over again. Newest provisional ones first. Where `of` names one, those on
 * either side of which it is. Stops after each decision, and where one is compared with many.
 */
export function* openConflicts(
  decisions: Iterable<DecisionItem>,
  of?: DecisionItem,
): Generator<void, OpenConflict[]> {
  const inForce = yield* inForceByDomain(decisions, of?.domain);
  const provisional = [...inForce.values()].flat().filter(({ status }) => status === 'provisional');
  const found: OpenConflict[] = [];
  for (const one of provisional.sort((left, right) => right.atMs - left.atMs)) {
    const all = inForce.get(one.domain) ?? [];
    const others = of === undefined || of.id === one.id ? all : all.filter(({ id }) => id === of.id);
    for (let from = 0; from < others.length; from += comparedAtOnce) {
      const compared = others
        .slice(from, from + comparedAtOnce)
        .filter(other => other.status === 'active' || isBefore(other, one));
      for (const conflict of findConflicts(one, compared)) found.push(inOrder(one, conflict));
      yield;
    }
  }
  return found;
}

/** Those of one domain only, where one is named. */
function* inForceByDomain(
  decisions: Iterable<DecisionItem>,
  wanted: string | undefined,
): Generator<void, Map<string, DecisionItem[]>> {
  const byDomain = new Map<string, DecisionItem[]>();
  for (const decision of decisions) {
    yield;
    const { status, domain } = decision;
    const isInForce = status === 'active' || status === 'provisional';
    if (!isInForce || (wanted !== undefined && domain !== wanted)) continue;
    const same = byDomain.get(domain) ?? [];
    byDomain.set(domain, same);
    same.push(decision);
  }
  return byDomain;
}

const comparedAtOnce = 200;

/** A conflict as callers see it. */
export function describeConflict(newer: DecisionItem, conflict: FoundConflict): DecisionConflict {
  const { older, shared, similarity } = conflict;
  const shown = ({ id, summary, atMs, status }: DecisionItem) => ({
    id,
    summary,
    timestamp: new Date(atMs).toISOString(),
    status,
  });
  return { newer: shown(newer), older: shown(older), domain: newer.domain, shared: [...shared], similarity };
}

// Of two provisional ones at the same moment, one is the older, whichever it is.
const isBefore = (older: DecisionItem, newer: DecisionItem): boolean =>
  older.atMs < newer.atMs || (older.atMs === newer.atMs && older.id < newer.id);

function inOrder(one: DecisionItem, conflict: FoundConflict): OpenConflict {
  const { older: other } = conflict;
  return isBefore(other, one)
    ? { newer: one, conflict }
    : { newer: other, conflict: { ...conflict, older: one } };
}

/** One takes the place of the other, so they cannot contradict, unless that is thought over again. */
const isSuccession = (left: DecisionItem, right: DecisionItem): boolean =>
  takesPlace(left, right) || takesPlace(right, left);

const takesPlace = (newer: DecisionItem, older: DecisionItem): boolean =>
  newer.supersedes === older.id && older.status !== 'provisional';

function sharedReach(left: DecisionItem, right: DecisionItem): string[] {
  const reach = new Set([...right.files.map(plainScope), ...right.symbols]);
  return [...new Set([...left.files.map(plainScope), ...left.symbols])].filter(one => reach.has(one));
}

const isSameScope = (left: string, right: string): boolean =>
  !isWholeProject(left) && plainScope(left) === plainScope(right);

const tellingOf = (summary: string): Set<string> =>
  new Set(wordsOf(summary).filter(word => !stopWords.has(word)));

/** Common words by all words (Jaccard); 0 where there are none. */
function similarityOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter(word => right.has(word)).length;
  const all = left.size + right.size - common;
  return all === 0 ? 0 : common / all;
}
