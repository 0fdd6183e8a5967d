import type { Input, Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { healthContract } from '../../shared/contract/health.ts';
import type { Config } from '../../shared/model/config.ts';
import type { HealthAssessment, SessionHealth, ToolCallCounts } from '../../shared/model/health.ts';
import { chars4 } from '../engine/assembly/count-items.ts';
import { addCalls, assessHealth, countCalls, totalCalls } from '../engine/health/assess-health.ts';
import { healthMessage } from '../engine/health/health-message.ts';
import { healthReport } from '../engine/health/health-report.ts';
import { addPoint } from '../engine/health/health-trail.ts';
import { mergeNotes } from '../engine/health/merge-notes.ts';
import { mayRunBlocked } from '../engine/health/tool-gate.ts';
import { redactValue } from '../engine/redaction/redact-value.ts';
import type { Call, Handlers } from './call.ts';
import { configOf } from './config.ts';
import { changeHealth, type KeptHealth, newHealth, readHealth } from './health/kept-health.ts';
import { offerStateMemory } from './health/offer-state-memory.ts';
import { saveSession } from './health/save-session.ts';
import { readSavedRecords } from './health/saved-records.ts';
import { conflictsOf } from './health/saved-state.ts';
import type { OpenProject } from './open-project.ts';

export const healthHandlers: Handlers<keyof typeof healthContract> = {
  async 'health.assess'({ tool_calls, ...counts }, call) {
    const config = await configOf(await call.app.projects.current());
    const assessed = assessHealth({ ...counts, tool_calls: asCounts(tool_calls, config) }, config.models);
    return withMessage(assessed, healthMessage(assessed));
  },

  'health.record': record,

  async 'health.report'({ session_id }, call) {
    const project = await call.project();
    const config = await configOf(project);
    const [kept] = await readHealth(call.app, project, session_id);
    if (kept === undefined) throw unknownSession(session_id);
    const session = await describe(kept, project, config);
    return { markdown: healthReport(session), session };
  },

  async 'health.gate'({ session_id, tool }, call) {
    const project = await call.project();
    const config = await configOf(project);
    const [kept] = await readHealth(call.app, project, session_id);
    if (kept?.blocked !== true) return { allowed: true, blocked: false };
    if (mayRunBlocked(tool, config.tool_costs)) return { allowed: true, blocked: true };
    const advice = assessKept(kept, config).message ?? 'The context is to be compacted now.';
    return {
      allowed: false,
      blocked: true,
      reason: `${advice} Until the compaction is acknowledged, only tools that cost little may run, and ${tool} is none.`,
    };
  },

  async 'health.acknowledgeCompaction'({ session_id }, call) {
    const project = await call.project();
    const config = await configOf(project);
    const now = call.app.options.world.clock.nowIso();
    const kept = await changeHealth(call.app, project, session_id, async before => {
      const why = 'Compaction acknowledged';
      const saved = await saveSession(project.path, before, { now, mode: config.redaction_mode, why });
      return saved.last_save?.ok === true
        ? withTrail(compacted(saved, now), config, now)
        : { ...saved, updated_at: now };
    });
    const acknowledged = kept.last_save?.ok === true;
    if (acknowledged) await offerStateMemory(project, call);
    return { acknowledged, blocked: kept.blocked, saved: kept.last_save ?? { ok: true, files: [] } };
  },

  async 'health.state'({ session_id }, call) {
    const project = await call.project();
    const config = await configOf(project);
    const all = await readHealth(call.app, project, session_id);
    const newestFirst = all.toSorted((left, right) => (left.updated_at < right.updated_at ? 1 : -1));
    return { sessions: await Promise.all(newestFirst.map(kept => describe(kept, project, config))) };
  },

  async 'health.saved'({ session_id }, call) {
    const project = await call.project();
    const { redaction_mode } = await configOf(project);
    const { records, total } = await readSavedRecords(project.path, session_id);
    // Redaction keeps texts texts, so the shape is the same; sessions are found by their ids (H10).
    const clean = records.map(record => ({
      ...record,
      entries: redactValue(record.entries, redaction_mode) as typeof record.entries,
    }));
    return { records: clean, total };
  },
};

async function record(input: Input<'health.record'>, call: Call): Promise<Output<'health.record'>> {
  const project = await call.project();
  const config = await configOf(project);
  const now = call.app.options.world.clock.nowIso();
  const looked = { due: false };
  const kept = await changeHealth(call.app, project, input.session_id, async before => {
    const after = withTrail(withNews(before, input, config, now), config, now);
    const isRed = assessKept(after, config).status === 'RED';
    const isBeforeCompaction = input.moment === 'before_compaction';
    looked.due = isRed || input.moment !== undefined || after.calls_since_check >= config.health.check_every;
    const checked = { ...after, calls_since_check: looked.due ? 0 : after.calls_since_check };
    if (!isRed && !isBeforeCompaction && !checked.blocked) return checked;
    const why = isBeforeCompaction ? 'Before a compaction' : 'The context is nearly full';
    const saved = await saveSession(project.path, checked, { now, mode: config.redaction_mode, why });
    return { ...saved, blocked: checked.blocked || isRed };
  });
  const { last_save } = kept;
  if (last_save?.ok === true) await offerStateMemory(project, call);
  return {
    due: looked.due,
    assessment: assessKept(kept, config),
    blocked: kept.blocked,
    ...(last_save !== undefined && { saved: last_save }),
  };
}

function withNews(
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
    notes: mergeNotes(before.notes, notes),
    updated_at: now,
  };
}

function withTrail(kept: KeptHealth, config: Config, at: string): KeptHealth {
  const { tokens } = assessKept(kept, config);
  const { tool_calls, message_tokens, trail = [] } = kept;
  return { ...kept, trail: addPoint(trail, { at, tokens, message_tokens, tool_calls }) };
}

/** After a compaction the context begins anew; what the session is about stays. */
function compacted({ measured: _, ...kept }: KeptHealth, now: string): KeptHealth {
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

function assessKept(kept: KeptHealth, { models }: Config): HealthAssessment {
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

async function describe(kept: KeptHealth, project: OpenProject, config: Config): Promise<SessionHealth> {
  const {
    session_id,
    tool_calls,
    message_tokens,
    blocked,
    notes,
    last_save,
    compactions,
    trail,
    updated_at,
  } = kept;
  const session: SessionHealth = {
    session_id,
    assessment: assessKept(kept, config),
    tool_calls,
    message_tokens,
    blocked,
    notes,
    ...(last_save !== undefined && { saved: last_save }),
    conflicts: await conflictsOf(project.path, session_id, notes.decisions ?? []),
    compactions,
    history: [...(trail ?? [])],
    updated_at,
  };
  // Redaction keeps texts texts, so the shape is the same (H10).
  return { ...(redactValue(session, config.redaction_mode) as SessionHealth), session_id };
}

function asCounts(given: Input<'health.assess'>['tool_calls'], { tool_costs }: Config): ToolCallCounts {
  return 'low' in given ? given : countCalls(given, tool_costs);
}

function withMessage(assessed: Omit<HealthAssessment, 'message'>, message?: string): HealthAssessment {
  return message === undefined ? assessed : { ...assessed, message };
}

function unknownSession(id: string): AppError {
  return new AppError(
    'not_found',
    `nothing is known of the session "${id}"; feed it with health.record first`,
  );
}
