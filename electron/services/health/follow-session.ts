import type { Input } from '../../../shared/contract/contract.ts';
import { chars4 } from '../../../shared/model/chars4.ts';
import type { Config } from '../../../shared/model/config.ts';
import { withoutUndefined } from '../../../shared/model/entries.ts';
import type {
  HealthAssessment,
  HealthPoint,
  SessionDecision,
  SessionNotes,
  ToolCallCounts,
} from '../../../shared/model/health.ts';
import { totalCalls } from '../../../shared/model/health-measures.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { addCalls, assessHealth, countCalls } from '../../engine/health/assess-health.ts';
import { healthMessage } from '../../engine/health/health-message.ts';
import { type KeptHealth, newHealth } from './kept-health.ts';

/** What is known of a session with what it tells now. */
export function withNews(
  before: KeptHealth,
  input: Input<'health.record'>,
  config: Config,
  now: string,
): KeptHealth {
  const {
    session_id,
    tool,
    tool_calls,
    message,
    message_tokens,
    measured_tokens,
    window,
    model,
    moment,
    ...notes
  } = input;
  const told = addCalls(
    tool_calls === undefined ? newHealth(session_id).tool_calls : asCounts(tool_calls, config),
    countCalls(tool === undefined ? [] : [{ tool }], config.tool_costs),
  );
  const calls = addCalls(before.tool_calls, told);
  const said = (message_tokens ?? 0) + (message === undefined ? 0 : chars4(message));
  const messages = before.message_tokens + said;
  return {
    ...before,
    tool_calls: calls,
    message_tokens: messages,
    ...(measured_tokens !== undefined && { measured: { tokens: measured_tokens, calls, messages } }),
    ...(window !== undefined && { window }),
    ...(model !== undefined && { model }),
    calls_since_check: before.calls_since_check + totalCalls(told),
    notes: mergeNotes(before.notes, redactValue(notes, config.redaction_mode)),
    updated_at: now,
  };
}

/** With one more point of how it came to where it is. */
export function withTrail(kept: KeptHealth, config: Config, at: string): KeptHealth {
  const { tokens } = assessKept(kept, config);
  const { tool_calls, message_tokens, trail = [] } = kept;
  return { ...kept, trail: addPoint(trail, { at, tokens, message_tokens, tool_calls }) };
}

/** After a compaction the context begins anew; what the session is about stays. */
export function compacted({ measured: _, ...kept }: KeptHealth, now: string): KeptHealth {
  const { tool_calls, message_tokens, calls_since_check } = newHealth(kept.session_id);
  return {
    ...kept,
    tool_calls,
    message_tokens,
    calls_since_check,
    blocked: false,
    compactions: kept.compactions + 1,
    updated_at: now,
  };
}

/** How full the context of a session is, and what to say about it. */
export function assessKept(kept: KeptHealth, { models }: Config): HealthAssessment {
  const { tool_calls, message_tokens, measured, window, model, notes, last_save } = kept;
  const assessed = assessHealth(
    { tool_calls, message_tokens, window, model, measured_tokens: measured && measuredNow(kept, measured) },
    models,
  );
  const boundary = notes.plan?.boundary ?? notes.plan?.steps?.[0];
  return withMessage(assessed, healthMessage(assessed, { boundary, saved: last_save }));
}

/** The real count, and the estimate of what came since. */
function measuredNow(
  { tool_calls, message_tokens }: KeptHealth,
  { tokens, calls, messages }: NonNullable<KeptHealth['measured']>,
): number {
  const since: ToolCallCounts = {
    low: tool_calls.low - calls.low,
    medium: tool_calls.medium - calls.medium,
    high: tool_calls.high - calls.high,
  };
  return tokens + assessHealth({ tool_calls: since, message_tokens: message_tokens - messages }, {}).tokens;
}

/** Calls by their cost class, as the configuration has them. */
export function asCounts(
  given: Input<'health.assess'>['tool_calls'],
  { tool_costs }: Config,
): ToolCallCounts {
  return 'low' in given ? given : countCalls(given, tool_costs);
}

export function withMessage(assessed: Omit<HealthAssessment, 'message'>, message?: string): HealthAssessment {
  return message === undefined ? assessed : { ...assessed, message };
}

/** What a session is known by after more was told: files, decisions and conventions grow, the rest is as told last. */
function mergeNotes(before: SessionNotes, told: SessionNotes): SessionNotes {
  return {
    ...before,
    ...withoutUndefined(told),
    ...grown('files', before.files, told.files),
    ...grown('decisions', before.decisions, told.decisions),
    ...grown('conventions', before.conventions, told.conventions),
  };
}

function grown<Key extends string, Entry extends string | SessionDecision>(
  key: Key,
  before: readonly Entry[] | undefined,
  told: readonly Entry[] | undefined,
) {
  if (told === undefined) return {};
  const all = [...(before ?? [])];
  for (const entry of told) if (!all.some(known => isJsonEqual(known, entry))) all.push(entry);
  return { [key]: all };
}

/** More points than that are thinned out, so that a session of days costs no more to keep than one of an hour. */
const mostPoints = 120;

/** A session's trail with one more point. Where it is full, every second of its older half goes; the first stays. */
export function addPoint(trail: readonly HealthPoint[], point: HealthPoint): HealthPoint[] {
  const longer = [...trail, point];
  if (longer.length <= mostPoints) return longer;
  return longer.filter((_, index) => index >= mostPoints / 2 || index % 2 === 0);
}
