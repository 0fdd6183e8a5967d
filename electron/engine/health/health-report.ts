import type { SessionDecision, SessionHealth } from '../../../shared/model/health.ts';
import { totalCalls } from '../../../shared/model/health-measures.ts';
import { conflictWords } from './session-conflicts.ts';

/** The report of a session as Markdown, with the labels that readers of it know. */
export function healthReport({
  session_id,
  assessment,
  tool_calls,
  notes,
  saved,
  conflicts,
  blocked,
}: SessionHealth): string {
  const { utilization_pct, basis, status, recommendation } = assessment;
  const { low, medium, high } = tool_calls;
  const decisions = saved?.ok === true ? (notes.decisions ?? []).length : 0;
  const unsaved = (notes.decisions ?? []).length - decisions;
  return [
    '## Context Health',
    `- **Utilization**: ${Math.round(utilization_pct)}% (${basis})`,
    `- **Status**: ${status}`,
    `- **Tool Calls**: ${totalCalls(tool_calls)} (low ${low}, medium ${medium}, high ${high})`,
    `- **Recommendation**: ${recommendation}`,
    '',
    '### Critical Context (preserved on compaction)',
    `- Task: ${line(notes.task)}`,
    `- Phase: ${line(notes.phase)}`,
    `- Decisions: ${decisions} saved to .rune/${unsaved > 0 ? `, ${unsaved} not yet` : ''}`,
    `- Files touched: ${list(notes.files)}`,
    `- Blockers: ${list(notes.blockers)}`,
    ...(saved?.failure === undefined ? [] : [`- Not saved: ${line(saved.failure)}`]),
    ...(blocked ? ['- Blocked: until the compaction is acknowledged'] : []),
    ...conflicts.map(conflict => `- Conflict: ${line(conflictWords(conflict, session_id))}`),
    '',
  ].join('\n');
}

/** What a decision says, however it was given. */
export const decisionSummary = (decision: SessionDecision): string =>
  typeof decision === 'string' ? decision : decision.summary;

const line = (text: string | undefined): string => text?.replace(/\s+/g, ' ').trim() || 'none';

const list = (texts: readonly string[] | undefined): string =>
  texts === undefined || texts.length === 0 ? 'none' : texts.map(line).join(', ');
