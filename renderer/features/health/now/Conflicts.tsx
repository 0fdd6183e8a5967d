import { GitCompareArrows } from 'lucide-react';
import type { SessionConflict } from '../../../../shared/model/health.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';

interface ConflictsProps {
  readonly sessionId: string;
  readonly conflicts: readonly SessionConflict[];
}

/** Decisions of different sessions that contradict each other, those of this one first: told, never settled. */
export function Conflicts({ sessionId, conflicts }: ConflictsProps) {
  if (conflicts.length === 0) return null;
  return (
    <Notice
      icon={GitCompareArrows}
      title={`${formatCounted(conflicts.length, 'decision')} ${conflicts.length === 1 ? 'contradicts' : 'contradict'} one of another session`}
      tone="missing"
    >
      {conflicts.map(({ summary, session_id, other_summary, other_session_id, domain }) => (
        <p key={JSON.stringify([session_id, summary, other_session_id, other_summary])}>
          {domain}: “{summary}”{session_id === sessionId ? '' : ` of ${session_id}`} against “{other_summary}”
          of {other_session_id}
        </p>
      ))}
    </Notice>
  );
}
