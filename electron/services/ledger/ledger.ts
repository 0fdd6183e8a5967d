import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ledgerContract } from '../../../shared/contract/ledger.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import type { LedgerDecision, LedgerEntry, LedgerRecord } from '../../../shared/model/ledger.ts';
import type { DecisionStatus } from '../../../shared/model/ledger-words.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { changedItems } from '../../engine/ledger/changed-items.ts';
import type { LedgerItem } from '../../engine/ledger/ledger-item.ts';
import { summarizeLedger } from '../../engine/ledger/summarize-ledger.ts';
import { createPause } from '../../storage/pause.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { inUtc } from '../project/in-utc.ts';
import { assembleLedger } from './assemble-ledger.ts';
import { decide } from './decide.ts';
import { exportLedger } from './export-ledger.ts';
import { importLedger } from './import-ledger.ts';
import { lookHandlers } from './ledger-look.ts';
import { ledgerSettings } from './ledger-settings.ts';
import { givenLedger, type LedgerSource, storedLedger } from './ledger-source.ts';
import {
  actorOf,
  changeStatus,
  type LedgerActor,
  oneAtATime,
  postEntry,
  publishLedger,
  requireDecision,
  requireEntry,
  resolveEntry,
} from './ledger-writer.ts';
import { linkEntities, storedEntities } from './linked-entities.ts';
import { redactRecord, redactRecords } from './redact-record.ts';
import { searchMeaning } from './search-meaning.ts';
import { syncLedger } from './sync-ledger.ts';

type Overlay = NonNullable<Input<'ledger.assemble'>['overlay']>;

const wholeProject = 'project';
const noReason = 'No reason provided';

/** `ledger.*`: decisions and the blackboard of a project's agents: docs/reference/ledger.md. */
export const ledgerHandlers: Handlers<keyof typeof ledgerContract> = {
  // What is posted and decided, and what becomes of it.
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
    if (isThere === undefined) throw await noSuch(content, 'entry', id);
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

  // What is told of the stored ledger, or of one that came with the call.
  async 'ledger.assemble'({ task, scope = wholeProject, max_tokens, now, overlay, search, explain }, call) {
    const source = await sourceOf(overlay, call);
    const project = await call.projectIfOpen();
    const settings = await ledgerSettings(project);
    const nowMs = instantMs(now ?? call.world.clock.nowIso()) ?? 0;
    const entities = overlay
      ? linkEntities(overlay.graph?.nodes ?? [], overlay.graph?.edges ?? [])
      : await storedEntities((await call.project()).content, inUtc(new Date(nowMs).toISOString()));
    return assembleLedger(source, {
      task,
      scope,
      maxTokens: max_tokens ?? settings.maxTokens,
      nowMs,
      settings,
      meaning: search === false ? undefined : await searchMeaning(project, source, task, call),
      isExplained: explain === true,
      entities,
    });
  },

  async 'ledger.summarize'({ scope = wholeProject, now, overlay }, call) {
    const { index } = await sourceOf(overlay, call);
    const nowMs = instantMs(now ?? call.world.clock.nowIso()) ?? 0;
    return inStretches(summarizeLedger(index, scope, nowMs), createPause());
  },

  async 'ledger.whatChanged'({ since, scope = wholeProject, overlay }, call) {
    const source = await sourceOf(overlay, call);
    const sinceMs = instantMs(since) ?? 0;
    const changes = await inStretches(changedItems(source.index, sinceMs, scope), createPause());
    const { redaction } = await ledgerSettings(await call.projectIfOpen());
    const records = async (items: readonly LedgerItem[]) => {
      const read = await source.read(items);
      return redactRecords(
        read.map(({ record }) => record),
        redaction,
      );
    };
    return {
      new_decisions: (await records(changes.newDecisions)).map(named),
      new_entries: (await records(changes.newEntries)).flatMap(record =>
        record.kind === 'entry' ? [{ ...named(record), entry_type: record.entry.entry_type }] : [],
      ),
      overridden_decisions: (await records(changes.overridden)).map(withReason),
      reconsidered_decisions: (await records(changes.reconsidered)).map(named),
    };
  },

  ...lookHandlers,
  'ledger.import': importLedger,
  'ledger.sync': syncLedger,
  'ledger.export': (_, call) => exportLedger(call),
};

function newEntry(input: Input<'ledger.post'>, id: string, { agent, at }: LedgerActor): LedgerEntry {
  const { entry_type, summary, detail = '', tags = [], scope = 'project', relates_to } = input;
  const related = relates_to === undefined ? {} : { relates_to };
  return { id, timestamp: at, agent_id: agent, entry_type, tags, ...related, scope, summary, detail };
}

interface StatusChange {
  readonly to: DecisionStatus;
  readonly from: readonly DecisionStatus[];
  readonly by: string | undefined;
  readonly reason: string | undefined;
}

async function change(
  needs: Needs<'caller' | 'world' | 'logger' | 'publish' | 'stays' | 'project'>,
  id: string,
  { to, from, by, reason }: StatusChange,
): Promise<{ decision: LedgerDecision }> {
  const project = await needs.project();
  const { content } = project;
  const { agent, at } = actorOf(needs, by);
  const isThere = await content.read(database => requireDecision(database, id), undefined);
  // Nothing was ever stored here, so nothing is made for it either.
  if (isThere === undefined) throw await noSuch(content, 'decision', id);
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

async function sourceOf(overlay: Overlay | undefined, needs: Needs<'project'>): Promise<LedgerSource> {
  if (overlay === undefined) return storedLedger((await needs.project()).content);
  return givenLedger([
    ...overlay.decisions.map((decision): LedgerRecord => ({ kind: 'decision', decision })),
    ...overlay.entries.map((entry): LedgerRecord => ({ kind: 'entry', entry })),
  ]);
}

function named(record: LedgerRecord): { id: string; summary: string } {
  const { id, summary } = record.kind === 'decision' ? record.decision : record.entry;
  return { id, summary };
}

function withReason(record: LedgerRecord): Output<'ledger.whatChanged'>['overridden_decisions'][number] {
  const given = record.kind === 'decision' ? record.decision.override_reason : undefined;
  return {
    ...named(record),
    reason: given === undefined || given === null || given === '' ? noReason : given,
  };
}
