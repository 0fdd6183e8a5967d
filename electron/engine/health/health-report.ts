import type { SessionHealth } from '../../../shared/model/health.ts';
import { totalCalls } from '../../../shared/model/health-measures.ts';
import { conflictWords } from './session-conflicts.ts';

/** The report of a session as Markdown, with the labels that readers of it know; so many of its decisions are not saved yet. */
export function healthReport(
  { session_id, assessment, tool_calls, notes, saved, conflicts, blocked }: SessionHealth,
  unsaved: number,
): string {
  const { utilization_pct, basis, status, recommendation } = assessment;
  const { low, medium, high } = tool_calls;
  const decisions = (notes.decisions ?? []).length - unsaved;
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

const line = (text: string | undefined): string => text?.replace(/\s+/g, ' ').trim() || 'none';

const list = (texts: readonly string[] | undefined): string =>
  texts === undefined || texts.length === 0 ? 'none' : texts.map(line).join(', ');
