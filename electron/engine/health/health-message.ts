import { unreachable } from '../../../shared/contract/errors.ts';
import type { HealthAssessment, HealthSave } from '../../../shared/model/health.ts';

/** What is known beside the assessment when it is put in words. */
interface MessageFacts {
  /** The next boundary of the caller's plan. */
  readonly boundary?: string | undefined;
  /** The save that RED made; absent where nothing is saved, as in an assessment of mere counts. */
  readonly saved?: HealthSave | undefined;
}

/** The one sentence for a level; undefined for GREEN, unless what is to survive a compaction was not saved. */
export function healthMessage(
  { status, utilization_pct }: Pick<HealthAssessment, 'status' | 'utilization_pct'>,
  { boundary = 'when the current unit of work is done', saved }: MessageFacts = {},
): string | undefined {
  const context = `Context at ${Math.round(utilization_pct)}%`;
  if (saved?.ok === false)
    return `${context}: NOT saved: ${saved.failure ?? 'the session'}. Do not compact yet.`;
  switch (status) {
    case 'GREEN':
      return undefined;
    case 'YELLOW':
      return `${context}: load only what the next step needs; search instead of reading whole files.`;
    case 'ORANGE':
      return `${context}: compact at the next boundary (${boundary}).`;
    case 'RED':
      if (saved === undefined)
        return `${context}: NOT saved: the session, which was assessed and not recorded. Do not compact yet.`;
      return saved.files.some(file => !file.endsWith('session-log.md'))
        ? `${context}: state saved to .rune/. Compact now.`
        : `${context}: nothing of a state was told, so nothing is saved. Tell task, files and decisions, then compact.`;
    default:
      return unreachable(status);
  }
}
