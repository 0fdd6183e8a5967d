import type { FlightGiven, ToldEvent } from '../../../shared/model/flight.ts';
import { toolKindOf } from '../../../shared/model/tool-kinds.ts';
import { healthHandlers } from '../health/health.ts';
import { ledgerHandlers } from '../ledger/ledger.ts';
import { configOf } from '../project/config.ts';
import { asData } from './as-data.ts';
import { type FlightPast, scopeOf, type WholeCall } from './flight-past.ts';
import { sentence } from './tell-at-start.ts';

const fileTokens = 1200;

/** Warnings and decisions about a file that is about to be changed, each once a session. */
export async function noted(
  event: ToldEvent,
  { recent }: FlightPast,
  call: WholeCall,
): Promise<FlightGiven | undefined> {
  const scope = scopeOf(event);
  if (scope === undefined || toolKindOf(event.tool ?? '') !== 'change') return undefined;
  const { active_warnings, active_decisions } = await ledgerHandlers['ledger.assemble'](
    { task: '', scope, max_tokens: fileTokens, search: false },
    call,
  );
  const { records } = await ledgerHandlers['ledger.list'](
    { scope, inside: true, kinds: ['decision'], limit: 20 },
    call,
  );
  const near = new Set(records.flatMap(record => (record.kind === 'decision' ? [record.decision.id] : [])));
  const told = new Set(recent.flatMap(({ given }) => given?.memories ?? []));
  const warnings = active_warnings.map(({ id, summary, detail, timestamp }) => ({
    key: `warning:${id}`,
    line: `- Noted on ${timestamp.slice(0, 10)}: ${sentence(summary, detail)}`,
  }));
  const decisions = active_decisions
    .filter(({ id, affected_files }) => near.has(id) || affected_files.includes(scope))
    .map(({ id, summary, rationale }) => ({
      key: `decision:${id}`,
      line: `- Decided: ${sentence(summary, rationale)}`,
    }));
  const fresh = [...warnings, ...decisions].filter(({ key }) => !told.has(key));
  if (fresh.length === 0) return undefined;
  const given = asData(`the ledger, about ${scope}`, fresh.map(({ line }) => line).join('\n'));
  return { ...given, memories: fresh.map(({ key }) => key) };
}

/** Why a tool is to wait, where the configuration says that it may; never one of Weft's own. */
export async function heldUp({ session_id, tool }: ToldEvent, call: WholeCall): Promise<string | undefined> {
  if (tool === undefined || toolKindOf(tool) === 'own') return undefined;
  const { health } = await configOf(await call.project());
  if (!health.hold_tools) return undefined;
  const { allowed, reason } = await healthHandlers['health.gate']({ session_id, tool }, call);
  return allowed ? undefined : (reason ?? 'The context is to be compacted first.');
}
