import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { LedgerDecision, LedgerEntry } from '../../../shared/model/ledger.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { textHead } from '../../../shared/text-head.ts';
import {
  describeConflict,
  type FoundConflict,
  findConflicts,
  findHints,
} from '../../engine/ledger/find-conflicts.ts';
import type { LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import { type DecisionItem, toItem } from '../../engine/ledger/ledger-item.ts';
import { step } from '../../engine/ledger/status-history.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { WritableDatabase } from '../../storage/database/sqlite.ts';
import { putRecords } from '../../storage/ledger/record-table.ts';
import { addStatusChange } from '../../storage/ledger/status-table.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Needs } from '../project/call.ts';
import { ledgerSettings } from './ledger-settings.ts';
import { storedLedger } from './ledger-source.ts';
import {
  actorOf,
  changeStatus,
  type LedgerActor,
  leastOf,
  oneAtATime,
  postEntry,
  publishLedger,
  requireDecision,
} from './ledger-writer.ts';

/** A summary has this many characters at most. */
const longestSummary = 200;
/** Hints that are told. */
const mostHints = 20;

/** Records a decision; what contradicts a decision in force is provisional, and a warning names both. */
export async function decide(
  input: Input<'ledger.decide'>,
  needs: Needs<'caller' | 'world' | 'logger' | 'publish' | 'stays' | 'project'>,
): Promise<Output<'ledger.decide'>> {
  const project = await needs.project();
  const { content } = project;
  const actor = actorOf(needs, input.agent_id);
  const { mintId } = needs.world;
  const decided = newDecision(input, mintId(), actor);
  const judge = async () => {
    const { index } = await storedLedger(content);
    await requireInForce(content, index, input.supersedes);
    const item = decisionItemOf(decided);
    const active = [...index.decisions()].filter(({ status }) => status === 'active');
    const found = findConflicts(item, active);
    const status = found.length > 0 ? 'provisional' : 'active';
    const decision: LedgerDecision = { ...decided, status };
    const conflicts = found.map(conflict => describeConflict({ ...item, status }, conflict));
    const warning = found.length > 0 ? conflictWarning(decision, found, mintId(), actor) : undefined;
    const judged = {
      decision,
      conflicts,
      hints: findHints(item, active, found).slice(0, mostHints),
      warning,
    };
    if (input.dry_run === true) return judged;
    return content.write(database => {
      store(database, decision, warning, actor);
      return judged;
    });
  };
  // What is judged is what is written beside, also where several processes decide.
  const { decision, conflicts, hints, warning } = await oneAtATime(project, () =>
    input.dry_run === true ? judge() : content.whileClaimed(judge),
  );
  if (input.dry_run !== true) publishLedger(project, needs);
  const shown = {
    decision,
    conflicts,
    hints: hints.map(({ id, summary }) => ({ id, summary })),
  };
  const { redaction } = await ledgerSettings(project);
  const clean = redactValue(shown, redaction);
  return {
    id: decision.id,
    timestamp: decision.timestamp,
    ...clean,
    ...(warning !== undefined && input.dry_run !== true && { warning_id: warning.id }),
  };
}

async function requireInForce(
  content: ContentDatabase,
  index: LedgerIndex,
  superseded: string | null | undefined,
): Promise<void> {
  if (superseded === undefined || superseded === null) return;
  const before = index.get('decision', superseded);
  if (before?.kind !== 'decision') throw await noSuch(content, 'decision', superseded);
  const { status } = before;
  if (status !== 'active' && status !== 'provisional')
    throw new AppError(
      'conflict',
      `the decision "${superseded}" is ${status}; there is nothing to supersede`,
      { status },
    );
}

function newDecision(input: Input<'ledger.decide'>, id: string, { agent, at }: LedgerActor): LedgerDecision {
  const { supersedes } = input;
  return {
    id,
    timestamp: at,
    agent_id: agent,
    domain: input.domain,
    scope: input.scope ?? 'project',
    summary: input.summary,
    context: input.context ?? '',
    rationale: input.rationale,
    constraints: input.constraints ?? [],
    alternatives: (input.alternatives ?? []).map(alternative => ({
      ...alternative,
      pros: alternative.pros ?? [],
      cons: alternative.cons ?? [],
      reason_rejected: alternative.reason_rejected ?? '',
    })),
    depends_on: input.depends_on ?? [],
    ...(supersedes !== undefined && { supersedes }),
    confidence: input.confidence ?? 'medium',
    status: 'active',
    status_changed_at: at,
    reversible: input.reversible ?? true,
    affected_files: input.affected_files ?? [],
    affected_symbols: input.affected_symbols ?? [],
    commit_hashes: input.commit_hashes ?? [],
  };
}

function decisionItemOf(decision: LedgerDecision): DecisionItem {
  const item = toItem({ kind: 'decision', decision });
  if (item.kind !== 'decision') throw new AppError('internal', 'a decision is no entry');
  return item;
}

function store(
  database: WritableDatabase,
  decision: LedgerDecision,
  warning: LedgerEntry | undefined,
  actor: LedgerActor,
): void {
  const { id, supersedes, status, timestamp: at, agent_id } = decision;
  if (supersedes !== undefined && supersedes !== null)
    changeStatus(database, requireDecision(database, supersedes), {
      at,
      status: 'superseded',
      by: agent_id,
      reason: `superseded by ${id}`,
    });
  const trust = leastOf(database, actor.trust, decision.depends_on ?? []);
  putRecords(database, [{ record: { kind: 'decision', decision }, trust }]);
  addStatusChange(database, id, step(at, status, agent_id));
  if (warning !== undefined) postEntry(database, warning, actor);
}

function conflictWarning(
  decision: LedgerDecision,
  conflicts: readonly FoundConflict[],
  id: string,
  { agent, at }: LedgerActor,
): LedgerEntry {
  const others = conflicts.map(({ older }) => `"${older.summary}" (${older.id})`);
  return {
    id,
    timestamp: at,
    agent_id: agent,
    entry_type: 'warning',
    tags: ['conflict'],
    relates_to: [decision.id, ...conflicts.map(({ older }) => older.id)],
    scope: decision.scope ?? 'project',
    summary: shortened(`Decisions contradict each other: "${decision.summary}" and ${others.join(', ')}`),
    detail: `"${decision.summary}" (${decision.id}) is provisional, because it may contradict ${others.join(', ')}. Confirm it and override the other, or the other way round.`,
  };
}

const shortened = (text: string): string =>
  text.length <= longestSummary ? text : `${textHead(text, longestSummary - 1).trimEnd()}…`;
