import { GitCompareArrows } from 'lucide-react';
import type { SessionConflict } from '../../../../shared/model/health.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';

/** Decisions that contradict those of other sessions (K5): told, never settled. */
export function Conflicts({ conflicts }: { readonly conflicts: readonly SessionConflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <Notice
      icon={GitCompareArrows}
      title={`${formatCounted(conflicts.length, 'decision')} ${conflicts.length === 1 ? 'contradicts' : 'contradict'} another session`}
      tone="missing"
    >
      {conflicts.map(({ summary, other_summary, other_session_id, domain }) => (
        <p key={`${summary}\n${other_session_id}\n${other_summary}`}>
          {domain}: “{summary}” against “{other_summary}” of {other_session_id}
        </p>
      ))}
    </Notice>
  );
}
