import { GitCompareArrows } from 'lucide-react';
import type { SessionConflict } from '../../../../shared/model/health.ts';
import { t } from '../../../texts/texts.ts';
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
      title={t('{decisions} {count|contradicts|contradict} one of another session', {
        decisions: formatCounted(conflicts.length, 'decision'),
        count: conflicts.length,
      })}
      tone="missing"
    >
      {conflicts.map(({ summary, session_id, other_summary, other_session_id, domain }) => (
        <p key={JSON.stringify([session_id, summary, other_session_id, other_summary])}>
          {session_id === sessionId
            ? t('{domain}: “{summary}” against “{other_summary}” of {other_session_id}', {
                domain,
                summary,
                other_summary,
                other_session_id,
              })
            : t('{domain}: “{summary}” of {session_id} against “{other_summary}” of {other_session_id}', {
                domain,
                summary,
                session_id,
                other_summary,
                other_session_id,
              })}
        </p>
      ))}
    </Notice>
  );
}
