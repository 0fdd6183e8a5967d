import type { HealthAssessment, HealthSave } from '../../../shared/model/health.ts';

/** What is known beside the assessment when it is put in words. */
export interface MessageFacts {
  /** The next boundary of the caller's plan. */
  readonly boundary?: string | undefined;
  /** The save that RED made; absent where nothing is saved, as in an assessment of mere counts. */
  readonly saved?: HealthSave | undefined;
}

/** The one sentence for a level (K3); undefined for GREEN. */
export function healthMessage(
  { status, utilization_pct }: Pick<HealthAssessment, 'status' | 'utilization_pct'>,
  { boundary = 'when the current unit of work is done', saved }: MessageFacts = {},
): string | undefined {
  const context = `Context at ${Math.round(utilization_pct)}%`;
  switch (status) {
    case 'GREEN':
      return undefined;
    case 'YELLOW':
      return `${context}: load only what the next step needs; search instead of reading whole files.`;
    case 'ORANGE':
      return `${context}: compact at the next boundary (${boundary}).`;
    case 'RED':
      return saved?.ok === true
        ? `${context}: state saved to .rune/. Compact now.`
        : `${context}: NOT saved: ${saved?.failure ?? 'the session, which was assessed and not recorded'}. Do not compact yet.`;
  }
}
