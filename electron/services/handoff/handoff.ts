import { AppError } from '../../../shared/contract/errors.ts';
import type { handoffContract } from '../../../shared/contract/handoff.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { HandoffSession } from '../../../shared/model/handoff.ts';
import { classifyZone } from '../../engine/handoff/classify-zone.ts';
import { rankPackages } from '../../engine/handoff/rank-packages.ts';
import {
  addPackage,
  listPackages,
  markConsumed,
  packageSession,
  type StoredPackage,
} from '../../storage/handoff/package-table.ts';
import { findSession, listSessions, putSession } from '../../storage/handoff/session-table.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { configOf, redactionModeOf } from '../project/config.ts';
import { inUtc } from '../project/in-utc.ts';
import { agentContext } from './agent-context.ts';
import { errorPatternHandlers, publishHandoff } from './error-patterns.ts';
import { redactDraft, redactEach, redactMetadata, redactPackage } from './redacted-handoff.ts';

export const handoffHandlers: Handlers<keyof typeof handoffContract> = {
  ...errorPatternHandlers,

  'sessions.save': ({ session_id, metadata = {} }, call) => changeSession(session_id, () => metadata, call),

  async 'sessions.list'(_, call) {
    const project = await call.project();
    const { sessions, packages } = await project.content.read(
      database => ({ sessions: listSessions(database), packages: listPackages(database, {}) }),
      { sessions: [], packages: [] },
    );
    const mode = await redactionModeOf(project);
    const cleanSessions = redactEach(sessions, session => ({
      ...session,
      metadata: redactMetadata(session.metadata, mode),
    }));
    const known = new Map(cleanSessions.map(session => [session.session_id, session]));
    const cleanPackages = redactEach(packages, one => redactPackage(one, mode));
    const bySession = Map.groupBy(cleanPackages, ({ session_id }) => session_id);
    const ids = new Set([...known.keys(), ...bySession.keys()]);
    const described = [...ids].map(id => {
      const own = bySession.get(id) ?? [];
      return { ...(known.get(id) ?? sessionOf(id, own)), ...contentOfSession(own) };
    });
    return {
      sessions: described.toSorted(
        (left, right) =>
          compareCodeUnits(right.updated_at, left.updated_at) ||
          compareCodeUnits(left.session_id, right.session_id),
      ),
    };
  },

  async 'zones.classify'({ model, current_tokens, safety_margin }, call) {
    const { models, token_safety_margin } = await configOf(await call.projectIfOpen());
    const safetyMargin = safety_margin ?? token_safety_margin;
    return classifyZone({ model, current_tokens, safetyMargin, models });
  },

  async 'packages.save'({ consumers = [], created_at, size_bytes, group_id, ...draft }, call) {
    const project = await call.project();
    const now = call.world.clock.nowIso();
    const size = size_bytes ?? Buffer.byteLength(draft.content ?? '', 'utf8');
    const mode = await redactionModeOf(project);
    const stored = await project.content.write(database => {
      const { supersedes_id, session_id } = draft;
      if (supersedes_id !== undefined && packageSession(database, supersedes_id) !== session_id)
        throw new AppError(
          'not_found',
          `there is no package ${supersedes_id} in the session "${session_id}" that could be superseded`,
        );
      if (findSession(database, session_id) === undefined)
        putSession(database, { session_id, metadata: {}, created_at: now, updated_at: now });
      const id = addPackage(database, {
        ...redactDraft(draft, mode),
        group_id: group_id === undefined || group_id === '' ? null : group_id,
        size_bytes: size,
        created_at: inUtc(created_at ?? now),
        trust: call.caller.door === 'mcp' ? 'agent' : 'user',
        addressees: consumers,
      });
      return listPackages(database, { sessionId: session_id }).find(one => one.id === id);
    });
    if (stored === undefined) throw new Error('a package that was just stored is there');
    publishHandoff(call);
    return shown(redactPackage(stored, mode));
  },

  async 'packages.list'({ session_id, group_id }, call) {
    const project = await call.project();
    const filter = { sessionId: session_id, groupId: group_id };
    const stored = await project.content.read(database => listPackages(database, filter), []);
    const mode = await redactionModeOf(project);
    const packages = redactEach(stored, one => redactPackage(one, mode));
    return { packages: packages.map(one => ({ ...shown(one), superseded: one.superseded })) };
  },

  'packages.rank'({ packages, request, now, limit }) {
    const all = rankPackages(packages, request, now);
    const top = all.slice(0, limit);
    return {
      ranked: top.map(({ entry, score }) => ({ id: entry.id, score })),
      factors: top.map(({ factors }) => factors),
      available: all.length,
      overflow: all.length - top.length,
    };
  },

  'packages.context': agentContext,

  async 'packages.markConsumed'({ package_ids, agent_type, iteration = 0 }, call) {
    const { content } = await call.project();
    const now = call.world.clock.nowIso();
    const marked = await content.write(database => {
      const unknown = package_ids.filter(id => packageSession(database, id) === undefined);
      if (unknown.length > 0)
        throw new AppError('not_found', `there is no package ${unknown.join(', ')}; nothing was marked`);
      return [...new Set(package_ids)].filter(id => markConsumed(database, id, agent_type, iteration, now))
        .length;
    });
    publishHandoff(call);
    return { marked };
  },
};

/** What is kept beside a session becomes what `change` makes of it. */
export async function changeSession(
  session_id: string,
  change: (before: HandoffSession['metadata']) => HandoffSession['metadata'],
  needs: Needs<'world' | 'publish' | 'project'>,
): Promise<HandoffSession> {
  const project = await needs.project();
  const now = needs.world.clock.nowIso();
  const mode = await redactionModeOf(project);
  const saved = await project.content.write(database => {
    const before = findSession(database, session_id);
    const metadata = redactMetadata(change(before?.metadata ?? {}), mode);
    const session = { session_id, metadata, created_at: before?.created_at ?? now, updated_at: now };
    putSession(database, session);
    return session;
  });
  publishHandoff(needs);
  return saved;
}

/** Without what only the store needs. */
function shown({ trust: _, addressees: __, superseded: ___, ...stored }: StoredPackage) {
  return { ...stored, consumers: [...stored.consumers] };
}

/** A session that only its packages tell of. */
function sessionOf(session_id: string, packages: readonly StoredPackage[]) {
  const times = packages.map(({ created_at }) => created_at).toSorted(compareCodeUnits);
  return { session_id, metadata: {}, created_at: times[0] ?? '', updated_at: times.at(-1) ?? '' };
}

function contentOfSession(packages: readonly StoredPackage[]) {
  const groups = packages.flatMap(({ group_id }) => (group_id === null ? [] : [group_id]));
  const agents = packages.flatMap(({ producer_agent, consumers }) => [
    producer_agent,
    ...consumers.map(({ agent_type }) => agent_type),
  ]);
  return {
    packages: packages.length,
    groups: [...new Set(groups)].toSorted(),
    agents: [...new Set(agents)].toSorted(),
  };
}
