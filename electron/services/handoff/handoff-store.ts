import type { ErrorPattern, Failure, LeftOutPackage } from '../../../shared/model/handoff.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { wordsOf } from '../../../shared/search/words-of.ts';
import { choosePatterns } from '../../engine/handoff/error-learning.ts';
import {
  isInGroup,
  type QueryFit,
  type RankedEntry,
  type RankRequest,
  rankPackages,
} from '../../engine/handoff/rank-packages.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { matchAnyWord } from '../../storage/full-text/search-words.ts';
import { listPatterns } from '../../storage/handoff/error-pattern-table.ts';
import { listPackages, packageFit, type StoredPackage } from '../../storage/handoff/package-table.ts';
import { findSession } from '../../storage/handoff/session-table.ts';
import { redactEach, redactPackage, redactPattern, seenFailure } from './redacted-handoff.ts';

interface CandidateQuery extends RankRequest {
  readonly session_id: string;
  readonly iteration: number;
  /** Words that tell packages of equal standing apart. */
  readonly query?: string | undefined;
  /** Whether the full-text index is asked for them (`enable_fts5`); else they are counted. */
  readonly isIndexed?: boolean;
}

/** A stored package as the engine ranks it: its consumers are whom it is addressed to. */
export type RankablePackage = Omit<StoredPackage, 'consumers'> & { readonly consumers: readonly string[] };

interface Candidates {
  readonly ranked: readonly RankedEntry<RankablePackage>[];
  readonly path: 'fts5' | 'plain';
  /** Packages of the session that are no candidates, newest first. */
  readonly excluded: readonly LeftOutPackage[];
}

/** The candidates for an agent in order, redacted; `path` says whether the full-text index was asked. */
export async function readCandidates(
  content: ContentDatabase,
  query: CandidateQuery,
  now: string,
  mode: RedactionMode,
): Promise<Candidates> {
  const { session_id: sessionId } = query;
  const stored = await content.read(database => listPackages(database, { sessionId }), []);
  const judged = stored.map(one => ({ one, reason: exclusion(one, query) }));
  const open = judged.flatMap(({ one, reason }) => (reason === undefined ? [one] : []));
  const rankable = asRankable(open, mode);
  const fit = query.isIndexed === true ? await readFit(content, query) : undefined;
  return {
    ranked: rankPackages(rankable, query, now, fit ?? plainFit(rankable, query.query)),
    path: fit === undefined ? 'plain' : 'fts5',
    excluded: judged.flatMap(({ one, reason }) => (reason === undefined ? [] : [{ id: one.id, reason }])),
  };
}

/** Packages of all sessions that an agent has not taken in, and that are addressed to it or to nobody; in order, redacted. */
export async function readLeftPackages(
  content: ContentDatabase,
  agent_type: string,
  now: string,
  mode: RedactionMode,
): Promise<RankablePackage[]> {
  const stored = await content.read(database => listPackages(database, {}), []);
  const left = stored.filter(
    ({ superseded, addressees, consumers }) =>
      !superseded &&
      (addressees.length === 0 || addressees.includes(agent_type)) &&
      !consumers.some(one => one.agent_type === agent_type && one.consumed_at !== undefined),
  );
  return rankPackages(asRankable(left, mode), { agent_type }, now).map(({ entry }) => entry);
}

/** Without secrets; those that cannot be had without them are left out. */
const asRankable = (packages: readonly StoredPackage[], mode: RedactionMode): RankablePackage[] =>
  redactEach(packages, one => redactPackage(one, mode)).map(one => ({ ...one, consumers: one.addressees }));

/** Why a package of the session is no candidate; undefined for one that is. */
function exclusion(one: StoredPackage, query: CandidateQuery): LeftOutPackage['reason'] | undefined {
  if (one.superseded) return 'superseded';
  if (!isInGroup(one.group_id, query)) return 'group';
  return isConsumed(one, query) ? 'consumed' : undefined;
}

const noFit: QueryFit = new Map();

/** How many of the words that are asked for each package has; undefined where none has any. */
function plainFit(packages: readonly RankablePackage[], query = ''): QueryFit | undefined {
  const asked = new Set(wordsOf(query));
  if (asked.size === 0) return undefined;
  const fit = packages.flatMap(({ id, file_path, summary, content = '' }) => {
    const words = new Set(wordsOf([file_path, summary, content].join(' ')));
    const found = [...asked].filter(word => words.has(word)).length;
    return found > 0 ? [[id, -found] as const] : [];
  });
  return fit.length > 0 ? new Map(fit) : undefined;
}

/** Undefined where nobody asked or the index cannot answer: then the words are counted. */
async function readFit(
  content: ContentDatabase,
  { session_id, query }: CandidateQuery,
): Promise<QueryFit | undefined> {
  const match = query === undefined ? undefined : matchAnyWord(query);
  if (match === undefined) return undefined;
  try {
    return await content.read(database => packageFit(database, session_id, match), noFit);
  } catch {
    return undefined;
  }
}

function isConsumed({ consumers }: StoredPackage, { agent_type, iteration }: CandidateQuery): boolean {
  return consumers.some(
    one => one.agent_type === agent_type && one.iteration === iteration && one.consumed_at !== undefined,
  );
}

/** Whose error patterns are asked for. */
interface PatternQuery {
  readonly sessionId: string;
  /** Wins over the project that the session names; where neither does, those of all projects count. */
  readonly projectId?: string | undefined;
}

/** The error patterns an agent gets, redacted. */
export async function readShownPatterns(
  content: ContentDatabase,
  { sessionId, projectId }: PatternQuery,
  now: string,
  mode: RedactionMode,
  failure?: Failure,
): Promise<ErrorPattern[]> {
  const stored = await content.read(database => {
    return listPatterns(database, projectId ?? findSession(database, sessionId)?.metadata.project_id);
  }, []);
  const seen = failure === undefined ? undefined : seenFailure(failure, mode);
  const chosen = choosePatterns(
    stored.map(({ pattern }) => pattern),
    now,
    seen,
  );
  return redactEach(chosen, pattern => redactPattern(pattern, mode));
}
