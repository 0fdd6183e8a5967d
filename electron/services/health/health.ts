import type { Input, Output } from '../../../shared/contract/contract.ts';
import type { healthContract } from '../../../shared/contract/health.ts';
import { freshMemory } from '../../../shared/memory-starts/memory-start.ts';
import type { Config } from '../../../shared/model/config.ts';
import type { SessionHealth } from '../../../shared/model/health.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { assessHealth } from '../../engine/health/assess-health.ts';
import { healthMessage } from '../../engine/health/health-message.ts';
import { healthReport } from '../../engine/health/health-report.ts';
import type { ConflictsFor } from '../../engine/health/session-conflicts.ts';
import { mayRunBlocked } from '../../engine/health/tool-gate.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { asCounts, assessKept, compacted, withMessage, withNews, withTrail } from './follow-session.ts';
import { changeHealth, isBlocked, type KeptHealth, readHealth } from './kept-health.ts';
import { saveSession, unsavedOf } from './save-session.ts';
import { readSavedRecords } from './saved-records.ts';
import { readConflicts } from './saved-state.ts';

export const healthHandlers: Handlers<keyof typeof healthContract> = {
  async 'health.assess'({ tool_calls, ...counts }, call) {
    const config = await configOf(await call.projectIfOpen());
    const assessed = assessHealth({ ...counts, tool_calls: asCounts(tool_calls, config) }, config.models);
    return withMessage(assessed, healthMessage(assessed));
  },

  'health.record': record,

  async 'health.report'({ session_id }, call) {
    const project = await call.project();
    const config = await configOf(project);
    const [kept] = await readHealth(call, project, session_id);
    if (kept === undefined) throw await noSuch(project.content, 'session', session_id);
    const session = describe(kept, await readConflicts(project.path), config);
    const { news } = await unsavedOf(project.folder, kept, config.redaction_mode);
    return { markdown: healthReport(session, news.decisions.length), session };
  },

  async 'health.gate'({ session_id, tool }, call) {
    const project = await call.project();
    const config = await configOf(project);
    const [kept] = await readHealth(call, project, session_id);
    if (kept === undefined || !isBlocked(kept)) return { allowed: true, blocked: false };
    if (mayRunBlocked(tool, config.tool_costs)) return { allowed: true, blocked: true };
    const advice = assessKept(kept, config).message ?? 'The context is to be compacted now.';
    return {
      allowed: false,
      blocked: true,
      reason: `${advice} Until ${kept.blocked ? 'the compaction is acknowledged' : 'it is saved'}, only tools that cost little may run, and ${tool} is none.`,
    };
  },

  async 'health.acknowledgeCompaction'({ session_id }, call) {
    const project = await call.project();
    const config = await configOf(project);
    const now = call.world.clock.nowIso();
    const kept = await changeHealth(call, project, session_id, async before => {
      const why = 'Compaction acknowledged';
      const saved = await saveSession(project.folder, before, { now, mode: config.redaction_mode, why });
      return saved.last_save?.ok === true
        ? withTrail(compacted(saved, now), config, now)
        : { ...saved, updated_at: now };
    });
    const acknowledged = kept.last_save?.ok === true;
    if (acknowledged) await offerStateMemory(project, call);
    return { acknowledged, blocked: isBlocked(kept), saved: kept.last_save ?? { ok: true, files: [] } };
  },

  async 'health.state'({ session_id }, call) {
    const project = await call.project();
    const config = await configOf(project);
    const all = await readHealth(call, project, session_id);
    const newestFirst = all.toSorted((left, right) => (left.updated_at < right.updated_at ? 1 : -1));
    const conflicts = await readConflicts(project.path);
    return { sessions: newestFirst.map(kept => describe(kept, conflicts, config)) };
  },

  async 'health.saved'({ session_id }, call) {
    const project = await call.project();
    const { redaction_mode } = await configOf(project);
    const { records, total } = await readSavedRecords(project.path, session_id);
    // Sessions are found by their ids, which stay.
    const clean = records.map(record => ({
      ...record,
      entries: redactValue(record.entries, redaction_mode),
    }));
    return { records: clean, total };
  },
};

async function record(
  input: Input<'health.record'>,
  needs: Needs<'world' | 'logger' | 'publish' | 'project'>,
): Promise<Output<'health.record'>> {
  const project = await needs.project();
  const config = await configOf(project);
  const now = needs.world.clock.nowIso();
  const looked = { due: false };
  const kept = await changeHealth(needs, project, input.session_id, async before => {
    const after = withTrail(withNews(before, input, config, now), config, now);
    const isRed = assessKept(after, config).status === 'RED';
    const isBeforeCompaction = input.moment === 'before_compaction';
    looked.due =
      isRed ||
      input.moment !== undefined ||
      (before.notes.phase !== undefined && before.notes.phase !== after.notes.phase) ||
      after.calls_since_check >= config.health.check_every;
    const checked = { ...after, calls_since_check: looked.due ? 0 : after.calls_since_check };
    if (!isRed && !isBeforeCompaction && !isBlocked(checked)) return checked;
    const why = isBeforeCompaction ? 'Before a compaction' : 'The context is nearly full';
    const saved = await saveSession(project.folder, checked, { now, mode: config.redaction_mode, why });
    return { ...saved, blocked: checked.blocked || isRed };
  });
  const { last_save } = kept;
  if (last_save?.ok === true) await offerStateMemory(project, needs);
  return {
    due: looked.due,
    assessment: assessKept(kept, config),
    blocked: isBlocked(kept),
    ...(last_save !== undefined && { saved: last_save }),
  };
}

function describe(kept: KeptHealth, conflictsFor: ConflictsFor, config: Config): SessionHealth {
  const { session_id, tool_calls, message_tokens, notes, last_save, compactions, trail, updated_at } = kept;
  const session: SessionHealth = {
    session_id,
    assessment: assessKept(kept, config),
    tool_calls,
    message_tokens,
    blocked: isBlocked(kept),
    notes,
    ...(last_save !== undefined && { saved: last_save }),
    conflicts: conflictsFor(session_id, notes.decisions ?? []),
    compactions,
    history: [...(trail ?? [])],
    updated_at,
  };
  return { ...redactValue(session, config.redaction_mode), session_id };
}

/** The memory type through which saved state comes back into contexts. */
const stateMemory = freshMemory('session_state', 'Saved session state', [{ type: 'session_state' }], {
  description:
    'What sessions saved to .rune/ before a compaction; what others saved is marked as historical.',
  contribution: { section: 'state', priority: 'critical', format: 'prose' },
});

/**
 * Adds the memory type `session_state` where the project has none of that name, as a file like any other, so that rules,
 * lint and studio know it. It is a convenience: a save counts without it.
 */
async function offerStateMemory(project: OpenProject, needs: Needs<'logger' | 'publish'>): Promise<void> {
  try {
    const { definitions, problems } = await project.memories.list();
    const isTaken =
      definitions.some(({ value }) => value.id.toLowerCase() === stateMemory.id) ||
      problems.some(({ file }) => file.toLowerCase().endsWith(`/${stateMemory.id}.json`));
    if (isTaken) return;
    await project.memories.save(stateMemory, null);
    needs.publish({ event: 'persistentMemory:created', id: stateMemory.id });
  } catch (error) {
    needs.logger.warn('the memory session_state could not be added', { error: String(error) });
  }
}
