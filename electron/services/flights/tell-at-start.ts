import type { FlightGiven, ToldEvent } from '../../../shared/model/flight.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import { lastChangeOf } from '../../engine/ledger/status-history.ts';
import { handoffHandlers } from '../handoff/handoff.ts';
import { readLeftPackages } from '../handoff/handoff-store.ts';
import { healthHandlers } from '../health/health.ts';
import { readSavedState } from '../health/saved-state.ts';
import { ledgerHandlers } from '../ledger/ledger.ts';
import { redactionModeOf } from '../project/config.ts';
import { asData } from './as-data.ts';
import type { WholeCall } from './flight-past.ts';

const sessionTokens = 1200;
const mostPackages = 3;
const mostErrors = 3;

/** What an agent begins with: warnings, decisions and needs for its folder, what others left for it, known errors. */
export async function whatStands(
  event: ToldEvent,
  scope: string,
  call: WholeCall,
): Promise<FlightGiven | undefined> {
  const ledger = await ledgerHandlers['ledger.assemble'](
    { task: '', scope, max_tokens: sessionTokens, search: false },
    call,
  );
  const { active_warnings, active_decisions, open_needs } = ledger;
  const lines = [
    ...active_warnings.map(({ summary, detail }) => `- Warning: ${sentence(summary, detail)}`),
    ...active_decisions.map(({ summary, rationale }) => `- Decided: ${sentence(summary, rationale)}`),
    ...open_needs.map(({ summary, detail }) => `- Open: ${sentence(summary, detail)}`),
    ...(await packageLines(event, call)),
    ...(await errorLines(call)),
  ];
  return lines.length === 0 ? undefined : asData('what the project knows', lines.join('\n'));
}

export const sentence = (summary: string, more = ''): string =>
  (more === '' ? summary : `${summary} (${more})`).replaceAll(lineBreak, '\n  ');

/** Of what a list names: none of its lines begins another entry. */
const lineBreak = /\r\n?|[\n\u2028\u2029]/g;

/** What others left for this agent, ranked as for a handoff. */
async function packageLines(
  { agent, agent_type }: ToldEvent,
  call: WholeCall,
  since?: string,
): Promise<string[]> {
  const project = await call.project();
  const now = call.world.clock.nowIso();
  const mode = await redactionModeOf(project);
  const left = await readLeftPackages(project.content, agent_type ?? agent, now, mode);
  return left
    .filter(({ created_at }) => isNew(created_at, since))
    .slice(0, mostPackages)
    .map(({ producer_agent, summary }) => `- Left by ${producer_agent}: ${summary}`);
}

async function errorLines(call: WholeCall, since?: string): Promise<string[]> {
  const { patterns } = await handoffHandlers['errorPatterns.list']({}, call);
  return patterns
    .filter(({ shown, created_at }) => shown && isNew(created_at, since))
    .slice(0, mostErrors)
    .map(
      ({ signature, solution }) =>
        `- Known error: ${signature.error_type}: ${firstLine(signature.message_pattern)}; ${solution}`,
    );
}

const isNew = (at: string, since: string | undefined): boolean =>
  since === undefined || (instantMs(at) ?? 0) >= (instantMs(since) ?? 0);

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

/** Only what is new since the session was heard of last. */
export async function whatChanged(
  event: ToldEvent,
  since: string,
  call: WholeCall,
): Promise<FlightGiven | undefined> {
  const { new_decisions, new_entries, overridden_decisions, reconsidered_decisions } = await ledgerHandlers[
    'ledger.whatChanged'
  ]({ since }, call);
  const known = new Set(new_decisions.map(({ id }) => id));
  const undone = [...overridden_decisions, ...(await supersededSince(since, call))];
  const lines = [
    ...new_decisions.map(({ summary }) => `- Decided since: ${sentence(summary)}`),
    ...undone.map(({ summary }) => `- No longer holds: ${sentence(summary)}`),
    ...reconsidered_decisions
      .filter(({ id }) => !known.has(id))
      .map(({ summary }) => `- Under consideration again: ${sentence(summary)}`),
    ...new_entries.map(({ summary }) => `- New: ${sentence(summary)}`),
    ...(await packageLines(event, call, since)),
    ...(await errorLines(call, since)),
  ];
  return lines.length === 0 ? undefined : asData(`new since ${since}`, lines.join('\n'));
}

/** Superseded decisions that are looked through, the newest. */
const mostSuperseded = 1000;

/** Decisions that another one has taken the place of; a list of what changed names only the other. */
async function supersededSince(since: string, call: WholeCall): Promise<{ readonly summary: string }[]> {
  const { records } = await ledgerHandlers['ledger.list'](
    { statuses: ['superseded'], limit: mostSuperseded },
    call,
  );
  return records.flatMap(record =>
    record.kind === 'decision' && isNew(lastChangeOf(record), since) ? [record.decision] : [],
  );
}

/** What was saved before a compaction, and how full the context is after it; the latter also where nothing was saved. */
export async function savedState(
  { session_id }: ToldEvent,
  call: WholeCall,
): Promise<FlightGiven | undefined> {
  const { acknowledged } = await healthHandlers['health.acknowledgeCompaction']({ session_id }, call);
  const elements = await readSavedState((await call.project()).path, session_id).catch(error => {
    call.logger.warn('what was saved before a compaction cannot be read', { error: String(error) });
    return [];
  });
  const own = elements.filter(({ historical }) => historical !== true);
  const { sessions } = await healthHandlers['health.state']({ session_id }, call);
  const advice = sessions[0]?.assessment.message;
  const note = [
    ...(acknowledged ? [] : ['Not everything could be saved before the compaction.']),
    ...(advice === undefined ? [] : [advice]),
  ];
  const texts = own.map(({ title = '', content }) => `### ${title}\n${content}`);
  if (texts.length > 0) return asData('saved before the compaction', [...texts, ...note].join('\n\n'));
  return note.length === 0 ? undefined : asData('health, after the compaction', note.join('\n\n'));
}
