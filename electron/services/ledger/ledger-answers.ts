import type { Input, Output } from '../../../shared/contract/contract.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { changedItems } from '../../engine/ledger/changed-items.ts';
import type { LedgerItem } from '../../engine/ledger/ledger-item.ts';
import { summarizeLedger } from '../../engine/ledger/summarize-ledger.ts';
import { createPause } from '../../storage/pause.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { inUtc } from '../project/in-utc.ts';
import { assembleLedger } from './assemble-ledger.ts';
import { ledgerSettings } from './ledger-settings.ts';
import { givenLedger, type LedgerSource, storedLedger } from './ledger-source.ts';
import { linkEntities, storedEntities } from './linked-entities.ts';
import { redactRecords } from './redact-record.ts';
import { searchMeaning } from './search-meaning.ts';

type Answers = 'ledger.assemble' | 'ledger.summarize' | 'ledger.whatChanged';
type Overlay = NonNullable<Input<'ledger.assemble'>['overlay']>;

const wholeProject = 'project';
const noReason = 'No reason provided';

/** Of the stored ledger, or of one that came with the call. */
export const answerHandlers: Handlers<Answers> = {
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
};

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
