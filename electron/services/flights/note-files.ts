import { chars4 } from '../../../shared/model/chars4.ts';
import type { FlightGiven, ToldEvent } from '../../../shared/model/flight.ts';
import { toolKindOf } from '../../../shared/model/tool-kinds.ts';
import { ledgerHandlers } from '../ledger/ledger.ts';
import { asData } from './as-data.ts';
import { type FlightPast, inTime, scopesOf, type WholeCall } from './flight-past.ts';
import { noteKeys, toldBefore } from './follow-flight.ts';
import { sentence } from './tell-at-start.ts';
import type { Telling } from './tell-once.ts';

const fileTokens = 1200;

/** A tool waits for it, 300 ms at most: of a patch of very many files the rest is told when it is changed again. */
const patienceMs = 150;

/** Something of the ledger about a file, with the key by which it is told once. */
interface Note {
  readonly key: string;
  readonly line: string;
}

/** Warnings and decisions about the files that are about to be changed, each once a session. */
export async function noted(
  event: ToldEvent,
  { flight }: FlightPast,
  call: WholeCall,
): Promise<Telling | undefined> {
  if (toolKindOf(event.tool ?? '') !== 'change') return undefined;
  const told = toldBefore(flight, event);
  const noted: NotedFile[] = [];
  let left = fileTokens;
  for (const scope of inTime(scopesOf(event, (await call.project()).path), patienceMs, call)) {
    if (left < 1) break;
    const notes = (await notesOf(scope, left, call)).filter(({ key }) => !told.has(key));
    if (notes.length > 0) noted.push({ scope, notes });
    for (const { key, line } of notes) {
      told.add(key);
      left -= chars4(line);
    }
  }
  return known =>
    givenOf(
      noted
        .map(({ scope, notes }) => ({ scope, notes: notes.filter(({ key }) => !known.has(key)) }))
        .filter(({ notes }) => notes.length > 0),
    );
}

interface NotedFile {
  readonly scope: string;
  readonly notes: readonly Note[];
}

function givenOf(noted: readonly NotedFile[]): FlightGiven | undefined {
  const [first, ...others] = noted;
  if (first === undefined) return undefined;
  const given =
    others.length === 0
      ? asData(`the ledger, about ${first.scope}`, linesOf(first.notes))
      : asData(
          `the ledger, about ${noted.length} files`,
          noted.map(({ scope, notes }) => `${sentence(scope)}:\n${linesOf(notes)}`).join('\n\n'),
        );
  return { ...given, memories: noted.flatMap(({ notes }) => notes.map(({ key }) => key)) };
}

const linesOf = (notes: readonly Note[]): string => notes.map(({ line }) => line).join('\n');

async function notesOf(scope: string, max_tokens: number, call: WholeCall): Promise<Note[]> {
  const { active_warnings, active_decisions } = await ledgerHandlers['ledger.assemble'](
    { task: '', scope, max_tokens, search: false },
    call,
  );
  const { records } = await ledgerHandlers['ledger.list'](
    { scope, inside: true, kinds: ['decision'], limit: 20 },
    call,
  );
  const near = new Set(records.flatMap(record => (record.kind === 'decision' ? [record.decision.id] : [])));
  const warnings = active_warnings.map(({ id, summary, detail, timestamp }) => ({
    key: `${noteKeys.warning}${id}`,
    line: `- Noted on ${timestamp.slice(0, 10)}: ${sentence(summary, detail)}`,
  }));
  const decisions = active_decisions
    .filter(({ id, affected_files }) => near.has(id) || affected_files.includes(scope))
    .map(({ id, summary, rationale }) => ({
      key: `${noteKeys.decision}${id}`,
      line: `- Decided: ${sentence(summary, rationale)}`,
    }));
  return [...warnings, ...decisions];
}
