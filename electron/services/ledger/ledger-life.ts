import type { Input } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { LedgerDecision, LedgerEntry } from '../../../shared/model/ledger.ts';
import type { DecisionStatus } from '../../../shared/model/ledger-words.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { decide } from './decide.ts';
import { ledgerSettings } from './ledger-settings.ts';
import {
  actorOf,
  changeStatus,
  type LedgerActor,
  noSuch,
  oneAtATime,
  postEntry,
  publishLedger,
  requireDecision,
  requireEntry,
  resolveEntry,
} from './ledger-writer.ts';
import { redactRecord } from './redact-record.ts';

type Life =
  | 'ledger.post'
  | 'ledger.decide'
  | 'ledger.resolve'
  | 'ledger.override'
  | 'ledger.reconsider'
  | 'ledger.confirm';

/** What is posted and decided, and what becomes of it. */
export const lifeHandlers: Handlers<Life> = {
  async 'ledger.post'(input, call) {
    const project = await call.project();
    const { content } = project;
    const actor = actorOf(call, input.agent_id);
    const posted = newEntry(input, call.world.mintId(), actor);
    const { entry, resolved } = await oneAtATime(project, () =>
      content.write(database => ({ entry: posted, resolved: postEntry(database, posted, actor) })),
    );
    publishLedger(project, call);
    return { id: entry.id, timestamp: entry.timestamp, entry: await cleanEntry(call, entry), resolved };
  },

  'ledger.decide': decide,

  async 'ledger.resolve'({ id, resolved_by }, call) {
    const project = await call.project();
    const { content } = project;
    const actor = actorOf(call, resolved_by);
    const isThere = await content.read(database => requireEntry(database, id), undefined);
    if (isThere === undefined) throw noSuch('entry', id);
    const { entry, changed } = await oneAtATime(project, () =>
      content.write(database => {
        const before = requireEntry(database, id);
        const isOpen = (before.resolved_at ?? '') === '' && before.dismissed !== true;
        return { entry: isOpen ? resolveEntry(database, before, actor) : before, changed: isOpen };
      }),
    );
    if (changed) publishLedger(project, call);
    return { entry: await cleanEntry(call, entry), changed };
  },

  'ledger.override': ({ id, reason, overridden_by }, call) =>
    change(call, id, { to: 'overridden', from: ['active', 'provisional'], by: overridden_by, reason }),

  'ledger.reconsider': ({ id, reason, agent_id }, call) =>
    change(call, id, {
      to: 'provisional',
      from: ['active', 'overridden', 'superseded'],
      by: agent_id,
      reason,
    }),

  'ledger.confirm': ({ id, reason, agent_id }, call) =>
    change(call, id, { to: 'active', from: ['provisional'], by: agent_id, reason }),
};

function newEntry(input: Input<'ledger.post'>, id: string, { agent, at }: LedgerActor): LedgerEntry {
  const { entry_type, summary, detail = '', tags = [], scope = 'project', relates_to } = input;
  const related = relates_to === undefined ? {} : { relates_to };
  return { id, timestamp: at, agent_id: agent, entry_type, tags, ...related, scope, summary, detail };
}

interface Change {
  readonly to: DecisionStatus;
  readonly from: readonly DecisionStatus[];
  readonly by: string | undefined;
  readonly reason: string | undefined;
}

async function change(
  needs: Needs<'caller' | 'world' | 'logger' | 'publish' | 'stays' | 'project'>,
  id: string,
  { to, from, by, reason }: Change,
): Promise<{ decision: LedgerDecision }> {
  const project = await needs.project();
  const { content } = project;
  const { agent, at } = actorOf(needs, by);
  const isThere = await content.read(database => requireDecision(database, id), undefined);
  // Nothing was ever stored here, so nothing is made for it either.
  if (isThere === undefined) throw noSuch('decision', id);
  const decision = await oneAtATime(project, () =>
    content.write(database => {
      const before = requireDecision(database, id);
      if (!from.includes(before.status))
        throw new AppError('conflict', `the decision "${id}" is ${before.status} and cannot become ${to}`, {
          status: before.status,
        });
      return changeStatus(database, before, { at, status: to, by: agent, reason });
    }),
  );
  publishLedger(project, needs);
  const { redaction } = await ledgerSettings(project);
  const clean = redactRecord({ kind: 'decision', decision }, redaction);
  return { decision: clean.kind === 'decision' ? clean.decision : decision };
}

async function cleanEntry(needs: Needs<'project'>, entry: LedgerEntry): Promise<LedgerEntry> {
  const { redaction } = await ledgerSettings(await needs.project());
  const clean = redactRecord({ kind: 'entry', entry }, redaction);
  return clean.kind === 'entry' ? clean.entry : entry;
}
