import type { AssembledContext } from '../model/assembled-context.ts';
import type { Explanation, MemoryChange } from '../model/explanation.ts';
import type { ErrorPattern } from '../model/handoff.ts';
import type { HealthAssessment, HealthSave, SavedRecord } from '../model/health.ts';
import type {
  AssembledDecision,
  AssembledEntry,
  AssembledLedger,
  LedgerChanges,
  LedgerDecision,
  LedgerRecord,
} from '../model/ledger.ts';

// Answers of tools as text. What somebody wrote stands indented, so that it cannot look like the lines around it.

/** Parts that say something, one blank line apart. */
export const parts = (...texts: readonly string[]): string => texts.filter(text => text !== '').join('\n\n');

/** A heading with its lines; nothing where there are none. */
export const listed = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [`${heading}:`, ...lines].join('\n');

/** One line of a list: what there is of the words, then whatever is longer, indented. */
export function line(
  words: readonly (string | undefined)[],
  ...longer: readonly (string | undefined)[]
): string {
  const said = words.filter(word => word !== undefined && word !== '').join(' · ');
  const below = longer.filter(text => text !== undefined && text !== '').map(text => indented(text ?? ''));
  return [`- ${oneLine(said)}`, ...below].join('\n');
}

const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, ' ');
const indented = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .map(row => `  ${row}`)
    .join('\n');

export function contextText({ context, meta, trace }: AssembledContext): string {
  const sections = Object.entries(context).map(([section, items]) =>
    listed(
      section,
      items.map(({ memory_id, tokens, content }) => line([memory_id, `${tokens} tokens`], content)),
    ),
  );
  const fired = trace.rules_applied.map(({ rule_name, memories }) => line([rule_name, memories.join(', ')]));
  return parts(
    `${meta.total_items} items, ${meta.token_estimate} tokens${meta.truncated ? ', cut to the budget' : ''}${meta.degraded ? ', incomplete: something failed' : ''}`,
    ...sections,
    listed('rules that fired', fired),
    listed(
      'variables that nobody gave',
      trace.missing_variables.map(({ name, needed_by }) => line([name, `for ${needed_by.join(', ')}`])),
    ),
    warningsText(trace.warnings),
  );
}

const warningsText = (warnings: AssembledContext['trace']['warnings']): string =>
  listed(
    'warnings',
    warnings.map(({ message }) => line([message])),
  );

export function explanationText(explanation: Explanation): string {
  const { message, chain, rules, change, memory_change, memory_changes = [], warnings = [] } = explanation;
  const variables = change?.variables.map(({ field, to }) => `${field} = ${JSON.stringify(to)}`) ?? [];
  const wanted = [
    ...variables,
    ...(change?.explicit_memory === undefined ? [] : [`explicit_memory: ${change.explicit_memory}`]),
    ...(change?.max_tokens === undefined ? [] : [`max_tokens: ${change.max_tokens}`]),
    ...(memory_change === undefined ? [] : [memoryChangeText(memory_change)]),
  ];
  return parts(
    message,
    listed(
      'on the way',
      chain.map(({ passed, message: said }) => line([passed ? 'yes' : 'no', said])),
    ),
    listed(
      'rules that add it',
      rules.map(({ rule_name, outcome }) => line([rule_name, outcome])),
    ),
    listed(
      'the smallest change that brings it in',
      wanted.map(one => line([one])),
    ),
    listed(
      'or',
      memory_changes.map(one => line([memoryChangeText(one)])),
    ),
    warningsText(warnings),
  );
}

const memoryChangeText = ({ memory_id, max_items, section, required }: MemoryChange): string =>
  `${memory_id}: ${[
    ...(max_items === undefined ? [] : [`max_items ${max_items.to}`]),
    ...(section === undefined ? [] : [`section ${section.to}`]),
    ...(required ? ['required'] : []),
  ].join(', ')}`;

const scored = (one: AssembledDecision | AssembledEntry): string =>
  'rationale' in one
    ? line([one.id, one.confidence, one.summary, one.affected_files.join(', ')], one.rationale)
    : line([one.id, one.scope, one.summary], one.detail);

export function assembledLedgerText(ledger: AssembledLedger): string {
  const { omitted } = ledger;
  const text = parts(
    listed('warnings', ledger.active_warnings.map(scored)),
    listed('open needs', ledger.open_needs.map(scored)),
    listed('decisions', ledger.active_decisions.map(scored)),
    listed('findings', ledger.recent_findings.map(scored)),
    listed('questions', ledger.recent_questions.map(scored)),
    listed(
      'related',
      ledger.related_entities.map(({ name, type, relations }) =>
        line([name, type, relations.map(other => `${other.type} ${other.name}`).join(', ')]),
      ),
    ),
    omitted.count > 0 ? `${omitted.count} more did not fit; ask with a higher max_tokens.` : '',
    listed(
      'to know',
      ledger.warnings.map(warning => line([warning])),
    ),
  );
  return text === '' ? `The ledger has nothing on this in ${ledger.scope}.` : text;
}

/** One decision or entry on a line. */
function recordText(record: LedgerRecord): string {
  if (record.kind === 'entry') {
    const { id, timestamp, entry_type, scope, summary, agent_id } = record.entry;
    return line([id, day(timestamp), entry_type, scope, agent_id, summary]);
  }
  const { id, timestamp, status, confidence, domain, scope, summary } = record.decision;
  return line([id, day(timestamp), `${status} decision`, confidence, domain, scope, summary]);
}

const day = (timestamp: string): string => timestamp.slice(0, 10);

/** Records, and how many more there are. */
export function recordsText(records: readonly LedgerRecord[], total: number): string {
  if (records.length === 0) return 'Nothing fits.';
  const more = total - records.length;
  return parts(
    records.map(recordText).join('\n'),
    more > 0 ? `${records.length} of ${total}; offset tells where to go on.` : '',
  );
}

export const decisionText = ({ id, status, summary }: LedgerDecision): string =>
  line([id, `now ${status}`, summary]).slice(2);

export function changesText(changes: LedgerChanges): string {
  const text = parts(
    listed(
      'new decisions',
      changes.new_decisions.map(({ id, summary }) => line([id, summary])),
    ),
    listed(
      'new on the blackboard',
      changes.new_entries.map(({ id, entry_type, summary }) => line([id, entry_type, summary])),
    ),
    listed(
      'set aside',
      changes.overridden_decisions.map(({ id, summary, reason }) => line([id, summary, reason])),
    ),
    listed(
      'to be thought over again',
      changes.reconsidered_decisions.map(({ id, summary }) => line([id, summary])),
    ),
  );
  return text === '' ? 'Nothing has changed since.' : text;
}

export const patternsText = (patterns: readonly ErrorPattern[]): string =>
  patterns.length === 0
    ? 'Nothing is known of this failure.'
    : patterns
        .map(({ pattern_hash, signature, solution, confidence, occurrences }) =>
          line(
            [`${signature.error_type}: ${signature.message_pattern}`, `confidence ${confidence}`],
            `solution: ${solution}`,
            `pattern_hash: ${pattern_hash}, seen ${occurrences} times`,
          ),
        )
        .join('\n');

export function assessmentText({
  status,
  utilization_pct,
  tokens,
  window,
  basis,
  message,
}: HealthAssessment): string {
  const share = `${status}: ${Math.round(utilization_pct)}% of the context, ${tokens} of ${window} tokens, ${basis}.`;
  return message === undefined ? share : `${share} ${message}`;
}

export const savedText = ({ ok, files, failure }: HealthSave): string =>
  ok
    ? `saved to ${files.join(', ') || 'nothing: all was saved before'}`
    : `NOT saved: ${failure ?? 'unknown'}`;

/** `[record, ...]` newest first; how many there are in all. */
export function savedRecordsText(records: readonly SavedRecord[], total: number): string {
  if (records.length === 0) return 'Nothing is saved.';
  const shown = records.map(({ file, at, session_id, historical, entries }) =>
    line(
      [file, at, `session ${session_id}`, historical ? 'historical' : undefined],
      ...entries.map(({ text, details }) =>
        [text, ...details.map(detail => `${detail.name}: ${detail.text}`)].join('\n'),
      ),
    ),
  );
  const more = total - records.length;
  return parts(shown.join('\n'), more > 0 ? `${more} older ones are in the files themselves.` : '');
}
