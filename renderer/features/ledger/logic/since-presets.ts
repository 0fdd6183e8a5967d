import { t } from '../../../texts/texts.ts';

/** Moments that people ask about. */
export const sincePresets = ['hour', 'day', 'week', 'month', 'ever', 'other'] as const;
export type SincePreset = (typeof sincePresets)[number];

export const presetLabels = {
  hour: t('Last hour'),
  day: t('24 hours'),
  week: t('7 days'),
  month: t('30 days'),
  ever: t('The beginning'),
  other: t('Other moment'),
} as const satisfies Record<SincePreset, string>;

const hours = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const;
const msPerHour = 3_600_000;

/** The moment as `ledger.whatChanged` takes it; undefined while another moment is not a date and time yet. */
export function sinceInstant(preset: SincePreset, other: string, nowMs: number): string | undefined {
  if (preset === 'ever') return new Date(0).toISOString();
  if (preset !== 'other') return new Date(nowMs - hours[preset] * msPerHour).toISOString();
  const at = Date.parse(other);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
