import type { HealthLevel, SessionHealth } from '../../../../shared/model/health.ts';
import { levelStarts } from '../../../../shared/model/health-measures.ts';
import { t, told } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { Gauge, type Level } from '../../../ui/Gauge.tsx';
import { levelLooks } from '../looks.ts';

const meanings = {
  GREEN: t('continue'),
  YELLOW: t('essentials only'),
  ORANGE: t('compact soon'),
  RED: t('compact now'),
} as const satisfies Record<HealthLevel, string>;

const levels = levelStarts.map(
  ({ level, from }, index): Level => ({
    name: level,
    from,
    to: levelStarts[index + 1]?.from ?? 100,
    means: meanings[level],
    ...levelLooks[level],
  }),
);

/** The utilization on a track of four levels. */
export function LevelGauge({ session }: { readonly session: SessionHealth }) {
  const { status, utilization_pct, tokens, window, basis } = session.assessment;
  return (
    <Gauge
      beside={t('{tokens} of {window} tokens, {basis}', {
        tokens: formatCount(tokens),
        window: formatCount(window),
        basis: told(basis),
      })}
      current={status}
      isLive
      label={t('Context health')}
      levels={levels}
      value={utilization_pct}
    />
  );
}
