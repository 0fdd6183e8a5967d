import { join } from 'node:path';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { firstFileProblems } from '../../../shared/model/problem.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { describeConflict, findConflicts } from '../../engine/ledger/find-conflicts.ts';
import { type DecisionItem, toItem } from '../../engine/ledger/ledger-item.ts';
import { ledgerFolderName, placeInProject } from '../../storage/ledger/ledger-folder.ts';
import { changedRecords, type RevisionPlace } from '../../storage/ledger/record-table.ts';
import {
  readSharedFolder,
  readSyncState,
  type SharedFiles,
  type SyncedState,
  writeSharedFiles,
  writeSyncState,
} from '../../storage/ledger/shared-folder.ts';
import { createPause, othersTurn } from '../../storage/pause.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import { cancellablePause, type Needs, refuseCancelled } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { noCounts, takeRecord } from './import-ledger.ts';
import { ledgerSettings } from './ledger-settings.ts';
import { keepLedger, storedLedger } from './ledger-source.ts';
import { oneAtATime, publishLedger } from './ledger-writer.ts';
import { redactRecord } from './redact-record.ts';
import {
  choose,
  hashOf,
  keyOf,
  noteGone,
  type Plan,
  revisionOf,
  type Version,
  versionsThere,
} from './shared-versions.ts';

type SyncReport = Output<'ledger.sync'>;

/** Each of a kind that is named in a report, at most. */
const mostNamed = 100;

/**
 * Puts the ledger and a folder of the project in step, in both directions. Of several versions of a record the one counts
 * whose status changed last, then the one that was changed more often.
 */
export async function syncLedger(
  { folder = ledgerFolderName, dry_run, restore }: Input<'ledger.sync'>,
  needs: Needs<'cancel' | 'world' | 'logger' | 'publish' | 'stays' | 'project'>,
): Promise<SyncReport> {
  const project = await needs.project();
  const place = await placeInProject(project.path, folder);
  const path = join(project.path, place);
  const looking = async () => {
    const shared = await readSharedFolder(project.path, path);
    const known = await readSyncState(project.path, place);
    const plan = await planSync(project, needs, shared, { known, restores: restore === true });
    return { plan, report: await reportOf(project, place, plan) };
  };
  const atBorder = <Result>(work: () => Promise<Result>) =>
    atStorageBorder(`keeping the ledger in step with ${place}`, work);
  // A trial needs no right to write.
  if (dry_run === true) {
    project.folder.refuseMoved();
    return (await atBorder(looking)).report;
  }
  return oneAtATime(project, () =>
    atBorder(() =>
      project.folder.change(async () => {
        const { path: root, content } = project;
        const { plan, report } = await looking();
        // From here on it is done whole: half a step would be undone by the next one.
        refuseCancelled(needs.cancel);
        if (plan.taken.length > 0) {
          await content.backUp('import');
          await takeAll(project, plan.taken, needs);
        }
        await writeSharedFiles(root, path, plan.files, project.folder.refuseMoved);
        await writeSyncState(root, place, plan.states);
        if (plan.taken.length > 0) {
          await keepLedger(content);
          publishLedger(project, needs);
        }
        return report;
      }),
    ),
  );
}

async function planSync(
  project: OpenProject,
  needs: Needs<'cancel'>,
  shared: SharedFiles,
  { known, restores }: { readonly known: ReadonlyMap<string, SyncedState>; readonly restores: boolean },
): Promise<Plan> {
  const plan: Plan = {
    taken: [],
    counts: { decision: noCounts(), entry: noCounts() },
    files: new Map(),
    states: new Map(),
    bothChanged: [],
    deleted: [],
    refused: [...shared.refused],
  };
  const local = await localVersions(project, known, needs);
  const pause = cancellablePause(needs);
  const there = await inStretches(versionsThere(shared.versions, known, plan.refused), pause);
  // What cannot be read whole is left as it is until somebody has looked at it.
  const unread = new Set(plan.refused.map(({ file }) => file));
  for (const key of new Set([...local.keys(), ...there.keys()])) {
    const [here, versions] = [local.get(key), there.get(key) ?? []];
    const isGone = versions.length === 0 && known.has(key) && !restores;
    if (isGone && here !== undefined) noteGone(plan, key, { here, before: known.get(key), unread });
    else choose(plan, key, { here, versions, before: known.get(key), texts: shared.texts, unread });
    const others = pause();
    if (others !== undefined) await others;
  }
  return plan;
}

/** Records read at once. */
const batchSize = 100;

/** What the ledger holds, without secrets, as it may leave. */
async function localVersions(
  project: OpenProject,
  known: ReadonlyMap<string, SyncedState>,
  needs: Needs<'cancel'>,
): Promise<Map<string, Version>> {
  const { redaction } = await ledgerSettings(project);
  const versions = new Map<string, Version>();
  const pause = cancellablePause(needs);
  let after: RevisionPlace = { revision: -1, number: -1 };
  for (;;) {
    const rows = await project.content.read(database => changedRecords(database, after, batchSize), []);
    for (const { stored, place } of rows) {
      await pause();
      const record = redactRecord(stored.record, redaction);
      const key = keyOf(record);
      const hash = hashOf(record);
      versions.set(key, { record, hash, revision: revisionOf(known.get(key), hash, 0) });
      after = place;
    }
    if (rows.length < batchSize) return versions;
    await othersTurn();
  }
}

async function takeAll(
  { content }: OpenProject,
  taken: Plan['taken'],
  { world, cancel }: Needs<'world' | 'cancel'>,
): Promise<void> {
  const updatedAt = world.clock.nowIso();
  await content.writeInSteps(
    function* (database) {
      for (const record of taken) yield takeRecord(database, record, { trust: 'imported', updatedAt });
    },
    () => cancel.cancelled,
  );
}

async function reportOf(project: OpenProject, folder: string, plan: Plan): Promise<SyncReport> {
  const { redaction } = await ledgerSettings(project);
  const { contradictions, notes } = await contradictionsOf(project, plan.taken);
  const more = (all: readonly unknown[], said: (count: string) => string) =>
    all.length > mostNamed ? [said((all.length - mostNamed).toLocaleString('en-US'))] : [];
  return {
    folder,
    decisions: plan.counts.decision,
    entries: plan.counts.entry,
    written: plan.files.size,
    both_changed: plan.bothChanged.slice(0, mostNamed),
    deleted: plan.deleted.slice(0, mostNamed),
    contradictions: redactValue(contradictions.slice(0, mostNamed), redaction),
    refused: firstFileProblems(plan.refused),
    notes: [
      ...more(plan.bothChanged, count => `${count} more that changed on both sides are not listed`),
      ...more(plan.deleted, count => `${count} more whose file was deleted are not listed`),
      ...more(contradictions, count => `${count} more contradictions are not listed`),
      ...notes,
    ],
  };
}

/** Pairs of decisions that are compared: a ledger of many years that comes at once would take minutes. */
const mostCompared = 2_000_000;

/** Decisions in force that came, each with those in force that it contradicts, the newest first; a pair is named once. */
async function contradictionsOf(
  { content }: OpenProject,
  taken: Plan['taken'],
): Promise<Pick<SyncReport, 'contradictions' | 'notes'>> {
  const pause = createPause();
  const came = await inStretches(decisionsOf(taken), pause);
  if (came.length === 0) return { contradictions: [], notes: [] };
  const { index } = await storedLedger(content);
  const replaced = new Set(came.map(({ id }) => id));
  const all = [...[...index.decisions()].filter(({ id }) => !replaced.has(id)), ...came].filter(isInForce);
  const byDomain = Map.groupBy(all, ({ domain }) => domain);
  const found = new Map<string, SyncReport['contradictions'][number]>();
  let compared = 0;
  for (const item of came.filter(isInForce).sort((left, right) => right.atMs - left.atMs)) {
    const others = byDomain.get(item.domain) ?? [];
    compared += others.length;
    if (compared > mostCompared)
      return {
        contradictions: [...found.values()],
        notes: ['so many decisions came that contradictions were looked for among the newest only'],
      };
    for (const conflict of findConflicts(item, others)) {
      const { older: other } = conflict;
      const isNewer = item.atMs > other.atMs || (item.atMs === other.atMs && item.id > other.id);
      found.set(
        JSON.stringify([item.id, other.id].sort()),
        isNewer ? describeConflict(item, conflict) : describeConflict(other, { ...conflict, older: item }),
      );
    }
    const rest = pause();
    if (rest !== undefined) await rest;
  }
  return { contradictions: [...found.values()], notes: [] };
}

function* decisionsOf(taken: Plan['taken']): Generator<void, DecisionItem[]> {
  const decisions: DecisionItem[] = [];
  for (const record of taken) {
    if (record.kind !== 'decision') continue;
    const item = toItem(record);
    if (item.kind === 'decision') decisions.push(item);
    yield;
  }
  return decisions;
}

const isInForce = ({ status }: DecisionItem): boolean => status === 'active' || status === 'provisional';
