import { AppError } from '../../../shared/contract/errors.ts';
import type { handoffContract } from '../../../shared/contract/handoff.ts';
import type { ConfidencePoint, ErrorPattern } from '../../../shared/model/handoff.ts';
import {
  bestFirst,
  confidenceAfter,
  firstConfidence,
  isExpired,
  isShown,
} from '../../engine/handoff/error-learning.ts';
import { errorSignature, isSameFailure, signatureKey } from '../../engine/handoff/error-signature.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import {
  findPattern,
  listPatterns,
  putPattern,
  type StoredPattern,
} from '../../storage/handoff/error-pattern-table.ts';
import type { Call, Handlers } from '../call.ts';
import { redactionModeOf } from '../config.ts';
import { defaultProject } from './handoff-store.ts';
import { redactEach, redactFailure, redactPattern } from './redacted-handoff.ts';

type ErrorPatternProcedure = Extract<keyof typeof handoffContract, `errorPatterns.${string}`>;

/** Points of a pattern's history that are kept; older ones are let go. */
const keptPoints = 200;
const defaultTtlDays = 90;

export const errorPatternHandlers: Handlers<ErrorPatternProcedure> = {
  async 'errorPatterns.record'(input, call) {
    const { project_id = defaultProject, solution, lang, ttl_days = defaultTtlDays, ...failure } = input;
    const project = await call.project();
    const mode = await redactionModeOf(project);
    const signature = errorSignature(redactFailure(failure, mode));
    const now = call.app.options.world.clock.nowIso();
    const pattern_hash = sha256(signatureKey(signature));
    const stored = await project.content.write(database => {
      const known = findPattern(database, project_id, pattern_hash);
      const fresh: ErrorPattern = {
        pattern_hash,
        project_id,
        signature,
        solution,
        confidence: firstConfidence,
        occurrences: 1,
        ...(lang !== undefined && { lang }),
        last_seen: now,
        created_at: now,
        ttl_days,
      };
      const changed = known === undefined ? recorded(fresh, now) : seenAgain(known, fresh, input.ttl_days);
      putPattern(database, changed);
      return changed.pattern;
    });
    publishPatterns(call);
    return redactPattern(stored, mode);
  },

  async 'errorPatterns.feedback'({ project_id = defaultProject, pattern_hash, helped }, call) {
    const project = await call.project();
    const at = call.app.options.world.clock.nowIso();
    const pattern = await project.content.write(database => {
      const known = findPattern(database, project_id, pattern_hash);
      if (known === undefined)
        throw new AppError('not_found', `the project "${project_id}" has no error pattern ${pattern_hash}`);
      const confidence = confidenceAfter(known.pattern.confidence, helped);
      const judged = { ...known.pattern, confidence };
      const point: ConfidencePoint = { at, confidence, cause: helped ? 'helped' : 'misled' };
      putPattern(database, { pattern: judged, history: withPoint(known.history, point) });
      return judged;
    });
    publishPatterns(call);
    return redactPattern(pattern, await redactionModeOf(project));
  },

  async 'errorPatterns.match'({ project_id = defaultProject, failure }, call) {
    const { stored, mode, now } = await readPatterns(project_id, call);
    const seen = errorSignature(redactFailure(failure, mode));
    const matching = stored
      .map(({ pattern }) => pattern)
      .filter(pattern => isSameFailure(pattern.signature, seen) && !isExpired(pattern, now));
    return { patterns: redactEach(bestFirst(matching), pattern => redactPattern(pattern, mode)) };
  },

  async 'errorPatterns.list'({ project_id = defaultProject }, call) {
    const { stored, mode, now } = await readPatterns(project_id, call);
    const histories = new Map(stored.map(({ pattern, history }) => [pattern.pattern_hash, history]));
    const patterns = redactEach(bestFirst(stored.map(({ pattern }) => pattern)), pattern =>
      redactPattern(pattern, mode),
    );
    return {
      patterns: patterns.map(pattern => ({
        ...pattern,
        expired: isExpired(pattern, now),
        shown: isShown(pattern, now),
        history: [...(histories.get(pattern.pattern_hash) ?? [])],
      })),
    };
  },
};

async function readPatterns(projectId: string, call: Call) {
  const project = await call.project();
  const stored = await project.content.read(database => listPatterns(database, projectId), []);
  const mode = await redactionModeOf(project);
  return { stored, mode, now: call.app.options.world.clock.nowIso() };
}

function recorded(pattern: ErrorPattern, at: string): StoredPattern {
  return { pattern, history: [{ at, confidence: pattern.confidence, cause: 'recorded' }] };
}

/** Seen again: counted, and the longer solution stays (H9). */
function seenAgain({ pattern, history }: StoredPattern, fresh: ErrorPattern, ttl?: number): StoredPattern {
  const { last_seen, solution, lang } = fresh;
  const again: ErrorPattern = {
    ...pattern,
    occurrences: pattern.occurrences + 1,
    last_seen,
    solution: solution.length > pattern.solution.length ? solution : pattern.solution,
    ...(lang !== undefined && { lang }),
    ...(ttl !== undefined && { ttl_days: ttl }),
  };
  const point: ConfidencePoint = { at: last_seen, confidence: pattern.confidence, cause: 'seen' };
  return { pattern: again, history: withPoint(history, point) };
}

const withPoint = (history: readonly ConfidencePoint[], point: ConfidencePoint): ConfidencePoint[] =>
  [...history, point].slice(-keptPoints);

/** A failure that was recorded or judged is shown live. */
function publishPatterns(call: Call): void {
  call.app.events.publish({ event: 'project:changed', what: 'handoff' });
}
