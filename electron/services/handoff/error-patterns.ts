import type { Input } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { handoffContract } from '../../../shared/contract/handoff.ts';
import { lowerOrigin } from '../../../shared/model/authority.ts';
import type { ConfidencePoint, ErrorPattern, ErrorSignature } from '../../../shared/model/handoff.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import type { Origin } from '../../../shared/model/origin.ts';
import { firstConfidence } from '../../../shared/model/package-words.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import {
  bestFirst,
  confidenceAfter,
  defaultProject,
  isExpired,
  isShown,
  matchingPatterns,
} from '../../engine/handoff/error-learning.ts';
import { errorSignature, signatureKey } from '../../engine/handoff/error-signature.ts';
import type { ReadableDatabase } from '../../storage/database/sqlite.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import {
  findPattern,
  listPatterns,
  projectsKnowing,
  putPattern,
  type StoredPattern,
} from '../../storage/handoff/error-pattern-table.ts';
import { unknownId } from '../../storage/unknown-id.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { redactEach, redactFailure, redactPattern, seenFailure } from './redacted-handoff.ts';

type ErrorPatternProcedure = Extract<keyof typeof handoffContract, `errorPatterns.${string}`>;

/** Points of a pattern's history that are kept; older ones are let go. */
const keptPoints = 200;
const defaultTtlDays = 90;

export const errorPatternHandlers: Handlers<ErrorPatternProcedure> = {
  async 'errorPatterns.record'(input, call) {
    return recordPattern(input, call, call.caller.door === 'mcp' ? 'agent' : undefined);
  },

  async 'errorPatterns.feedback'({ project_id, pattern_hash, helped }, call) {
    const project = await call.project();
    const at = call.world.clock.nowIso();
    const pattern = await project.content.write(database => {
      const known = knownPattern(database, pattern_hash, project_id);
      const confidence = confidenceAfter(known.pattern.confidence, helped);
      const judged = { ...known.pattern, confidence };
      const point: ConfidencePoint = { at, confidence, cause: helped ? 'helped' : 'misled' };
      putPattern(database, { pattern: judged, history: withPoint(known.history, point) });
      return judged;
    });
    publishHandoff(call);
    return redactPattern(pattern, await redactionModeOf(project));
  },

  async 'errorPatterns.match'({ project_id, failure }, call) {
    const { stored, mode, now } = await readPatterns(project_id, call);
    const living = stored.map(({ pattern }) => pattern).filter(pattern => !isExpired(pattern, now));
    const matching = matchingPatterns(living, seenFailure(failure, mode));
    return { patterns: redactEach(matching, pattern => redactPattern(pattern, mode)) };
  },

  async 'errorPatterns.list'({ project_id }, call) {
    const { stored, mode, now } = await readPatterns(project_id, call);
    const histories = new Map(stored.map(({ pattern, history }) => [nameOf(pattern), history]));
    const patterns = redactEach(bestFirst(stored.map(({ pattern }) => pattern)), pattern =>
      redactPattern(pattern, mode),
    );
    return {
      patterns: patterns.map(pattern => ({
        ...pattern,
        expired: isExpired(pattern, now),
        shown: isShown(pattern, now),
        history: [...(histories.get(nameOf(pattern)) ?? [])],
      })),
    };
  },
};

/**
 * Records a failure and what solved it. `origin` is where the words come from, where that is less than the user; seen
 * again, a pattern is believed as the less believed of those who told it.
 */
export async function recordPattern(
  input: Input<'errorPatterns.record'>,
  call: Needs<'world' | 'project' | 'publish'>,
  origin: Origin | undefined,
): Promise<ErrorPattern> {
  const { project_id = defaultProject, solution, ttl_days = defaultTtlDays, ...failure } = input;
  const { lang } = failure;
  const project = await call.project();
  const mode = await redactionModeOf(project);
  const signature = errorSignature(redactFailure(failure, mode));
  const now = call.world.clock.nowIso();
  const pattern_hash = sha256(signatureKey(signature));
  const stored = await project.content.write(database => {
    const known = findPattern(database, project_id, pattern_hash);
    const fresh: ErrorPattern = {
      pattern_hash,
      project_id,
      signature,
      // Redacted as its signature is: nothing of a failure is kept raw.
      solution: redact(solution, mode).text,
      confidence: firstConfidence,
      occurrences: 1,
      ...(lang !== undefined && { lang }),
      last_seen: now,
      created_at: now,
      ttl_days,
      ...(origin !== undefined && { origin }),
    };
    const changed = known === undefined ? recorded(fresh, now) : seenAgain(known, fresh, input.ttl_days);
    putPattern(database, changed);
    return changed.pattern;
  });
  publishHandoff(call);
  return redactPattern(stored, mode);
}

const nameOf = ({ project_id, pattern_hash }: ErrorPattern): string => `${pattern_hash} ${project_id}`;

/** The pattern that feedback is about: where no project is named, that of the only one that knows it. */
function knownPattern(database: ReadableDatabase, hash: string, projectId?: string): StoredPattern {
  const knowing = projectsKnowing(database, hash);
  if (projectId === undefined && knowing.length > 1)
    throw new AppError(
      'invalid_input',
      `several projects know the error pattern ${hash}; give one of them as project_id: ${knowing.join(', ')}`,
    );
  const owner = projectId ?? knowing[0];
  const known = owner === undefined ? undefined : findPattern(database, owner, hash);
  if (known !== undefined) return known;
  if (projectId === undefined || knowing.length === 0) throw unknownId(database, 'error_pattern', hash);
  const message = `the project "${projectId}" does not know the error pattern ${hash}`;
  throw new AppError('not_found', withNearest(message, projectId, knowing));
}

async function readPatterns(projectId: string | undefined, needs: Needs<'world' | 'project'>) {
  const project = await needs.project();
  const stored = await project.content.read(database => listPatterns(database, projectId), []);
  const mode = await redactionModeOf(project);
  return { stored, mode, now: needs.world.clock.nowIso() };
}

function recorded(pattern: ErrorPattern, at: string): StoredPattern {
  return { pattern, history: [{ at, confidence: pattern.confidence, cause: 'recorded' }] };
}

/** Seen again: counted, and the longer solution stays. */
function seenAgain({ pattern, history }: StoredPattern, fresh: ErrorPattern, ttl?: number): StoredPattern {
  const { last_seen, solution, lang } = fresh;
  const again: ErrorPattern = {
    ...pattern,
    occurrences: pattern.occurrences + 1,
    last_seen,
    signature: withStack(pattern.signature, fresh.signature),
    solution: solution.length > pattern.solution.length ? solution : pattern.solution,
    ...(lang !== undefined && { lang }),
    ...(ttl !== undefined && { ttl_days: ttl }),
    ...lowestOrigin(pattern, fresh),
  };
  const point: ConfidencePoint = { at: last_seen, confidence: pattern.confidence, cause: 'seen' };
  return { pattern: again, history: withPoint(history, point) };
}

function lowestOrigin({ origin: one }: ErrorPattern, { origin: other }: ErrorPattern) {
  if (one === undefined || other === undefined) return { ...((one ?? other) && { origin: one ?? other }) };
  return { origin: lowerOrigin(one, other) };
}

/** What was seen without a stack first may come with one later. */
const withStack = (known: ErrorSignature, fresh: ErrorSignature): ErrorSignature =>
  known.stack_pattern === '' ? { ...known, stack_pattern: fresh.stack_pattern } : known;

const withPoint = (history: readonly ConfidencePoint[], point: ConfidencePoint): ConfidencePoint[] =>
  [...history, point].slice(-keptPoints);

/** What was left, recorded or judged is shown live. */
export function publishHandoff(needs: Needs<'publish'>): void {
  needs.publish({ event: 'project:changed', what: 'handoff' });
}
