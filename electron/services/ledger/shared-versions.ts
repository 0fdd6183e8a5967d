import type { Output } from '../../../shared/contract/contract.ts';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { decisionSchema, entrySchema, type LedgerRecord } from '../../../shared/model/ledger.ts';
import { type FileProblem, problemsFromIssues, shortened } from '../../../shared/model/problem.ts';
import { lastChangeOf } from '../../engine/ledger/status-history.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { bareRecord } from '../../storage/ledger/record-table.ts';
import { type SharedVersion, type SyncedState, sharedFileOf } from '../../storage/ledger/shared-folder.ts';

type SyncReport = Output<'ledger.sync'>;

/** A record as one side has it. */
export interface Version {
  readonly record: LedgerRecord;
  readonly revision: number;
  readonly hash: string;
}

export interface Plan {
  /** What comes into the ledger. */
  readonly taken: LedgerRecord[];
  readonly counts: Record<LedgerRecord['kind'], SyncReport['decisions']>;
  readonly files: Map<string, string>;
  readonly states: Map<string, SyncedState>;
  readonly bothChanged: SyncReport['both_changed'];
  readonly deleted: SyncReport['deleted'];
  readonly refused: FileProblem[];
}

/** The file went. Whether the record should go as well is nobody's to guess: it stays, and so does the deletion. */
export function noteGone(
  plan: Plan,
  key: string,
  { here, before, unread }: Pick<Sides, 'before' | 'unread'> & { readonly here: Version },
): void {
  const { kind } = here.record;
  const { id } = bareRecord(here.record);
  if (!unread.has(sharedFileOf({ kind, id }))) plan.deleted.push({ kind, id });
  plan.counts[kind].kept += 1;
  if (before !== undefined) plan.states.set(key, before);
}

interface Sides {
  readonly here: Version | undefined;
  readonly versions: readonly Version[];
  readonly before: SyncedState | undefined;
  readonly texts: ReadonlyMap<string, string>;
  readonly unread: ReadonlySet<string>;
}

export function choose(plan: Plan, key: string, { here, versions, before, texts, unread }: Sides): void {
  const [winner] = [...(here === undefined ? [] : [here]), ...versions].sort(laterFirst);
  if (winner === undefined) return;
  const { record, hash } = winner;
  const { kind } = record;
  const counts = plan.counts[kind];
  const others = versions.filter(version => version.hash !== here?.hash);
  const isTaken = here?.hash !== hash;
  if (isTaken) plan.taken.push(record);
  if (here === undefined) counts.created += 1;
  else if (isTaken) counts.replaced += 1;
  else if (others.length > 0) counts.kept += 1;
  else counts.unchanged += 1;
  const [first, second] = contenders(here, versions, before).sort(laterFirst);
  if (first !== undefined && second !== undefined)
    plan.bothChanged.push({
      kind,
      id: bareRecord(record).id,
      taken: lastChangeOf(first.record),
      left: lastChangeOf(second.record),
    });
  // What is known of all versions is in what is written now, so that none of them counts as newer again.
  const revision = Math.max(winner.revision, ...versions.map(version => version.revision));
  const file = sharedFileOf({ kind, id: bareRecord(record).id });
  const text = lineOf(record, revision);
  if (texts.get(file) !== text && !unread.has(file)) plan.files.set(file, text);
  plan.states.set(key, { hash, revision });
}

/** Different versions that somebody went on to: what stands here since it was in step, and all in a file that has several. */
function contenders(
  here: Version | undefined,
  versions: readonly Version[],
  before: SyncedState | undefined,
): Version[] {
  const isMerged = new Set(versions.map(({ hash }) => hash)).size > 1;
  const there = versions.filter(({ hash }) => isMerged || hash !== before?.hash);
  const own = here === undefined || here.hash === before?.hash ? [] : [here];
  return [...new Map([...own, ...there].map(one => [one.hash, one])).values()];
}

/** By when its status last changed, then by how often it was changed; what is equal in both is settled alike in every clone. */
function laterFirst(left: Version, right: Version): number {
  const at = ({ record }: Version): number => instantMs(lastChangeOf(record)) ?? 0;
  return at(right) - at(left) || right.revision - left.revision || compareCodeUnits(left.hash, right.hash);
}

/** How often a record was changed travels with it. */
const revisionKey = 'weft_revision';

const lineOf = (record: LedgerRecord, revision: number): string =>
  `${JSON.stringify({ ...uncounted(record), [revisionKey]: revision })}\n`;

/** Also of what came here by an import, which keeps all fields. */
function uncounted(record: LedgerRecord): JsonObject {
  const { [revisionKey]: _, ...bare } = bareRecord(record);
  return bare;
}

export const keyOf = (record: LedgerRecord): string => `${record.kind} ${bareRecord(record).id}`;

/** Equal for equal records, whoever wrote their keys in which order. */
export const hashOf = (record: LedgerRecord): string => sha256(JSON.stringify(sorted(uncounted(record))));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([left], [right]) => compareCodeUnits(left, right));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** One more than in step where it says something else and does not count itself; less than that is from before. */
export function revisionOf(before: SyncedState | undefined, hash: string, told: number): number {
  if (before === undefined) return Math.max(told, 1);
  if (before.hash === hash) return Math.max(told, before.revision);
  return told === 0 || told === before.revision ? before.revision + 1 : told;
}

/** Stops after each. */
export function* versionsThere(
  given: readonly SharedVersion[],
  known: ReadonlyMap<string, SyncedState>,
  refused: FileProblem[],
): Generator<void, Map<string, Version[]>> {
  const versions = new Map<string, Version[]>();
  for (const { kind, file, value } of given) {
    yield;
    const { [revisionKey]: counted, ...bare } = isJsonObject(value) ? value : { [revisionKey]: 0 };
    const told = typeof counted === 'number' && Number.isSafeInteger(counted) && counted > 0 ? counted : 0;
    const record = judged(kind, bare);
    if (typeof record === 'string') {
      refused.push({ file, reason: record });
      continue;
    }
    const key = keyOf(record);
    const hash = hashOf(record);
    const before = versions.get(key) ?? [];
    versions.set(key, [...before, { record, hash, revision: revisionOf(known.get(key), hash, told) }]);
  }
  return versions;
}

/** The record itself, not zod's copy, since unknown keys must survive; or what keeps it from being one. */
function judged(kind: LedgerRecord['kind'], bare: JsonObject): LedgerRecord | string {
  if (kind === 'decision') {
    const checked = checkShape(decisionSchema, bare);
    return checked.ok ? { kind, decision: checked.itself } : reasonOf(checked.issues);
  }
  const checked = checkShape(entrySchema, bare);
  return checked.ok ? { kind, entry: checked.itself } : reasonOf(checked.issues);
}

function reasonOf(issues: Parameters<typeof problemsFromIssues>[0]): string {
  const messages = problemsFromIssues(issues).map(({ message }) => message);
  return shortened(messages.join('; '));
}
